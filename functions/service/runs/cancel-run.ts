import { idempotencyStore } from '../store/idempotency-store.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import { resultStore } from '../store/result-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { stepMillisecondsMax } from '../workflows/steps.ts'
import { noteEnd } from './attempts.ts'
import type { Executor } from './executor.ts'
import { bodyOfLarge } from './run-answer.ts'
import { endRunInstance } from './run-instances.ts'

/**
 * Cancels a run in pieces and returns it. Undefined for any other run, and for one that has ended or is being sealed.
 */
export async function cancelRun(executor: Executor, tenantId: string, runId: string): Promise<RunRow | undefined> {
  const { db, env, isolate } = executor
  const now = isolate.now()
  const [[run]] = await db.batch([
    largeRunStore(db).cancel(tenantId, runId, now),
    folderStore(db).expireOfCancelled(tenantId, runId, now + stepMillisecondsMax),
  ])
  if (run === undefined) return undefined
  const body = (await bodyOfLarge(db, run, null))(run)
  await db.batch([
    idempotencyStore(db).finish(tenantId, { resource: runId, status: 201, body }),
    resultStore(db).discard(tenantId, runId),
  ])
  // An instance that goes on finds the run cancelled before its next step.
  await endRunInstance(env, { tenantId, runId, attempt: run.attempt }).catch(() => undefined)
  noteEnd(executor, { run, body })
  return run
}
