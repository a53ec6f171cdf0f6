import { engineLimits, engineVersion } from '@tallystick/engine'
import type { LargeRunParameters } from '../env.ts'
import { logSignerOf } from '../log/log-signer.ts'
import type { PieceJob, PieceSizes } from '../pieces/piece-context.ts'
import { type ResultOfPieces, reconcileInPieces } from '../pieces/reconcile-in-pieces.ts'
import { partByteCount, sizesFor } from '../pieces/sizes-for.ts'
import { sha256 } from '../platform/hasher.ts'
import type { PieceLimits } from '../platform/run-limits.ts'
import { noteHeld } from '../platform/work-scope.ts'
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
import { runLookMilliseconds } from './queue-run.ts'
import type { PinnedSide } from './resolve-adapter.ts'
import { RunError } from './run-error.ts'
import { foldersOf, type RunFolders, runFilesIn } from './run-files.ts'
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
  const folders = foldersOf(runFolder(tenantId, { runId, attempt }))
  if ((await steps.do('begin', () => beginAttempt(executor, parameters, folders))) === 'passed') return
  const [run] = await runStore(executor.db).find(tenantId, runId)
  if (run?.attempt !== attempt) return
  try {
    // An instance that wakes when its run is completed has no files any more to go by.
    if (run.status !== 'completed') await reconcileAndSeal(executor, { run, folders, steps })
    await steps.do('clean', () => removeGivenUp(executor, run))
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof RunError)) throw error
    await steps.do('fail', async () => {
      noteEnd(executor, await failRun(executor, run, await nearestCause(executor, run, error)))
      return null
    })
    await steps.do('discard', async () => {
      const { giveUpFolder } = folderStore(executor.db)
      await executor.db.batch([giveUpFolder(tenantId, folders.result), giveUpFolder(tenantId, folders.work)])
      return removeGivenUp(executor, run)
    })
  }
}

/** Begins the run, and its folder before the first object. `passed`: it has ended, waits, or another attempt has it. */
async function beginAttempt(
  executor: Executor,
  { tenantId, runId, attempt }: LargeRunParameters,
  { result, work }: RunFolders,
): Promise<'begun' | 'passed'> {
  // Before the run is begun: without a signing key it stays queued.
  await logSignerOf(executor, tenantId)
  bucketOf(executor.env)
  const { db, isolate } = executor
  const now = isolate.now()
  const begun = await largeRunStore(db).begin(tenantId, { runId, attempt }, { now, lookAt: now + runLookMilliseconds })
  if (begun.length === 0) return 'passed'
  const folders = folderStore(db)
  await db.batch([
    folders.begin(tenantId, { folder: result, owner: runId }, now),
    folders.begin(tenantId, { folder: work, owner: runId }, now),
  ])
  return 'begun'
}

/** Looks itself whether the run goes on: when it is repeated, the run may be completed. */
const sealTask = 'seal'

interface BegunRun {
  readonly run: RunRow
  readonly folders: RunFolders
  readonly steps: Steps
}

async function reconcileAndSeal(executor: Executor, { run, folders, steps }: BegunRun): Promise<void> {
  if (run.engineVersion !== engineVersion)
    throw new RunError(
      `The run was made for engine ${run.engineVersion}, and this is engine ${engineVersion}: make it anew.`,
    )
  const { pieces } = executor.isolate.runLimits
  const base = { executor, run, folders, steps }
  const parts = await performStep({ ...base, progressOf: () => ({ recordsRead: 0, rule: null }) }, 'plan', () =>
    planParts(executor, run, pieces?.partByteCount ?? partByteCount),
  )
  const policy = await loadPolicy(executor.db, run)
  const recordCount = recordCountOf(run)
  const runSteps: RunSteps = {
    ...base,
    progressOf: (task) => (task === sealTask ? undefined : progressAt(task, { run, parts, policy })),
  }
  const store = runFilesIn(bucketOf(executor.env), folders)
  const { byteCount } = run
  const sizes = pieces === undefined ? sizesFor({ recordCount, byteCount, policy }) : sizesUnder(pieces, byteCount)
  const job: PieceJob = { store, policy, sha256, limits: engineLimits, sizes, onHeld: noteHeld }
  const perform = <Result>(name: string, task: () => Promise<Result>) => performStep(runSteps, name, task)
  const result: ResultOfPieces = await reconcileInPieces({ job, sources: sourcesOf(executor, run, parts), perform })
  await perform('reserve', () => beginSeal(executor, run))
  for (let task = 0; task < result.mergeCount; task++)
    await perform(`index-${task}`, () => indexResult(executor, run, { store, folders, task }))
  const { resultRoot, leafCount, summary, warnings } = result
  await perform(sealTask, () =>
    sealInPieces(executor, run, { folders, outcome: { resultRoot, leafCount, summary, warnings } }),
  )
}

const sizesUnder = (
  { partitionByteCount, partByteCount: _, ...sizes }: PieceLimits,
  byteCount: number,
): PieceSizes => ({
  ...sizes,
  partitionCount: Math.max(1, Math.ceil(byteCount / partitionByteCount)),
})

/** Records of both sides together. */
const recordCountOf = (run: RunRow): number =>
  [run.source, run.target].reduce((sum, side) => sum + (JSON.parse(side) as PinnedSide).recordCount, 0)

async function beginSeal({ db }: Executor, { tenantId, id, attempt }: RunRow): Promise<void> {
  const [sealing] = await largeRunStore(db).beginSeal(tenantId, { runId: id, attempt })
  if (sealing === undefined) throw new LeaseLostError()
}

/** Removes what nobody reads. What is left when this is interrupted, the scheduled handler removes. */
async function removeGivenUp({ db, env }: Executor, { tenantId, id }: RunRow): Promise<null> {
  await removeFolders({ db, env }, { tenantId, owner: id })
  return null
}
