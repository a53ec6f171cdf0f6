import type { Env, InstanceTasks, LargeRunParameters } from '../env.ts'
import { instanceCountUsual } from '../platform/run-limits.ts'
import { PermanentError } from '../workflows/steps.ts'
import { inOrder, type NamedTask, type Performing, type PerformTask } from './pieces/piece-context.ts'
import { type PieceStore, readJson, writeJson } from './pieces/piece-store.ts'
import { startRunInstance, stateOfRunInstance } from './run-instances.ts'
import { errorOfStep, performStep, type RunSteps, type StepFailure } from './run-steps.ts'

/**
 * The tasks of a large run over several instances: all steps of an instance run in one isolate, so that further
 * instances share the independent tasks of a phase. Such an instance takes the results of earlier tasks from a file,
 * does its own tasks of one phase, and leaves their results in a file.
 */

const instanceCountMax = 100

/** The number of instances of a large run. With 1, the run's own instance does all tasks. */
export function instanceCountOf({ RUN_INSTANCES: text }: Pick<Env, 'RUN_INSTANCES'>): number {
  return text && isInstanceCount(text) ? Number(text) : instanceCountUsual
}

/** A valid `RUN_INSTANCES` is a whole number from 1 to 100. */
export const isInstanceCount = (text: string): boolean =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= instanceCountMax

export type TaskResult = readonly [name: string, result: unknown]

export type InstanceOutcome = { readonly results: readonly TaskResult[] } | { readonly failure: StepFailure }

const knownFile = (phase: string): string => `known/${phase}`
const outcomeFile = ({ phase, index }: Pick<InstanceTasks, 'phase' | 'index'>): string => `outcomes/${phase}/${index}`

interface DealtRun {
  readonly runSteps: RunSteps
  readonly parameters: LargeRunParameters
  readonly store: PieceStore
}

export function performOverInstances(dealt: DealtRun, instanceCount: number): Performing {
  const known: TaskResult[] = []
  const perform: PerformTask = async (name, task) => {
    const result = await performStep(dealt.runSteps, name, task)
    known.push([name, result])
    return result
  }
  if (instanceCount === 1) return { perform, performAll: inOrder(perform) }
  return {
    perform,
    async performAll<Result>(phase: string, tasks: readonly NamedTask<Result>[]) {
      if (tasks.length < 2) return inOrder(perform)(phase, tasks)
      const of = Math.min(instanceCount, tasks.length)
      const all = Array.from({ length: of }, (_, index) => ({ phase, index, of }))
      const results = await doneByInstances(dealt, all, known)
      for (const { name } of tasks) known.push([name, results.get(name)])
      return tasks.map(({ name }) => resultOf<Result>(results, name))
    },
  }
}

/** Starts instances, waits until each has left its results, and gives all results by the name of the task. */
async function doneByInstances(
  { runSteps, parameters, store }: DealtRun,
  all: readonly InstanceTasks[],
  known: readonly TaskResult[],
): Promise<ReadonlyMap<string, unknown>> {
  const { env } = runSteps.executor
  const [{ phase } = { phase: '' }] = all
  await performStep(runSteps, `start-${phase}`, async () => {
    await writeJson(store, knownFile(phase), known)
    for (const tasks of all) await startRunInstance(env, { ...parameters, tasks })
  })
  for (let look = 0, isDone = false; !isDone; look++) {
    await runSteps.steps.sleep(`wait-${phase}-${look}`, waitMilliseconds(look))
    isDone = await performStep(runSteps, `${waitingTasks}${phase}-${look}`, () =>
      areDone(runSteps, { store, parameters, all }),
    )
  }
  const results = new Map<string, unknown>()
  for (const tasks of all) {
    const outcome = await readJson<InstanceOutcome>(store, outcomeFile(tasks))
    if ('failure' in outcome) throw errorOfStep(outcome.failure)
    for (const [name, result] of outcome.results) results.set(name, result)
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

/** Thrown when an instance has done its tasks of the phase, to end it. */
export class TasksDoneError extends Error {
  override readonly name = 'TasksDoneError'
}

/**
 * How an instance performs the run: it takes the results of other tasks from the file, puts its own into `done`, and
 * then throws a `TasksDoneError`.
 */
export async function performInstanceTasks(
  { runSteps, store }: Omit<DealtRun, 'parameters'>,
  own: InstanceTasks,
  done: TaskResult[],
): Promise<Performing> {
  const known = new Map(await readJson<readonly TaskResult[]>(store, knownFile(own.phase)))
  return {
    perform: async <Result>(name: string) => resultOf<Result>(known, name),
    async performAll<Result>(phase: string, tasks: readonly NamedTask<Result>[]) {
      if (phase !== own.phase) return tasks.map(({ name }) => resultOf<Result>(known, name))
      for (const [index, { name, task }] of tasks.entries())
        if (index % own.of === own.index) done.push([name, await performStep(runSteps, name, task)])
      throw new TasksDoneError()
    },
  }
}

export const writeOutcome = (store: PieceStore, own: InstanceTasks, outcome: InstanceOutcome): Promise<void> =>
  writeJson(store, outcomeFile(own), outcome)

function resultOf<Result>(results: ReadonlyMap<string, unknown>, name: string): Result {
  if (!results.has(name)) throw new Error(`The task ${name} of the run is not known`)
  return results.get(name) as Result
}
