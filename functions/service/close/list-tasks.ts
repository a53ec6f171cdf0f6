import type { TaskRecord } from '@tallystick/schema/task'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, encodeCursor, type Page, type PageQuery } from '../http/cursor.ts'
import { executorOf } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { isOwnWork, isSamePerson } from './own-work.ts'
import { dbOf } from './read-reconciliations.ts'
import { foldOf, openPeriod, periodStatements, type StoredPeriod } from './stored-period.ts'

/** Periods that one page goes through, each of which is folded. */
const periodCountMax = 5

/**
 * What of periods that are not closed waits for the caller: by period, in the order of their ids. Throws
 * `invalid_cursor`. A trip to D1, and those of `openPeriod` for each of up to five periods; more where something
 * waits for an approval.
 */
export async function listTasks(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<TaskRecord>> {
  const { tenantId, actor } = c.var.identity
  const query = [tenantId, 'tasks', actor.id]
  const [from, skipped] = decodeCursor(query, cursor, ['string', 'number']) ?? ['', 0]
  const periods = await periodStore(dbOf(c)).notClosed(tenantId, { from, limit: periodCountMax + 1 })
  const data: TaskRecord[] = []
  for (const [index, { id }] of periods.entries()) {
    const start = id === from ? skipped : 0
    if (index === periodCountMax || data.length === limit) return { data, nextCursor: encodeCursor(query, [id, start]) }
    const tasks = await tasksOf(c, id)
    // One period is in memory at a time.
    c.var.memory.release()
    const end = start + limit - data.length
    data.push(...tasks.slice(start, end))
    if (tasks.length > end) return { data, nextCursor: encodeCursor(query, [id, end]) }
  }
  return { data, nextCursor: null }
}

async function tasksOf(c: Context<AppEnv>, periodId: string): Promise<readonly TaskRecord[]> {
  const { tenantId, actor, scopes } = c.var.identity
  const db = dbOf(c)
  const [rows, decided, runs, signoffs] = await db.batch([
    ...periodStatements(db, tenantId, periodId),
    actStore(db).signoffs(tenantId, periodId),
  ])
  const period = await openPeriod(executorOf(c), [rows, decided, runs])
  if (period === undefined) return []
  const { row } = period
  const isApprover = scopes.includes('items:approve')
  if (row.state === 'submitted') {
    if (!isApprover || signoffs.length === 0) return []
    return (await isOwnWork(db, period, { actor: actor.id, signoffs })) ? [] : [taskOf(row, 'approve_period')]
  }
  return openTasks(c, period, isApprover)
}

async function openTasks(
  c: Context<AppEnv>,
  period: StoredPeriod,
  isApprover: boolean,
): Promise<readonly TaskRecord[]> {
  const { tenantId, actor } = c.var.identity
  const { row, read } = period
  const { items, decisions } = await foldOf(period)
  const makers = new Map(read.decisions.map((line) => [line.id, line.actor]))
  const tasks: TaskRecord[] = []
  for (const { decision, state } of decisions) {
    const maker = makers.get(decision) ?? ''
    if (state === 'lapsed' && maker === actor.id) tasks.push({ ...taskOf(row, 'lapsed_decision'), decision })
    if (state !== 'proposed' || !isApprover) continue
    if (!(await isSamePerson(dbOf(c), tenantId, { actor: actor.id, others: [maker] })))
      tasks.push({ ...taskOf(row, 'approve_decision'), decision })
  }
  for (const { owner, state, name } of items)
    if (owner === actor.id && state === 'undecided') tasks.push({ ...taskOf(row, 'assigned_item'), item: name })
  return tasks
}

const taskOf = ({ id, name, reconciliationId }: PeriodRow, kind: TaskRecord['kind']): TaskRecord => ({
  ...{ kind, period: { id, name, reconciliationId } },
  ...{ decision: null, item: null },
})
