import { logSignerOf } from '../log/log-signer.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import { startsOf } from '../store/run-attempts.ts'
import type { RunRow } from '../store/run-store.ts'
import { stepMillisecondsMax } from '../workflows/steps.ts'
import { isSealed, noteEnd } from './attempts.ts'
import { failRun } from './execute-run.ts'
import type { Executor } from './executor.ts'
import { silentMilliseconds } from './queue-run.ts'
import { RunError } from './run-error.ts'
import { endRunInstance, startRunInstance, stateOfRunInstance } from './run-instances.ts'

const runCountMax = 20

/**
 * Checks the instances of unfinished runs in pieces. Starts one that was never started, and waits for one that is
 * queued. A run whose instance died or is silent gets its next attempt, and fails after five unless it was sealed. If a
 * check fails, the run is checked again 40 seconds later, and the first fault is thrown at the end.
 */
export async function sweepLargeRuns(executor: Executor): Promise<void> {
  const { db, isolate } = executor
  const faults: unknown[] = []
  for (const run of await largeRunStore(db).due(isolate.now(), runCountMax))
    try {
      await seeTo(executor, run)
    } catch (error) {
      faults.push(error)
      await postpone(executor, run)
    }
  if (faults.length > 0) throw faults[0]
}

async function postpone({ db, isolate }: Executor, { tenantId, id, attempt }: RunRow): Promise<void> {
  await largeRunStore(db).postpone(tenantId, { runId: id, attempt }, isolate.now() + silentMilliseconds)
}

async function seeTo(executor: Executor, run: RunRow): Promise<void> {
  const { env } = executor
  const instance = { tenantId: run.tenantId, runId: run.id, attempt: run.attempt }
  const state = await stateOfRunInstance(env, instance)
  if (state === 'queued') return postpone(executor, run)
  // Throws without a signing key: nothing is begun that could not be sealed.
  await logSignerOf(executor, run.tenantId)
  if (state === 'unknown' && run.status === 'queued') {
    await startRunInstance(env, instance)
    return postpone(executor, run)
  }
  // If the instance cannot be ended, it still changes nothing once the next attempt has begun.
  if (state === 'active') await endRunInstance(env, instance).catch(() => undefined)
  return executeAnew(executor, run)
}

async function executeAnew(executor: Executor, run: RunRow): Promise<void> {
  const { db, env, isolate } = executor
  const { tenantId, id: runId, attempt } = run
  const now = isolate.now()
  const { attemptCountMax } = isolate.runLimits
  const starts = Math.min(startsOf(attempt), attemptCountMax)
  // An instance may have signed the receipt and died before the database had it.
  const isSealing = await isSealed(executor, tenantId, runId)
  if (starts === attemptCountMax && !isSealing) return giveUp(executor, run)
  // An attempt that does not begin is followed by the next one ever later, from the third on.
  const lookAt = now + silentMilliseconds * 2 ** Math.max(0, starts - 1)
  // The folders are removed only when no step can write into them any more.
  const [, [next]] = await db.batch([
    folderStore(db).expire(tenantId, runId, now + stepMillisecondsMax),
    largeRunStore(db).retry(tenantId, { runId, attempt }, { lookAt, isSealing }),
  ])
  if (next !== undefined) await startRunInstance(env, { tenantId, runId, attempt: next.attempt })
}

async function giveUp(executor: Executor, run: RunRow): Promise<void> {
  const { db, env, isolate } = executor
  const { tenantId, id: runId, attempt } = run
  const { attemptCountMax } = isolate.runLimits
  const why = new RunError(
    `Each of ${attemptCountMax} executions of the run was ended from outside before it came to an end, so it is not tried again. A replay executes it once more.`,
    { code: 'attempts_exhausted' },
  )
  noteEnd(executor, await failRun(executor, run, why))
  await folderStore(db).expire(tenantId, runId, isolate.now() + stepMillisecondsMax)
  await endRunInstance(env, { tenantId, runId, attempt })
}
