import type { LargeRunParameters } from '../env.ts'
import { logSignerOf } from '../log/log-signer.ts'
import { bucketOf } from '../store/bucket.ts'
import { databaseOf, queries } from '../store/database.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore, runFolder } from '../store/line-folders.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import type { Orchestration } from '../workflows/orchestration.ts'
import { noteEnd } from './attempts.ts'
import { executeInstanceTasks } from './execute-instance-tasks.ts'
import { failRun, nearestCause } from './execute-run.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { indexResult } from './index-result.ts'
import { performOverInstances } from './instance-tasks.ts'
import { openJob, openRun, planRun, type RunToOpen, sealTask } from './open-run.ts'
import type { PerformTask } from './pieces/piece-context.ts'
import { inOrder } from './pieces/piece-tasks.ts'
import { reconcileInPieces } from './pieces/reconcile-in-pieces.ts'
import { silentMilliseconds } from './queue-run.ts'
import { RunError } from './run-error.ts'
import { foldersOf, type RunFolders } from './run-files.ts'
import { recordCountOf } from './run-record.ts'
import { performStep } from './run-steps.ts'
import { sealInPieces } from './seal-in-pieces.ts'

/**
 * Executes an attempt of a run in pieces, to the same bytes as a request would. A repeated step writes the same
 * objects. If this throws, the instance dies, and the scheduled handler begins the next attempt.
 */
export const executeInPieces: Orchestration<LargeRunParameters> = async ({ env, isolate }, parameters, steps) => {
  if (parameters.tasks !== undefined)
    return executeInstanceTasks({ env, isolate }, { ...parameters, tasks: parameters.tasks }, steps)
  const { tenantId, runId, attempt } = parameters
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const folders = foldersOf(runFolder(tenantId, { runId, attempt }))
  if ((await steps.do('begin', () => beginAttempt(executor, parameters, folders))) === 'passed') return
  const [run] = await runStore(executor.db).find(tenantId, runId)
  if (run?.attempt !== attempt) return
  const discard = () =>
    steps.do('discard', async () => {
      const { giveUpFolder } = folderStore(executor.db)
      await executor.db.batch([giveUpFolder(tenantId, folders.result), giveUpFolder(tenantId, folders.work)])
      return removeGivenUp(executor, run)
    })
  try {
    // An instance that wakes after its run failed has only its files to remove.
    if (run.status === 'failed') return void (await discard())
    // The files are gone when an instance wakes after its run was completed.
    if (run.status !== 'completed') await reconcileAndSeal(executor, { run, folders, steps, parameters })
    await steps.do('clean', () => removeGivenUp(executor, run))
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof RunError)) throw error
    await steps.do('fail', async () => {
      noteEnd(executor, await failRun(executor, run, await nearestCause(executor, run, error)))
      return null
    })
    await discard()
  }
}

/**
 * Begins the attempt, and stores its folders before their first object. `passed`: the run has ended or has another
 * attempt, or its tenant is suspended or its log has diverged.
 */
async function beginAttempt(
  executor: Executor,
  { tenantId, runId, attempt }: LargeRunParameters,
  { result, work }: RunFolders,
): Promise<'begun' | 'passed'> {
  // Before all else: without a signing key the run stays queued.
  await logSignerOf(executor, tenantId)
  bucketOf(executor.env)
  const { db, isolate } = executor
  const now = isolate.now()
  const begun = await largeRunStore(db).begin(tenantId, { runId, attempt }, { now, lookAt: now + silentMilliseconds })
  if (begun.length === 0) return 'passed'
  const folders = folderStore(db)
  await db.batch([
    folders.begin(tenantId, { folder: result, owner: runId }, now),
    folders.begin(tenantId, { folder: work, owner: runId }, now),
  ])
  return 'begun'
}

async function reconcileAndSeal(executor: Executor, { run, folders, steps, parameters }: BegunRun): Promise<void> {
  const opened = openRun(executor, { run, folders, steps, instance: 'own' })
  const { store, runSteps } = opened
  const perform: PerformTask = (name, task) => performStep(runSteps, name, task)
  await perform('plan', () => planRun(opened))
  const job = await openJob(opened)
  const performAll = performOverInstances({ runSteps, parameters, job }, inOrder(job, perform))
  const reconciled = await reconcileInPieces(job, { perform, performAll })
  const { resultRoot, leafCount, summary, warnings, mergeCount } = reconciled
  await perform('reserve', () => beginSeal(executor, run))
  for (let task = 0; task < mergeCount; task++)
    await perform(`index-${task}`, async () => {
      const rowCount = await indexResult(executor, run, { store, folders, task })
      job.onRecords?.(recordCountOf(run) / mergeCount)
      return rowCount
    })
  await perform(sealTask, () =>
    sealInPieces(executor, run, { folders, outcome: { resultRoot, leafCount, summary, warnings } }),
  )
}

interface BegunRun extends Omit<RunToOpen, 'instance'> {
  readonly parameters: LargeRunParameters
}

async function beginSeal({ db }: Executor, { tenantId, id, attempt }: RunRow): Promise<void> {
  const [sealing] = await largeRunStore(db).beginSeal(tenantId, { runId: id, attempt })
  if (sealing === undefined) throw new LeaseLostError()
}

async function removeGivenUp({ db, env, isolate }: Executor, { tenantId, id }: RunRow): Promise<null> {
  await removeFolders({ db, env }, { tenantId, owner: id, now: isolate.now() })
  return null
}
