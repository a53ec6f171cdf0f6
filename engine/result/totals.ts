import { type Decimal, formatDecimal } from '../base/decimal.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { BySide } from '../record/side.ts'
import { assertConserved, type DifferenceTotals, type SideSum } from './completeness.ts'
import { exchangeDifferences } from './conversions.ts'
import type { SideTotal, TotalsLine } from './line.ts'
import type { SettledUnits } from './settled-units.ts'
import { sumSide } from './side-sums.ts'

/** The totals of a run. Throws when they are not complete, see `assertConserved`. O(records). */
export const totalsLine = (run: RunState, settled: SettledUnits, differences: DifferenceTotals): TotalsLine =>
  totalsOfSums({
    source: sumSide(run, 'source', settled),
    target: sumSide(run, 'target', settled),
    differences,
    fx: exchangeDifferences(run),
  })

interface Sums extends BySide<ReadonlyMap<string, SideSum>> {
  readonly differences: DifferenceTotals
  readonly fx: TotalsLine['fx']
}

export function totalsOfSums({ source, target, differences, fx }: Sums): TotalsLine {
  const { accepted, turned } = differences
  assertConserved(source, target, differences)
  return {
    kind: 'totals',
    source: formatSide(source),
    target: formatSide(target),
    accepted: sortedObject(new Map([...accepted].map(([currency, sums]) => [currency, sortedObject(formatAll(sums))]))),
    turned: sortedObject(formatAll(turned)),
    fx: sortedObject(new Map(Object.entries(fx))),
  }
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

const sortedObject = <Value>(entries: ReadonlyMap<string, Value>): { readonly [name: string]: Value } =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
