import { addDecimals, type Decimal, formatDecimal, parseDecimal, zero } from '../base/decimal.ts'
import type { Pass } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { DifferenceTotals, SideSum } from '../result/completeness.ts'
import { currencyOf } from '../result/control-amount.ts'
import type { Confidence } from '../rules/language/language.ts'

/**
 * The counts of one piece. Added up over all pieces they are the figures of the run. JSON, with amounts as decimals.
 */
export interface Tally {
  readonly passes: { readonly [position: string]: PieceCounts }
  /** Position of a rule → the number of records that it took, less the residuals that it left. */
  readonly taken: { readonly [position: string]: BySide<number> }
  readonly sums: BySide<{ readonly [currency: string]: PartSums }>
  readonly accepted: { readonly [currency: string]: { readonly [variance: string]: string } }
  readonly turned: { readonly [currency: string]: string }
  readonly fx: { readonly [currency: string]: string }
  readonly confidence: { readonly [level in Confidence]: number }
  /** The number of records by state. Records under review count as open. */
  readonly records: BySide<{ readonly matched: number; readonly open: number; readonly netted: number }>
  readonly residualCount: BySide<number>
}

type PieceCounts = Omit<Pass, 'rule' | 'action' | 'leftSource' | 'leftTarget'>

type PartSums = { readonly count: number } & { readonly [part in SumPart]: string }
type SumPart = 'matched' | 'open' | 'excluded' | 'netted'

const noSums: PartSums = { count: 0, matched: '0', open: '0', excluded: '0', netted: '0' }

export const emptyTally: Tally = {
  passes: {},
  taken: {},
  sums: { source: {}, target: {} },
  accepted: {},
  turned: {},
  fx: {},
  confidence: { exact: 0, high: 0, medium: 0, low: 0 },
  records: { source: { matched: 0, open: 0, netted: 0 }, target: { matched: 0, open: 0, netted: 0 } },
  residualCount: { source: 0, target: 0 },
}

export const noCounts: PieceCounts = {
  candidates: 0,
  matches: 0,
  netted: 0,
  suggestions: 0,
  ambiguous: 0,
  findings: 0,
  excludedSource: 0,
  excludedTarget: 0,
}

export const addTallies = (left: Tally, right: Tally): Tally => addNodes(left, right) as Tally

export function sumPart(
  table: Table,
  rows: Iterable<number>,
  { part, amountOf }: { readonly part: SumPart; readonly amountOf: (row: number) => Decimal },
): { readonly [currency: string]: PartSums } {
  const sums = new Map<string, { count: number; total: Decimal }>()
  for (const row of rows) {
    const currency = currencyOf(table, row)
    const sum = sums.get(currency) ?? { count: 0, total: zero }
    sum.count += 1
    sum.total = addDecimals(sum.total, amountOf(row))
    sums.set(currency, sum)
  }
  return Object.fromEntries(
    [...sums].map(([currency, { count, total }]) => [currency, { ...noSums, count, [part]: formatDecimal(total) }]),
  )
}

export const tallyOfSums = (side: Side, sums: Tally['sums'][Side]): Tally => ({
  ...emptyTally,
  sums: { ...emptyTally.sums, [side]: sums },
})

/** The differences of a run in the form of a tally; the inverse of `explainedIn`. */
export const explainedTally = ({ accepted, turned }: DifferenceTotals): Pick<Tally, 'accepted' | 'turned'> => ({
  accepted: Object.fromEntries([...accepted].map(([currency, sums]) => [currency, formatAll(sums)])),
  turned: formatAll(turned),
})

export const explainedIn = ({ accepted, turned }: Tally): DifferenceTotals => ({
  accepted: new Map(Object.entries(accepted).map(([currency, sums]) => [currency, parseAll(sums)])),
  turned: parseAll(turned),
})

export const sideSumsIn = (
  sums: Tally['sums'][Side],
  totalOf: (currency: string) => Decimal,
): ReadonlyMap<string, SideSum> =>
  new Map(
    Object.entries(sums).map(([currency, { count, ...parts }]) => [
      currency,
      {
        count,
        total: totalOf(currency),
        matched: decimalIn(parts.matched),
        open: decimalIn(parts.open),
        excluded: decimalIn(parts.excluded),
        netted: decimalIn(parts.netted),
      },
    ]),
  )

const formatAll = (sums: ReadonlyMap<string, Decimal>): { readonly [key: string]: string } =>
  Object.fromEntries([...sums].map(([key, sum]) => [key, formatDecimal(sum)]))

const parseAll = (sums: { readonly [key: string]: string }): Map<string, Decimal> =>
  new Map(Object.entries(sums).map(([key, sum]) => [key, decimalIn(sum)]))

export function decimalIn(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new RangeError(`Got ${text} for an amount of a tally`)
  return decimal
}

function addNodes(left: unknown, right: unknown): unknown {
  if (left === undefined) return right
  if (right === undefined) return left
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (typeof left === 'string' && typeof right === 'string')
    return formatDecimal(addDecimals(decimalIn(left), decimalIn(right)))
  const [own, other] = [new Map(Object.entries(left as object)), new Map(Object.entries(right as object))]
  return Object.fromEntries(
    [...new Set([...own.keys(), ...other.keys()])].map((key) => [key, addNodes(own.get(key), other.get(key))]),
  )
}
