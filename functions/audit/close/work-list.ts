import { absolute, compareDecimals, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import { itemStates, type PeriodItem } from '@tallystick/engine/close'
import type { ItemListQuery, ItemRecord } from '@tallystick/schema/decision'

/** The items of a period as a work list. */

type ItemFilter = Omit<ItemListQuery, 'limit' | 'cursor'>

/** The items that pass, in the order that is asked for. O(items · log items). */
export const workListOf = (items: readonly PeriodItem[], { sort, ...filter }: ItemFilter): readonly PeriodItem[] =>
  items.filter((item) => passes(item, filter)).sort(orders[sort])

export const itemRecordOf = (item: PeriodItem): ItemRecord => ({
  name: item.name,
  state: item.state,
  amount: formatDecimal(item.amount),
  currency: item.record.currency ?? '',
  record: { ...item.record },
  firstSeen: item.firstSeen,
  ageDays: item.ageDays,
  age: item.bucket,
  reason: item.reason ?? null,
  ...(item.cause !== undefined && { cause: item.cause }),
  label: item.label ?? null,
  decision: item.decision ?? null,
  expected: item.expected ?? null,
  owner: item.owner ?? null,
  isFlagged: item.isFlagged,
  isOverdue: item.isOverdue,
  commentCount: item.comments.length,
})

const passes = (
  item: PeriodItem,
  { state, side, reason, cause, owner, age, amountMin, q }: Omit<ItemFilter, 'sort'>,
): boolean =>
  (state === undefined || item.state === state) &&
  (side === undefined || item.name.side === side) &&
  (reason === undefined || item.reason === reason) &&
  (cause === undefined || item.cause?.kind === cause) &&
  (owner === undefined || item.owner === owner) &&
  (age === undefined || item.bucket === age) &&
  (amountMin === undefined || isAtLeast(item, amountMin)) &&
  (q === undefined || hasText(item, q.toLowerCase()))

/** `amount` is a decimal. */
function isAtLeast(item: PeriodItem, amount: string): boolean {
  const bound = parseDecimal(amount)
  return bound !== undefined && compareDecimals(absolute(item.amount), bound) >= 0
}

const hasText = ({ name, record: { reference, counterparty, description } }: PeriodItem, text: string): boolean =>
  [name.id, reference, counterparty, description].some((each) => each?.toLowerCase().includes(text))

/** What is to be decided comes first, then what is open, settled and set aside. */
export function compareStates(left: PeriodItem, right: PeriodItem): number {
  return itemStates.indexOf(left.state) - itemStates.indexOf(right.state)
}

/** The fold gives items by side and id; sorting keeps that order among equal ones. */
const orders: { readonly [sort in ItemListQuery['sort']]: (left: PeriodItem, right: PeriodItem) => number } = {
  state: compareStates,
  id: () => 0,
  age: (left, right) => right.ageDays - left.ageDays,
  amount: (left, right) => compareDecimals(absolute(right.amount), absolute(left.amount)),
}
