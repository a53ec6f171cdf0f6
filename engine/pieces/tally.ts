import { addDecimals, type Decimal, formatDecimal, parseDecimal } from '../base/decimal.ts'
import type { Pass } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { DifferenceTotals, SideSum } from '../result/completeness.ts'
import { sumsByCurrency } from '../result/control-amount.ts'
import type { SideTotal, TotalsLine } from '../result/line.ts'
import type { RunSummary } from '../result/summary.ts'

/**
 * The counts of one piece. Added up over all pieces they are the figures of the run. JSON, with amounts as decimals.
 */
export interface Tally extends Pick<RunSummary, 'confidence'> {
  readonly passes: { readonly [position: string]: PieceCounts }
  /** Position of a rule → the number of records that it took, less the residuals that it left. */
  readonly taken: { readonly [position: string]: BySide<number> }
  readonly totals: Omit<TotalsLine, 'kind'>
  /** The number of records by state. Records under review count as open. */
  readonly records: BySide<RunSummary['source']>
  readonly residualCount: number
}

type PieceCounts = Omit<Pass, 'rule' | 'action' | 'leftSource' | 'leftTarget'>

export const noSums: SideTotal = { count: 0, total: '0', matched: '0', open: '0', excluded: '0', netted: '0' }

const noTotals: Tally['totals'] = { source: {}, target: {}, accepted: {}, turned: {}, fx: {} }

export const emptyTally: Tally = {
  passes: {},
  taken: {},
  totals: noTotals,
  confidence: { exact: 0, high: 0, medium: 0, low: 0 },
  records: { source: { matched: 0, open: 0, netted: 0 }, target: { matched: 0, open: 0, netted: 0 } },
  residualCount: 0,
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

interface PartOfSide {
  readonly side: Side
  readonly part: 'open' | 'excluded'
}

/** Counts the amounts of records that no rule took. */
export function tallyOfPart(table: Table, rows: Iterable<number>, { side, part }: PartOfSide): Tally {
  const own = Object.fromEntries(
    [...sumsByCurrency(table, rows)].map(([currency, { count, total }]) => {
      const amount = formatDecimal(total)
      return [currency, { ...noSums, count, total: amount, [part]: amount }]
    }),
  )
  return { ...emptyTally, totals: { ...noTotals, [side]: own } }
}

export const differencesIn = ({ accepted, turned }: Tally['totals']): DifferenceTotals => ({
  accepted: new Map(Object.entries(accepted).map(([currency, sums]) => [currency, parseAll(sums)])),
  turned: parseAll(turned),
})

export const sideSumIn = ({ count, total, matched, open, excluded, netted }: SideTotal): SideSum => ({
  count,
  total: decimalIn(total),
  matched: decimalIn(matched),
  open: decimalIn(open),
  excluded: decimalIn(excluded),
  netted: decimalIn(netted),
})

const parseAll = (sums: { readonly [key: string]: string }): Map<string, Decimal> =>
  new Map(Object.entries(sums).map(([key, sum]) => [key, decimalIn(sum)]))

function decimalIn(text: string): Decimal {
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
