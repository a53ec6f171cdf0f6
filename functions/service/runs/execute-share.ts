import type { LargeRunParameters, RunShare } from '../env.ts'
import { databaseOf, queries } from '../store/database.ts'
import { runFolder } from '../store/line-folders.ts'
import { runStore } from '../store/run-store.ts'
import type { WorkflowContext } from '../workflows/orchestration.ts'
import type { Steps } from '../workflows/steps.ts'
import { LeaseLostError } from './executor.ts'
import { type OpenedRun, openRun, reconcileRun } from './open-run.ts'
import { RunError } from './run-error.ts'
import { foldersOf } from './run-files.ts'
import { performStep } from './run-steps.ts'
import { performShare, ShareDoneError, type ShareOutcome, type TaskResult, writeShare } from './share-tasks.ts'

/**
 * Does some tasks of a run for the run's own instance, which waits for the file with their results. Does nothing when
 * the run is not running under the attempt any more.
 */
export async function executeShare(
  { env, isolate }: WorkflowContext,
  { tenantId, runId, attempt, share }: LargeRunParameters & { readonly share: RunShare },
  steps: Steps,
): Promise<void> {
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const [run] = await runStore(executor.db).find(tenantId, runId)
  if (run?.attempt !== attempt || run.status !== 'running') return
  const opened = openRun(executor, { run, folders: foldersOf(runFolder(tenantId, { runId, attempt })), steps })
  try {
    const outcome = await outcomeOf(opened, share)
    await performStep(opened.runSteps, 'share', () => writeShare(opened.store, share, outcome))
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
  }
}

async function outcomeOf(opened: OpenedRun, share: RunShare): Promise<ShareOutcome> {
  const results: TaskResult[] = []
  try {
    await reconcileRun(opened, await performShare(opened, share, results))
  } catch (error) {
    if (error instanceof ShareDoneError) return { results }
    if (error instanceof RunError) return { failure: { code: error.code, message: error.message } }
    throw error
  }
  throw new Error(`The run has no phase ${share.phase}`)
}
