import { at } from '@tallystick/engine/base'
import type { Env, InstanceTasks, LargeRunParameters } from '../env.ts'
import { instanceCountUsual } from '../platform/run-limits.ts'
import { PermanentError } from '../workflows/steps.ts'
import type { PieceJob } from './pieces/piece-context.ts'
import { type PieceStore, readJson, writeJson } from './pieces/piece-store.ts'
import type { NamedTask, Performing, Result, TaskKind } from './pieces/piece-tasks.ts'
import { startRunInstance, stateOfRunInstance, tellRunInstance } from './run-instances.ts'
import { errorOfStep, performStep, type RunSteps, type StepFailure } from './run-steps.ts'

/**
 * The tasks of a large run over several instances: all steps of an instance run in one isolate, so that further
 * instances share the independent tasks of a phase. Such an instance is given its tasks, performs them, and tells the
 * run's own instance of their results, which it also leaves in a file in case that the event is lost.
 */

const instanceCountMax = 100

/** The number of instances of a large run. With 1, the run's own instance does all tasks. */
function instanceCountOf({ RUN_INSTANCES: text }: Pick<Env, 'RUN_INSTANCES'>): number {
  return text && isInstanceCount(text) ? Number(text) : instanceCountUsual
}

/** A valid `RUN_INSTANCES` is a whole number from 1 to 100. */
export const isInstanceCount = (text: string): boolean =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= instanceCountMax

export type TaskParameters = LargeRunParameters & { readonly tasks: InstanceTasks }

/** The results of an instance's tasks in their order, or the failure that ends the run. */
export type InstanceOutcome = { readonly results: readonly unknown[] } | { readonly failure: StepFailure }

const outcomeFile = ({ phase, index }: InstanceTasks): string => `outcomes/${phase}/${index}`

const eventOf = ({ phase, index }: InstanceTasks): string => `done-${phase}-${index}`

/** Leaves the outcome of an instance and tells the run's own instance of it. May be repeated. */
export async function tellOutcome(
  { store, env }: { readonly store: PieceStore; readonly env: Env },
  parameters: TaskParameters,
  outcome: InstanceOutcome,
): Promise<void> {
  const { tasks } = parameters
  await writeJson(store, outcomeFile(tasks), outcome)
  await tellRunInstance(env, parameters, { type: eventOf(tasks), payload: outcome })
}

interface DealtRun {
  readonly runSteps: RunSteps
  readonly parameters: LargeRunParameters
  readonly job: PieceJob
}

/** Deals the tasks of a phase to instances. A phase of one task, and a run of one instance, is performed `here`. */
export function performOverInstances(dealt: DealtRun, here: Performing['performAll']): Performing['performAll'] {
  const instanceCount = instanceCountOf(dealt.runSteps.executor.env)
  return async <Kind extends TaskKind>(phase: string, kind: Kind, tasks: readonly NamedTask<Kind>[]) => {
    const of = Math.min(instanceCount, tasks.length)
    if (of < 2) return here(phase, kind, tasks)
    const all = Array.from({ length: of }, (_, index) => ({
      phase,
      index,
      kind,
      tasks: tasks.filter((_, task) => task % of === index),
    }))
    const results = await doneByInstances(dealt, all)
    return tasks.map((_, task) => at(at(results, task % of), Math.floor(task / of)) as Result<Kind>)
  }
}

/** Starts instances, and gives the results of each once all have told theirs. */
async function doneByInstances(
  dealt: DealtRun,
  all: readonly InstanceTasks[],
): Promise<readonly (readonly unknown[])[]> {
  const { runSteps, parameters } = dealt
  const { env } = runSteps.executor
  await performStep(runSteps, `start-${at(all, 0).phase}`, () =>
    Promise.all(all.map((tasks) => startRunInstance(env, { ...parameters, tasks }))),
  )
  const results: (readonly unknown[])[] = []
  for (const tasks of all) {
    const outcome = await outcomeOf(dealt, tasks)
    if ('failure' in outcome) throw errorOfStep(outcome.failure)
    results.push(outcome.results)
  }
  return results
}

/** Waits for the event of an instance. After a long silence it looks for the file. */
async function outcomeOf({ runSteps, parameters, job }: DealtRun, tasks: InstanceTasks): Promise<InstanceOutcome> {
  const event = { type: eventOf(tasks), timeoutMilliseconds: waitMilliseconds }
  for (let look = 0; ; look++) {
    const name = `${tasks.phase}-${tasks.index}-${look}`
    const told = await runSteps.steps.event<InstanceOutcome>(`wait-${name}`, event)
    if (told !== undefined) return told
    const looking = () => isDone(runSteps, job.store, { ...parameters, tasks })
    if (await performStep(runSteps, `look-${name}`, looking)) return readJson(job.store, outcomeFile(tasks))
  }
}

const waitMilliseconds = 15_000

/** Whether an instance has left its outcome. Throws a `PermanentError` when it ended without one. */
async function isDone({ executor: { env }, notes }: RunSteps, store: PieceStore, parameters: TaskParameters) {
  const { tasks } = parameters
  const state = await stateOfRunInstance(env, parameters)
  // The file is read after the state, because an instance writes it before it ends.
  if ((await store.read(outcomeFile(tasks), 0, 1)) !== undefined) return true
  if (state === 'queued') await notes.lives()
  if (state === 'queued' || state === 'active') return false
  throw new PermanentError(`Instance ${tasks.index} of the phase ${tasks.phase} has ended and left nothing`)
}
