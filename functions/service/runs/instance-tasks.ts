import { at } from '@tallystick/engine/base'
import type { Env, InstanceTasks, LargeRunParameters } from '../env.ts'
import { instanceCountUsual } from '../platform/run-limits.ts'
import { PermanentError } from '../workflows/steps.ts'
import type { PieceJob } from './pieces/piece-context.ts'
import { type PieceStore, readJson, writeJson } from './pieces/piece-store.ts'
import type { NamedTask, Performing, Result, TaskKind } from './pieces/piece-tasks.ts'
import { startRunInstance, stateOfRunInstance } from './run-instances.ts'
import { errorOfStep, performStep, type RunSteps, type StepFailure } from './run-steps.ts'

/**
 * The tasks of a large run over several instances: all steps of an instance run in one isolate, so that further
 * instances share the independent tasks of a phase. Such an instance is given its tasks, performs them, and leaves their
 * results in a file.
 */

const instanceCountMax = 100

/** The number of instances of a large run. With 1, the run's own instance does all tasks. */
export function instanceCountOf({ RUN_INSTANCES: text }: Pick<Env, 'RUN_INSTANCES'>): number {
  return text && isInstanceCount(text) ? Number(text) : instanceCountUsual
}

/** A valid `RUN_INSTANCES` is a whole number from 1 to 100. */
export const isInstanceCount = (text: string): boolean =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= instanceCountMax

/** The results of an instance's tasks in their order, or the failure that ends the run. */
export type InstanceOutcome = { readonly results: readonly unknown[] } | { readonly failure: StepFailure }

const outcomeFile = ({ phase, index }: InstanceTasks): string => `outcomes/${phase}/${index}`

export const writeOutcome = (store: PieceStore, own: InstanceTasks, outcome: InstanceOutcome): Promise<void> =>
  writeJson(store, outcomeFile(own), outcome)

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

/** Starts instances, waits until each has left its results, and gives the results of each. */
async function doneByInstances(
  { runSteps, parameters, job: { store } }: DealtRun,
  all: readonly InstanceTasks[],
): Promise<readonly (readonly unknown[])[]> {
  const { env } = runSteps.executor
  const { phase } = at(all, 0)
  await performStep(runSteps, `start-${phase}`, async () => {
    for (const tasks of all) await startRunInstance(env, { ...parameters, tasks })
  })
  for (let look = 0, isDone = false; !isDone; look++) {
    await runSteps.steps.sleep(`wait-${phase}-${look}`, waitMilliseconds(look))
    isDone = await performStep(runSteps, `${waitingTasks}${phase}-${look}`, () =>
      areDone(runSteps, { store, parameters, all }),
    )
  }
  const results: (readonly unknown[])[] = []
  for (const tasks of all) {
    const outcome = await readJson<InstanceOutcome>(store, outcomeFile(tasks))
    if ('failure' in outcome) throw errorOfStep(outcome.failure)
    results.push(outcome.results)
  }
  return results
}

/** Whether a task only waits for other instances, which report that the run lives. */
export const isWaitingTask = (task: string): boolean => task.startsWith(waitingTasks)

const waitingTasks = 'look-'

/** Each wait is a quarter longer than the one before, up to 30 seconds, so that few are needed. */
const waitMilliseconds = (look: number): number => Math.min(30_000, Math.round(500 * 1.25 ** look))

interface WatchedInstances {
  readonly store: PieceStore
  readonly parameters: LargeRunParameters
  readonly all: readonly InstanceTasks[]
}

/** Whether all instances are done. Throws a `PermanentError` when one ended without results. */
async function areDone(
  { executor: { env }, notes }: RunSteps,
  { store, parameters, all }: WatchedInstances,
): Promise<boolean> {
  for (const tasks of all) {
    const state = await stateOfRunInstance(env, { ...parameters, tasks })
    // The file is read after the state, because an instance writes it before it ends.
    if ((await store.read(outcomeFile(tasks), 0, 1)) !== undefined) continue
    if (state === 'queued') await notes.waits()
    if (state === 'queued' || state === 'active') return false
    throw new PermanentError(`Instance ${tasks.index} of the phase ${tasks.phase} has ended and left nothing`)
  }
  return true
}
