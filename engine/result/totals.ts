import { addDecimals, type Decimal, formatDecimal, negated, subtractDecimals, zero } from '../base/decimal.ts'
import { type Match, type RunState, status } from '../match/run-state.ts'
import { rowsBySide } from '../match/seen-run.ts'
import type { Side } from '../record/side.ts'
import { assertConserved, type Explained, type SideSum } from './completeness.ts'
import { currencyOf } from './control-amount.ts'
import { exchangeDifferences } from './conversions.ts'
import type { SideTotal, TotalsLine } from './line.ts'
import { settledAmount } from './settled-amount.ts'
import { isTurned } from './turned.ts'

/**
 * The totals of a run by side and currency, and the differences that its matches and nettings accepted, by variance.
 * Throws when the totals are not complete, see `assertConserved`.
 */
export function totalsLine(run: RunState): TotalsLine {
  const [source, target] = [sumSide(run, 'source'), sumSide(run, 'target')]
  const explained = sumDifferences(run)
  const { accepted, turned } = explained
  assertConserved(source, target, explained)
  return {
    kind: 'totals',
    source: formatSide(source),
    target: formatSide(target),
    accepted: sortedObject(new Map([...accepted].map(([currency, sums]) => [currency, sortedObject(formatAll(sums))]))),
    turned: sortedObject(formatAll(turned)),
    fx: exchangeDifferences(run),
  }
}

/** What sets the target of a match apart from its source, by currency: what is 0 is left out. */
export interface Differences {
  /** Σ target − Σ source of the control amounts, after the target's sign is turned where it is. */
  readonly accepted: ReadonlyMap<string, Decimal>
  /** What turning the sign changed: twice the target. */
  readonly turned: ReadonlyMap<string, Decimal>
}

/** The differences of a match. Records that a rule netted count on their side alone. */
export function differencesOf(run: RunState, match: Match): Differences {
  const [accepted, turned] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  const [source, target] = [run.source.table, run.target.table]
  const rows = rowsBySide(match.rule, match)
  const isOpposite = isTurned(run, match)
  for (const row of rows.target) {
    const [currency, amount] = [currencyOf(target, row), settledAmount(run, 'target', row)]
    add(accepted, currency, isOpposite ? negated(amount) : amount)
    if (isOpposite) add(turned, currency, addDecimals(amount, amount))
  }
  for (const row of rows.source) {
    const currency = currencyOf(source, row)
    accepted.set(currency, subtractDecimals(accepted.get(currency) ?? zero, settledAmount(run, 'source', row)))
  }
  return { accepted: withoutZeros(accepted), turned: withoutZeros(turned) }
}

const withoutZeros = (sums: ReadonlyMap<string, Decimal>): ReadonlyMap<string, Decimal> =>
  new Map([...sums].filter(([, sum]) => sum.coefficient !== 0n))

function add(sums: Map<string, Decimal>, key: string, amount: Decimal): void {
  sums.set(key, addDecimals(sums.get(key) ?? zero, amount))
}

function sumSide(run: RunState, side: Side): Map<string, SideSum> {
  const sums = new Map<string, SideSum>()
  const { table, statuses } = run[side]
  for (const [row, each] of statuses.entries()) {
    const currency = currencyOf(table, row)
    const sum = sums.get(currency) ?? { count: 0, total: zero, matched: zero, open: zero, excluded: zero, netted: zero }
    const amount = settledAmount(run, side, row)
    const state = totalByStatus.get(each) ?? 'open'
    sum.count += 1
    sum.total = addDecimals(sum.total, amount)
    sum[state] = addDecimals(sum[state], amount)
    sums.set(currency, sum)
  }
  return sums
}

/** The total that counts a record of a status; all others are open. */
const totalByStatus = new Map<number, 'matched' | 'excluded' | 'netted'>([
  [status.matched, 'matched'],
  [status.excluded, 'excluded'],
  [status.netted, 'netted'],
])

function sumDifferences(run: RunState): Explained {
  const accepted = new Map<string, Map<string, Decimal>>()
  const turned = new Map<string, Decimal>()
  for (const match of [...run.matches, ...run.nettings]) {
    const label = match.rule.compiled.rule.variance ?? 'unlabelled'
    const differences = differencesOf(run, match)
    for (const [currency, amount] of differences.turned) add(turned, currency, amount)
    for (const [currency, difference] of differences.accepted) {
      const sums = accepted.get(currency) ?? new Map<string, Decimal>()
      add(sums, label, difference)
      accepted.set(currency, sums)
    }
  }
  return { accepted, turned }
}

function formatSide(sums: ReadonlyMap<string, SideSum>): { readonly [currency: string]: SideTotal } {
  const format = ({ count, total, matched, open, excluded, netted }: SideSum): SideTotal => ({
    count,
    total: formatDecimal(total),
    matched: formatDecimal(matched),
    open: formatDecimal(open),
    excluded: formatDecimal(excluded),
    netted: formatDecimal(netted),
  })
  return sortedObject(new Map([...sums].map(([currency, sum]) => [currency, format(sum)])))
}

const formatAll = (sums: ReadonlyMap<string, Decimal>): Map<string, string> =>
  new Map([...sums].map(([key, sum]) => [key, formatDecimal(sum)]))

/** Members sorted by name, so that the order of records does not show in the result. */
const sortedObject = <Value>(entries: ReadonlyMap<string, Value>): { readonly [name: string]: Value } =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
