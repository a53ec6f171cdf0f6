import { itemRecordOf, workListOf } from '@tallystick/audit/close/work-list'
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
  const found = workListOf(items, filter)
  const rows = found.slice(from, from + limit + 1).map((item, index) => ({ item, place: from + index + 1 }))
  const page = pageOf(rows, {
    limit,
    query: key,
    positionOf: ({ place }) => [place],
    show: ({ item }) => itemRecordOf(item),
  })
  return { ...page, revision: period.row.revision }
}
