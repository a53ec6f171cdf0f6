import type { Env, LargeRunParameters, RunShare } from '../env.ts'
import { shareCountUsual } from '../platform/run-limits.ts'
import { PermanentError } from '../workflows/steps.ts'
import { inOrder, type NamedTask, type Performing, type PerformTask } from './pieces/piece-context.ts'
import { type PieceStore, readJson, writeJson } from './pieces/piece-store.ts'
import { startRunInstance, stateOfRunInstance } from './run-instances.ts'
import { errorOfStep, performStep, type RunSteps, type StepFailure } from './run-steps.ts'

/**
 * The tasks of a large run over several instances. All steps of an instance run in one isolate, so that independent
 * tasks of a phase are dealt out to further instances. Such an instance goes through the run as its parent does, takes
 * the results of earlier tasks from a file, does its own tasks of one phase, and leaves their results in a file.
 */

const shareCountMax = 100

/** How many instances execute a run: `RUN_INSTANCES`; with 1, the run's own instance does all tasks. */
export function shareCountOf({ RUN_INSTANCES: text }: Pick<Env, 'RUN_INSTANCES'>): number {
  return text && isShareCount(text) ? Number(text) : shareCountUsual
}

/** A valid `RUN_INSTANCES` is a whole number from 1 to 100. */
export const isShareCount = (text: string): boolean => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= shareCountMax

/** The result of a task by its name. */
export type TaskResult = readonly [name: string, result: unknown]

export type ShareOutcome = { readonly results: readonly TaskResult[] } | { readonly failure: StepFailure }

const knownFile = (phase: string): string => `known/${phase}`
const shareFile = ({ phase, index }: Pick<RunShare, 'phase' | 'index'>): string => `shares/${phase}/${index}`

export interface SharedRun {
  readonly runSteps: RunSteps
  readonly parameters: LargeRunParameters
  readonly store: PieceStore
}

/** Does the tasks of a run, independent ones over `instanceCount` instances. */
export function performInShares(shared: SharedRun, shareCount: number): Performing {
  const known: TaskResult[] = []
  const perform: PerformTask = async (name, task) => {
    const result = await performStep(shared.runSteps, name, task)
    known.push([name, result])
    return result
  }
  if (shareCount === 1) return { perform, performAll: inOrder(perform) }
  return {
    perform,
    async performAll<Result>(phase: string, tasks: readonly NamedTask<Result>[]) {
      if (tasks.length < 2) return inOrder(perform)(phase, tasks)
      const of = Math.min(shareCount, tasks.length)
      const shares = Array.from({ length: of }, (_, index) => ({ phase, index, of }))
      const results = await doneByShares(shared, shares, known)
      for (const { name } of tasks) known.push([name, results.get(name)])
      return tasks.map(({ name }) => resultOf<Result>(results, name))
    },
  }
}

/** Starts instances, waits for their ends, and gives the results of their tasks. */
async function doneByShares(
  { runSteps, parameters, store }: SharedRun,
  shares: readonly RunShare[],
  known: readonly TaskResult[],
): Promise<ReadonlyMap<string, unknown>> {
  const { env } = runSteps.executor
  const [{ phase } = { phase: '' }] = shares
  await performStep(runSteps, `share-${phase}`, async () => {
    await writeJson(store, knownFile(phase), known)
    for (const share of shares) await startRunInstance(env, { ...parameters, share })
  })
  for (let look = 0, isDone = false; !isDone; look++) {
    await runSteps.steps.sleep(`wait-${phase}-${look}`, waitMilliseconds(look))
    isDone = await performStep(runSteps, `${waitingTasks}${phase}-${look}`, () =>
      areDone(runSteps, { store, parameters, shares }),
    )
  }
  const results = new Map<string, unknown>()
  for (const share of shares) {
    const outcome = await readJson<ShareOutcome>(store, shareFile(share))
    if ('failure' in outcome) throw errorOfStep(outcome.failure)
    for (const [name, result] of outcome.results) results.set(name, result)
  }
  return results
}

/** Whether a task only waits for other instances, which report that the run lives. */
export const isWaitingTask = (task: string): boolean => task.startsWith(waitingTasks)

const waitingTasks = 'look-'

/** Waits get longer: a phase is prolonged by a quarter at most, and by no more than 30 seconds. */
const waitMilliseconds = (look: number): number => Math.min(30_000, Math.round(500 * 1.25 ** look))

interface LookedShares {
  readonly store: PieceStore
  readonly parameters: LargeRunParameters
  readonly shares: readonly RunShare[]
}

/** Whether all instances are done. Throws a `PermanentError` when one ended without results. */
async function areDone(
  { executor: { env }, notes }: RunSteps,
  { store, parameters, shares }: LookedShares,
): Promise<boolean> {
  for (const share of shares) {
    const state = await stateOfRunInstance(env, { ...parameters, share })
    // Reads the file after the state: an instance writes it before it ends.
    if ((await store.read(shareFile(share), 0, 1)) !== undefined) continue
    if (state === 'queued') await notes.waits()
    if (state === 'queued' || state === 'active') return false
    throw new PermanentError(`The instance of share ${share.index} of ${share.phase} has ended and left nothing`)
  }
  return true
}

/** The phase is done as far as this instance goes. */
export class ShareDoneError extends Error {
  override readonly name = 'ShareDoneError'
}

/** Does the tasks of one instance, puts their results into `done`, and then throws a `TasksDoneError`. */
export async function performShare(
  { runSteps, store }: Omit<SharedRun, 'parameters'>,
  share: RunShare,
  done: TaskResult[],
): Promise<Performing> {
  const known = new Map(await readJson<readonly TaskResult[]>(store, knownFile(share.phase)))
  return {
    perform: async <Result>(name: string) => resultOf<Result>(known, name),
    async performAll<Result>(phase: string, tasks: readonly NamedTask<Result>[]) {
      if (phase !== share.phase) return tasks.map(({ name }) => resultOf<Result>(known, name))
      for (const [index, { name, task }] of tasks.entries())
        if (index % share.of === share.index) done.push([name, await performStep(runSteps, name, task)])
      throw new ShareDoneError()
    },
  }
}

/** Leaves the results of an instance for its parent. */
export const writeShare = (store: PieceStore, share: RunShare, outcome: ShareOutcome): Promise<void> =>
  writeJson(store, shareFile(share), outcome)

function resultOf<Result>(results: ReadonlyMap<string, unknown>, name: string): Result {
  if (!results.has(name)) throw new Error(`The task ${name} of the run is not known`)
  return results.get(name) as Result
}
