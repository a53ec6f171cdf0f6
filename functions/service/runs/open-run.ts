import { engineVersion } from '@tallystick/engine/base'
import { engineLimits } from '@tallystick/engine/match'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { sha256 } from '../platform/hasher.ts'
import type { PieceLimits } from '../platform/run-limits.ts'
import { noteHeld } from '../platform/work-scope.ts'
import { bucketOf } from '../store/bucket.ts'
import type { RunRow } from '../store/run-store.ts'
import type { Steps } from '../workflows/steps.ts'
import type { Executor } from './executor.ts'
import { type PartsOfSides, planParts, sourcesOf } from './piece-sides.ts'
import type { PieceJob, PieceSizes } from './pieces/piece-context.ts'
import { type PieceStore, readJson, writeJson } from './pieces/piece-store.ts'
import { partByteCount, sizesFor } from './pieces/sizes-for.ts'
import { createProgressNotes } from './progress-notes.ts'
import { RunError } from './run-error.ts'
import { type RunFolders, runFilesIn } from './run-files.ts'
import { recordCountOf } from './run-record.ts'
import { type RunStage, stageOfTask } from './run-stages.ts'
import type { RunSteps } from './run-steps.ts'
import { loadPolicy } from './stored-policy.ts'

export interface RunToOpen {
  readonly run: RunRow
  readonly folders: RunFolders
  readonly steps: Steps
  /** Names the instance among those of the run, which count their records apart. */
  readonly instance: string
}

export interface OpenedRun {
  readonly runSteps: RunSteps
  readonly store: PieceStore
  /** Sets the policy, which names the stages of the run. */
  readonly setPolicy: (policy: CompiledPolicy) => void
}

/** The sealing task checks by itself whether the run goes on: when it is repeated, the run may be completed. */
export const sealTask = 'seal'

/** Throws a `RunError` for a run of another engine version. */
export function openRun(executor: Executor, { run, folders, steps, instance }: RunToOpen): OpenedRun {
  if (run.engineVersion !== engineVersion)
    throw new RunError(
      `The run was made for engine ${run.engineVersion}, and this is engine ${engineVersion}: make it anew.`,
    )
  let stageOf = (_: string): RunStage | null => null
  return {
    store: runFilesIn(bucketOf(executor.env), folders),
    runSteps: {
      executor,
      run,
      steps,
      notes: createProgressNotes(executor, run, instance),
      stageOf: (task) => (task === sealTask ? undefined : stageOf(task)),
    },
    setPolicy(policy) {
      stageOf = (task) => stageOfTask(task, policy)
    },
  }
}

const partsFile = 'parts'

/** Writes the parts of both sides into a file, from which every instance of the run takes its job. */
export async function planRun({ runSteps: { executor, run }, store }: OpenedRun): Promise<void> {
  const { pieces } = executor.isolate.runLimits
  await writeJson(store, partsFile, await planParts(executor, run, pieces?.partByteCount ?? partByteCount))
}

/** Requires `planRun`. */
export async function openJob({ runSteps: { executor, run, notes }, store, setPolicy }: OpenedRun): Promise<PieceJob> {
  const { pieces } = executor.isolate.runLimits
  const parts = await readJson<PartsOfSides>(store, partsFile)
  const policy = await loadPolicy(executor.db, run)
  setPolicy(policy)
  const { byteCount } = run
  const recordCount = recordCountOf(run)
  const sizes = pieces === undefined ? sizesFor({ recordCount, byteCount, policy }) : sizesUnder(pieces, byteCount)
  const sources = sourcesOf(executor, run, parts)
  const onRecords = notes.countRecords
  return { store, sources, policy, sha256, limits: engineLimits, sizes, onHeld: noteHeld, onRecords }
}

const sizesUnder = (
  { partitionByteCount, partByteCount: _, ...sizes }: PieceLimits,
  byteCount: number,
): PieceSizes => ({
  ...sizes,
  partitionCount: Math.max(1, Math.ceil(byteCount / partitionByteCount)),
})
