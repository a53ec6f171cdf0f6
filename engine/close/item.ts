import { noCurrency } from '../base/currency.ts'
import type { Decimal } from '../base/decimal.ts'
import { zero } from '../base/decimal.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { BreakLine } from '../result/line.ts'
import { decimalOf } from './currency-sums.ts'
import type { ItemName } from './item-name.ts'
import type { FirstSeen, OpenState } from './opening.ts'

/**
 * What has become of a record. The first three are open. `booked` is an accepted item to which a record was matched,
 * `matched` an item matched by a decision, `cleared` one matched or netted by a rule.
 */
export const itemStates = [
  'undecided',
  'carried',
  'accepted',
  'booked',
  'matched',
  'cleared',
  'excluded',
  'later',
  'repeated',
  'withdrawn',
] as const
export type ItemState = (typeof itemStates)[number]

/** Why a record is neither open nor settled. */
export type SetAside = 'excluded' | 'later' | 'repeated' | 'withdrawn'

/** A record while a period is folded. The fold changes the members that are not readonly. */
export interface Item {
  readonly name: ItemName
  readonly record: CanonicalRecord
  readonly amount: Decimal
  readonly currency: string
  /** Where the period has it from; `made` for residuals and sums of differences. */
  readonly part: 'opening' | 'returned' | 'dataset' | 'made'
  /** The record of its chain that is no residual: the item itself, unless it is one. */
  readonly first: Pick<ItemName, 'id' | 'leaf'>
  readonly firstSeen: FirstSeen
  /** Of a residual: the records whose match left it. Undefined for a residual of an earlier period. */
  readonly leftBy: Settled | undefined
  settled: Settled | undefined
  setAside: SetAside | undefined
  /** The decisions that withdraw the item; undefined where none does, or where the run had left the record out. */
  withdrawnBy: string[] | undefined
  disposition: Disposition
  owner: string | undefined
  isFlagged: boolean
  readonly comments: Comment[]
  isLate: boolean
  reason: BreakLine['reason'] | undefined
  cause: BreakLine['cause']
}

/** What was decided about an open item. */
export interface Disposition {
  readonly state: OpenState
  readonly label?: string | undefined
  readonly decision?: string | undefined
  readonly expected?: string | undefined
}

export interface Comment {
  readonly decision: string
  readonly note: string
  readonly files: readonly string[]
}

/** Records that a match or netted group holds. */
export interface Settled {
  readonly by: 'rule' | 'decision' | 'netted'
  readonly rule: string | undefined
  readonly decision: string | undefined
  readonly items: readonly Item[]
  /** The label under which the run's totals count its difference. */
  readonly label: string
  /** The label of the adjustment that the residual is; undefined where the residual stays open. */
  readonly acceptedAs: string | undefined
  residual: Item | undefined
}

export const undecided: Disposition = { state: 'undecided' }

export const newItem = (item: Pick<Item, 'name' | 'record' | 'part' | 'firstSeen'> & Partial<Item>): Item => ({
  amount: amountOf(item.record),
  currency: item.record.currency ?? noCurrency,
  first: { id: item.name.id, leaf: item.name.leaf },
  leftBy: undefined,
  settled: undefined,
  setAside: undefined,
  withdrawnBy: undefined,
  disposition: undecided,
  owner: undefined,
  isFlagged: false,
  comments: [],
  isLate: false,
  reason: undefined,
  cause: undefined,
  ...item,
})

/** The control amount of a record, as totals count it. */
function amountOf({ amount, net, gross }: CanonicalRecord): Decimal {
  const text = amount ?? net ?? gross
  return text === undefined ? zero : decimalOf(text)
}

/** The booking date; the value date of a record without one. */
export const dateOf = ({ date, valueDate }: CanonicalRecord): string | undefined => date ?? valueDate

export const isOpen = ({ settled, setAside }: Item): boolean => settled === undefined && setAside === undefined

/** `lastDay` is the period's last day: a carried item that was expected before it is undecided again. */
export function stateOf({ settled, setAside, disposition }: Item, lastDay: string): ItemState {
  if (setAside !== undefined) return setAside
  if (settled !== undefined && disposition.state === 'accepted') return 'booked'
  if (settled !== undefined) return settled.by === 'decision' ? 'matched' : 'cleared'
  return isOverdue(disposition, lastDay) ? 'undecided' : disposition.state
}

export const isOverdue = ({ state, expected }: Disposition, lastDay: string): boolean =>
  state === 'carried' && expected !== undefined && expected < lastDay
