import { logSignerOf } from '../log/log-signer.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import { startsOf } from '../store/run-attempts.ts'
import type { RunRow } from '../store/run-store.ts'
import { stepMillisecondsMax } from '../workflows/steps.ts'
import { noteEnd } from './attempts.ts'
import { failRun } from './execute-run.ts'
import type { Executor } from './executor.ts'
import { lookMilliseconds } from './queue-run.ts'
import { RunError } from './run-error.ts'
import { endRunInstance, startRunInstance, stateOfRunInstance } from './run-instances.ts'

const runCountMax = 20

/**
 * Looks whether the instances of unfinished runs in pieces live. One that was never started is started; a run whose
 * instance died is begun anew, each time after twice as long, and fails once that has been tried five times. When one run
 * fails to be looked after, the others still are, and it is its turn again two minutes later; throws the first fault.
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

const postpone = ({ db, isolate }: Executor, { tenantId, id, attempt }: RunRow) =>
  largeRunStore(db).postpone(tenantId, { runId: id, attempt }, isolate.now() + lookMilliseconds)

async function seeTo(executor: Executor, run: RunRow): Promise<void> {
  const { db, env, isolate } = executor
  const { tenantId, id: runId, attempt, status } = run
  const instance = { tenantId, runId, attempt }
  const state = await stateOfRunInstance(env, instance)
  if (state === 'active') return void (await postpone(executor, run))
  // Nothing is begun that could not be sealed.
  await logSignerOf(executor, tenantId)
  if (state === 'unknown' && status === 'queued') {
    await startRunInstance(env, instance)
    return void (await postpone(executor, run))
  }
  const now = isolate.now()
  const starts = startsOf(attempt)
  if (starts >= isolate.runLimits.attemptCountMax) return giveUp(executor, run)
  // What an attempt still writes is removed once no step of it can live.
  const [, [next]] = await db.batch([
    folderStore(db).expire(tenantId, runId, now + stepMillisecondsMax),
    largeRunStore(db).retry(tenantId, { runId, attempt }, now + lookMilliseconds * 2 ** starts),
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
