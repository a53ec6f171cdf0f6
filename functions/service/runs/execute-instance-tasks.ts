import type { InstanceTasks } from '../env.ts'
import { databaseOf, queries } from '../store/database.ts'
import { runFolder } from '../store/line-folders.ts'
import { runStore } from '../store/run-store.ts'
import type { WorkflowContext } from '../workflows/orchestration.ts'
import type { Steps } from '../workflows/steps.ts'
import { LeaseLostError } from './executor.ts'
import { type InstanceOutcome, type TaskParameters, tellOutcome } from './instance-tasks.ts'
import { type OpenedRun, openJob, openRun } from './open-run.ts'
import { performTask, type TaskKind } from './pieces/piece-tasks.ts'
import { RunError } from './run-error.ts'
import { foldersOf } from './run-files.ts'
import { performStep } from './run-steps.ts'

/** Does the tasks of one instance for the run's own instance, which waits for their results. */
export async function executeInstanceTasks(
  { env, isolate }: WorkflowContext,
  parameters: TaskParameters,
  steps: Steps,
): Promise<void> {
  const { tenantId, runId, attempt, tasks } = parameters
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const [run] = await runStore(executor.db).find(tenantId, runId)
  if (run?.attempt !== attempt || run.status !== 'running') return
  const folders = foldersOf(runFolder(tenantId, { runId, attempt }))
  const instance = `${tasks.phase}-${tasks.index}`
  const opened = openRun(executor, { run, folders, steps, instance })
  const { store, runSteps } = opened
  try {
    const outcome = await outcomeOf(opened, tasks)
    await performStep(runSteps, 'leave-outcome', () => tellOutcome({ store, env }, parameters, outcome))
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
  }
}

async function outcomeOf(opened: OpenedRun, { kind, tasks }: InstanceTasks): Promise<InstanceOutcome> {
  const results: unknown[] = []
  try {
    const job = await openJob(opened)
    // The run's own instance gave a kind of the table, and what its tasks take.
    for (const task of tasks)
      results.push(
        await performStep(opened.runSteps, task.name, () => performTask(job, kind as TaskKind, task as never)),
      )
    return { results }
  } catch (error) {
    if (error instanceof RunError) return { failure: { code: error.code, message: error.message } }
    throw error
  }
}
