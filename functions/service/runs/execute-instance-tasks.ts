import type { InstanceTasks, LargeRunParameters } from '../env.ts'
import { databaseOf, queries } from '../store/database.ts'
import { runFolder } from '../store/line-folders.ts'
import { runStore } from '../store/run-store.ts'
import type { WorkflowContext } from '../workflows/orchestration.ts'
import type { Steps } from '../workflows/steps.ts'
import { LeaseLostError } from './executor.ts'
import {
  type InstanceOutcome,
  performInstanceTasks,
  type TaskResult,
  TasksDoneError,
  writeOutcome,
} from './instance-tasks.ts'
import { type OpenedRun, openRun, reconcileRun } from './open-run.ts'
import { RunError } from './run-error.ts'
import { foldersOf } from './run-files.ts'
import { performStep } from './run-steps.ts'

/** Does the tasks of one instance for the run's own instance, which waits for the file with their results. */
export async function executeInstanceTasks(
  { env, isolate }: WorkflowContext,
  { tenantId, runId, attempt, tasks }: LargeRunParameters & { readonly tasks: InstanceTasks },
  steps: Steps,
): Promise<void> {
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const [run] = await runStore(executor.db).find(tenantId, runId)
  if (run?.attempt !== attempt || run.status !== 'running') return
  const opened = openRun(executor, { run, folders: foldersOf(runFolder(tenantId, { runId, attempt })), steps })
  try {
    const outcome = await outcomeOf(opened, tasks)
    await performStep(opened.runSteps, 'leave-outcome', () => writeOutcome(opened.store, tasks, outcome))
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
  }
}

async function outcomeOf(opened: OpenedRun, tasks: InstanceTasks): Promise<InstanceOutcome> {
  const results: TaskResult[] = []
  try {
    await reconcileRun(opened, await performInstanceTasks(opened, tasks, results))
  } catch (error) {
    if (error instanceof TasksDoneError) return { results }
    if (error instanceof RunError) return { failure: { code: error.code, message: error.message } }
    throw error
  }
  throw new Error(`The run has no phase ${tasks.phase}`)
}
