import { absolute, compareDecimals, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import type { PeriodItem } from '@tallystick/engine/close'
import type { ItemListQuery, ItemRecord } from '@tallystick/schema/decision'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { foldOf, readPeriod } from './stored-period.ts'

interface ItemPage extends Page<ItemRecord> {
  revision: number
}

/** A page of the items of a period, folded from its lines. Throws `invalid_cursor` and `period_not_found`. */
export async function listItems(c: Context<AppEnv>, periodId: string, query: ItemListQuery): Promise<ItemPage> {
  const { tenantId } = c.var.identity
  const { limit, cursor, ...filter } = query
  const key = [tenantId, 'items', periodId, JSON.stringify(filter)]
  const from = decodeCursor(key, cursor, ['number'])?.[0] ?? 0
  const period = await readPeriod(executorOf(c), tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const { items } = await foldOf(period)
  const found = items.filter((item) => passes(item, filter)).sort(orders[filter.sort])
  const rows = found.slice(from, from + limit + 1).map((item, index) => ({ item, place: from + index + 1 }))
  const page = pageOf(rows, {
    limit,
    query: key,
    positionOf: ({ place }) => [place],
    show: ({ item }) => itemRecordOf(item),
  })
  return { ...page, revision: period.row.revision }
}

type Filter = Omit<ItemListQuery, 'limit' | 'cursor'>

const passes = (item: PeriodItem, { state, side, reason, cause, owner, age, amountMin, q }: Filter): boolean =>
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

/** The fold gives items by side and id; sorting keeps that order among equal ones. */
const orders: { readonly [sort in ItemListQuery['sort']]: (left: PeriodItem, right: PeriodItem) => number } = {
  id: () => 0,
  age: (left, right) => right.ageDays - left.ageDays,
  amount: (left, right) => compareDecimals(absolute(right.amount), absolute(left.amount)),
}

const itemRecordOf = (item: PeriodItem): ItemRecord => ({
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
