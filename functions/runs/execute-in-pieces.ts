import { engineLimits, engineVersion } from '@tallystick/engine'
import type { LargeRunParameters } from '../env.ts'
import { logSignerOf } from '../log/log-signer.ts'
import type { PieceJob } from '../pieces/piece-context.ts'
import { type ResultOfPieces, reconcileInPieces } from '../pieces/reconcile-in-pieces.ts'
import { sha256 } from '../platform/hasher.ts'
import { bucketOf } from '../store/bucket.ts'
import { databaseOf, queries } from '../store/database.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore, runFolder } from '../store/line-folders.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import type { Orchestration } from '../workflows/orchestration.ts'
import type { Steps } from '../workflows/steps.ts'
import { noteEnd } from './attempts.ts'
import { failRun, nearestCause } from './execute-run.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { indexResult } from './index-result.ts'
import { planParts, progressAt, sourcesOf } from './piece-sides.ts'
import { lookMilliseconds } from './queue-run.ts'
import { RunError } from './run-error.ts'
import { removeWorkingFiles, runFilesIn } from './run-files.ts'
import { performStep, type RunSteps } from './run-steps.ts'
import { sealInPieces } from './seal-in-pieces.ts'
import { loadPolicy } from './stored-policy.ts'

/**
 * Executes an attempt of a run in pieces, to the same bytes as a request would. A step that is executed again writes the same
 * objects. The run ends completed or failed; what throws here is an instance that dies, which the scheduled handler finds.
 * Between the steps only the run and its policy are read, which do not change.
 */
export const executeInPieces: Orchestration<LargeRunParameters> = async ({ env, isolate }, parameters, steps) => {
  const { tenantId, runId, attempt } = parameters
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const folder = runFolder(tenantId, { runId, attempt })
  if ((await steps.do('begin', () => beginAttempt(executor, parameters, folder))) === 'passed') return
  const [row] = await runStore(executor.db).find(tenantId, runId)
  if (row === undefined) return
  // As it was begun: the row is another one by the time that an instance wakes again.
  const run: RunRow = { ...row, attempt }
  try {
    await reconcileAndSeal(executor, { run, folder, steps })
    await steps.do('clean', async () => {
      await removeWorkingFiles(bucketOf(env), folder)
      return null
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof RunError)) throw error
    await steps.do('fail', async () => {
      noteEnd(executor, await failRun(executor, run, await nearestCause(executor, run, error)))
      return null
    })
    await steps.do('discard', () => discardFiles(executor, run, folder))
  }
}

/** Begins the run, and its folder before the first object. `passed`: it has ended, waits, or another attempt has it. */
async function beginAttempt(
  executor: Executor,
  { tenantId, runId, attempt }: LargeRunParameters,
  folder: string,
): Promise<'begun' | 'passed'> {
  // Before the run is begun: without a signing key it stays queued.
  await logSignerOf(executor, tenantId)
  bucketOf(executor.env)
  const { db, isolate } = executor
  const now = isolate.now()
  const begun = await largeRunStore(db).begin(tenantId, { runId, attempt }, { now, lookAt: now + lookMilliseconds })
  if (begun.length === 0) return 'passed'
  await folderStore(db).begin(tenantId, { folder, owner: runId }, now)
  return 'begun'
}

interface BegunRun {
  readonly run: RunRow
  readonly folder: string
  readonly steps: Steps
}

async function reconcileAndSeal(executor: Executor, { run, folder, steps }: BegunRun): Promise<void> {
  if (run.engineVersion !== engineVersion)
    throw new RunError(
      `The run was made for engine ${run.engineVersion}, and this is engine ${engineVersion}: make it anew.`,
    )
  const { pieces } = executor.isolate.runLimits
  const base = { executor, run, folder, steps }
  const parts = await performStep({ ...base, progressOf: () => ({ recordsRead: 0, rule: null }) }, 'plan', () =>
    planParts(executor, run, pieces),
  )
  const policy = await loadPolicy(executor.db, run)
  const runSteps: RunSteps = { ...base, progressOf: (task) => progressAt(task, { run, parts, policy }) }
  const store = runFilesIn(bucketOf(executor.env), folder)
  const { partitionByteCount, partByteCount: _, ...sizes } = pieces
  const partitionCount = Math.max(1, Math.ceil(run.byteCount / partitionByteCount))
  const job: PieceJob = { store, policy, sha256, limits: engineLimits, sizes: { ...sizes, partitionCount } }
  const perform = <Result>(name: string, task: () => Promise<Result>) => performStep(runSteps, name, task)
  const result: ResultOfPieces = await reconcileInPieces({ job, sources: sourcesOf(executor, run, parts), perform })
  await perform('reserve', () => beginSeal(executor, run))
  for (let task = 0; task < result.mergeCount; task++)
    await perform(`index-${task}`, () => indexResult(executor, run, { store, folder, task }))
  const { resultRoot, leafCount, summary, warnings } = result
  await perform('seal', () =>
    sealInPieces(executor, run, { folder, outcome: { resultRoot, leafCount, summary, warnings } }),
  )
}

async function beginSeal({ db }: Executor, { tenantId, id, attempt }: RunRow): Promise<void> {
  const [sealing] = await largeRunStore(db).beginSeal(tenantId, { runId: id, attempt })
  if (sealing === undefined) throw new LeaseLostError()
}

/** Removes what an attempt has written that nobody reads. */
async function discardFiles({ db, env }: Executor, { tenantId, id }: RunRow, folder: string): Promise<null> {
  await folderStore(db).giveUpFolder(tenantId, folder)
  await removeFolders({ db, env }, { tenantId, owner: id })
  return null
}
