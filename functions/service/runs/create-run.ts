import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { requireUndiverged } from '../log/log-diverged.ts'
import { runRecordCountMaxOf } from '../platform/record-limit.ts'
import { logStore } from '../store/log-store.ts'
import { refuseUnknownYears } from './calendar-years.ts'
import { answerExistingRun, makeRun } from './make-run.ts'
import { candidatesOf, pinSides } from './pin-sides.ts'
import { readClaim, readRunRequest } from './run-request.ts'
import { storedPolicyOf } from './stored-policy.ts'

/**
 * Creates the run of a request, executes it and answers with it. If the request's idempotency key stands for a run
 * already, answers with that run.
 */
export async function createRun(c: Context<AppEnv>): Promise<Response> {
  const request = await readRunRequest(c)
  const { executor, tenantId, name, adapters, allowEmpty, policy } = request
  const { db } = executor
  const [[claim], [log], source, target] = await db.batch([
    readClaim(request),
    logStore(db).find(tenantId),
    ...candidatesOf(db, tenantId, adapters),
  ])
  const answered = await answerExistingRun(request, claim)
  if (answered) return answered
  requireUndiverged(log)
  const recordCountMax = runRecordCountMaxOf(c.env)
  const pinned = await pinSides(db, tenantId, { adapters, candidates: { source, target }, recordCountMax, allowEmpty })
  refuseUnknownYears(request, pinned, [...source, ...target])
  return makeRun(request, {
    ...pinned,
    name,
    sourceAdapter: adapters.source.text,
    targetAdapter: adapters.target.text,
    policy: storedPolicyOf(policy),
    replayOf: null,
    period: null,
  })
}
