import { type Decimal, negated } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { BySide } from '../record/side.ts'
import type { TotalsLine } from '../result/line.ts'
import { addTo, times } from './currency-sums.ts'
import type { DecisionLine } from './decision.ts'
import type { ApartInstruction } from './instruction.ts'
import type { Item, Settled } from './item.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import type { OpeningHeader } from './opening.ts'
import { factorOf, type PeriodTerms } from './period-terms.ts'

/** Why a decision has no effect: its records are gone, or not as they were. */
export const lapseReasons = [
  'gone',
  'changed',
  'repeated',
  'later',
  'excluded',
  'withdrawn',
  'matched',
  'amount_differs',
  'currencies_differ',
  'one_currency',
  'not_zero',
  'unknown_decision',
  'own_approval',
  'overdue',
] as const
export type LapseReason = (typeof lapseReasons)[number]

export const decisionStates = ['effective', 'proposed', 'reopened', 'lapsed', 'acknowledged'] as const

export interface DecisionStatus {
  readonly decision: string
  readonly state: (typeof decisionStates)[number]
  readonly reason?: LapseReason
}

/** A period while it is folded. */
export interface FoldState {
  readonly terms: PeriodTerms
  readonly sha256: Sha256
  /** By `keyOfItem`. */
  readonly items: Map<string, Item>
  /** `side id` of all items, to tell a changed record from one that is gone. */
  readonly ids: Set<string>
  /** The highest number that a residual of a chain ever had, by `chainKey`. */
  readonly chains: Map<string, number>
  readonly decisions: Map<string, DecisionLine>
  readonly statuses: Map<string, DecisionStatus>
  /** The records that a decision matched, by its id. */
  readonly settledBy: Map<string, Settled>
  /** The opening and returned items about which a decision of an earlier period was made, by its id. */
  readonly decidedEarlier: Map<string, Item[]>
  /** What rules accepted, by label and currency, as source − t · target. */
  readonly accepted: Map<string, Map<string, Decimal>>
  /** What matches of several currencies moved, as source − t · target. */
  readonly exchanged: Map<string, Decimal>
  /** The sums of the records that the period counts beyond opening and returned items. */
  readonly read: BySide<Map<string, Decimal>>
  readonly apart: ApartInstruction[]
}

/** What is handed on to a period, and the totals of its run. */
export interface FoldedOpening {
  header: OpeningHeader | undefined
  readonly items: Item[]
  readonly apart: ApartInstruction[]
  totals: TotalsLine | undefined
}

export const createFoldState = (terms: PeriodTerms, sha256: Sha256): FoldState => ({
  terms,
  sha256,
  items: new Map(),
  ids: new Set(),
  chains: new Map(),
  decisions: new Map(),
  statuses: new Map(),
  settledBy: new Map(),
  decidedEarlier: new Map(),
  accepted: new Map(),
  exchanged: new Map(),
  read: { source: new Map(), target: new Map() },
  apart: [],
})

export function addItem(state: FoldState, item: Item): Item {
  state.items.set(keyOfItem(item.name), item)
  state.ids.add(`${item.name.side} ${item.name.id}`)
  return item
}

/** Marks the records as settled, without any sum: those of the run are in its totals. */
export function settle(settled: Settled): Settled {
  for (const item of settled.items) item.settled = settled
  return settled
}

export const chainKey = ({ name: { side, root }, first: { id, leaf } }: Pick<Item, 'name' | 'first'>): string =>
  keyOfItem({ side, root, id, leaf })

/** The name of the first record of an item's chain, by which pairs are kept apart. */
export const firstName = ({ name: { side, root }, first: { id, leaf } }: Item): ItemName => ({ side, root, id, leaf })

/** Σ source − t · Σ target of some items, by currency. */
export function differenceOf(terms: Pick<PeriodTerms, 'isTurned'>, items: Iterable<Item>): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { name, currency, amount } of items) addTo(sums, currency, times(factorOf(terms, name.side), amount))
  return sums
}

/** The difference of settled records, less the residual that they left. */
export function acceptedDifference(terms: PeriodTerms, { items, residual }: Settled): Map<string, Decimal> {
  const sums = differenceOf(terms, items)
  if (residual !== undefined)
    addTo(sums, residual.currency, negated(times(factorOf(terms, residual.name.side), residual.amount)))
  return sums
}

export const currenciesOf = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(items.map(({ currency }) => currency))

/** Adds a difference to what rules accepted under a label, or takes it away. */
export function countAccepted(
  { accepted }: FoldState,
  label: string,
  { factor, sums }: { readonly factor: 1 | -1; readonly sums: ReadonlyMap<string, Decimal> },
): void {
  const own = accepted.get(label) ?? new Map<string, Decimal>()
  accepted.set(label, own)
  for (const [currency, amount] of sums) addTo(own, currency, times(factor, amount))
}

export function countExchanged({ exchanged }: FoldState, factor: 1 | -1, sums: ReadonlyMap<string, Decimal>): void {
  for (const [currency, amount] of sums) addTo(exchanged, currency, times(factor, amount))
}
