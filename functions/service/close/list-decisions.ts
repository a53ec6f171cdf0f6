import { decisionRecordOf } from '@tallystick/audit/close/decision-record'
import type { DecisionRecord } from '@tallystick/schema/decision'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { foldOf, readPeriod } from './stored-period.ts'

/** The last one first, with what has become of each. Throws `invalid_cursor` and `period_not_found`. */
export async function listDecisions(
  c: Context<AppEnv>,
  periodId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<DecisionRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'decisions', periodId]
  const before = decodeCursor(query, cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER
  const period = await readPeriod(executorOf(c), tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const lines = period.read.decisions
  const { decisions } = await foldOf(period)
  const statuses = new Map(decisions.map((status) => [status.decision, status]))
  const shown = period.rows
    .map(({ number, note }, index) => ({ number, note, line: lines[index] }))
    .filter(({ number }) => number < before)
    .reverse()
    .slice(0, limit + 1)
  return pageOf(shown, {
    limit,
    query,
    positionOf: ({ number }) => [number],
    show: ({ line, note }) => {
      const status = line && statuses.get(line.id)
      if (status === undefined || line === undefined) throw new Error('The fold knows every decision')
      return decisionRecordOf(line, { note, status })
    },
  })
}
