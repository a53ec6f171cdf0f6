import { storedPlan, storedSettings } from '@tallystick/schema/key'
import { Hono } from 'hono'
import { answerError } from '../http/answer-error.ts'
import type { Actor, AppEnv, Identity } from '../http/app-env.ts'
import { memoryBudget } from '../http/middleware/memory-budget.ts'
import { requestId } from '../http/middleware/request-id.ts'
import type { Executor } from '../runs/executor.ts'
import { namesOfActors } from '../store/actor-names.ts'
import type { ScheduleRow } from '../store/schedule-store.ts'
import { makePeriodRun } from './make-period-run.ts'

export interface DueSchedule {
  readonly schedule: ScheduleRow
  readonly plan: string
  /** JSON. */
  readonly settings: string
}

/**
 * Runs a period as a request of whoever set the schedule would, once for the tick. Throws what is no problem of the request
 * itself.
 */
export async function runForSchedule(executor: Executor, due: DueSchedule, periodId: string): Promise<Response> {
  const { env, isolate } = executor
  const identity = await identityOf(executor, due)
  const app = new Hono<AppEnv>()
  app.use(
    requestId(() => isolate),
    memoryBudget(),
    async (c, next) => {
      c.set('identity', identity)
      await next()
    },
  )
  app.post('*', (c) => makePeriodRun(c, periodId))
  app.onError((error, c) => {
    const answer = answerError(c, error)
    if (c.get('fault') !== undefined) throw error
    return answer
  })
  const after: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void after.push(work),
    passThroughOnException() {},
    props: {},
  }
  const headers = { 'Idempotency-Key': `schedule-${due.schedule.tick}-${periodId}` }
  const answer = await app.request(`/api/v1/periods/${periodId}/runs`, { method: 'POST', headers }, env, context)
  await Promise.allSettled(after)
  return answer
}

async function identityOf({ db }: Executor, { schedule, plan, settings }: DueSchedule): Promise<Identity> {
  const { tenantId, createdBy: id } = schedule
  const name = (await namesOfActors(db, tenantId, [id])).get(id) ?? id
  const actor: Actor = id.startsWith('mbr_')
    ? { kind: 'member', id, name, role: 'preparer' }
    : { kind: 'key', id, name }
  return {
    ...{ tenantId, actor, scopes: ['periods:write'], storedBytes: 0 },
    ...{ plan: storedPlan.parse(plan), settings: storedSettings.parse(JSON.parse(settings)) },
  }
}
