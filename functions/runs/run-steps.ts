import { faultOf } from '../http/fault.ts'
import { isProblemCode, type ProblemCode } from '../http/problem-table.ts'
import { ChangedLinesError } from '../pieces/reconcile-in-pieces.ts'
import { largeRunStore, type RunProgress } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import { isSealConflict } from '../store/log-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import type { StepResult, Steps } from '../workflows/steps.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { runLookMilliseconds } from './queue-run.ts'
import { RunError } from './run-error.ts'

/** What a step of a run came to. `passed`: the run was cancelled, or another attempt has it. */
type StepOutcome =
  | { readonly value: StepResult }
  | { readonly failure: { readonly code: ProblemCode; readonly message: string } }
  | { readonly passed: true }

export interface RunSteps {
  readonly executor: Executor
  readonly run: RunRow
  readonly steps: Steps
  /** How far the run is when the task of that name begins; undefined for one that looks itself whether the run goes on. */
  readonly progressOf: (task: string) => Pick<RunProgress, 'recordsRead' | 'rule'> | undefined
}

/**
 * Performs a task of a run as a step, and notes before it how far the run is: a task that finds the run cancelled does
 * nothing. Throws a `RunError` for what would fail again, and `LeaseLostError`, both once for good: they are what the step
 * came to. All else that a task throws is the storage's, and the platform repeats the step.
 */
export async function performStep<Result>(
  runSteps: RunSteps,
  task: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // A result is JSON, and `undefined` is none.
  const outcome = await runSteps.steps.do(task, async (): Promise<StepOutcome & StepResult> => {
    const ended = await outcomeOf(runSteps, task, work)
    return ended as StepOutcome & StepResult
  })
  const known: StepOutcome = outcome
  if ('passed' in known) throw new LeaseLostError()
  if ('failure' in known) {
    const { code, message } = known.failure
    throw new RunError(message, { code: isProblemCode(code) ? code : 'internal_error' })
  }
  return known.value as Result
}

async function outcomeOf<Result>(runSteps: RunSteps, task: string, work: () => Promise<Result>): Promise<StepOutcome> {
  if (!(await goesOn(runSteps, task))) return { passed: true }
  const { run, executor } = runSteps
  try {
    return { value: ((await work()) ?? null) as StepResult }
  } catch (error) {
    if (error instanceof LeaseLostError) return { passed: true }
    const { code, message } = failureOf(task, error)
    executor.isolate.log(JSON.stringify({ run: run.id, task, ...faultOf(error) }))
    return { failure: { code, message } }
  }
}

/** Whether the run is still running under the attempt. Notes how far it is. */
async function goesOn({ executor, run, progressOf }: RunSteps, task: string): Promise<boolean> {
  const progress = progressOf(task)
  if (progress === undefined) return true
  const { db, isolate } = executor
  const { tenantId, id, attempt } = run
  const now = isolate.now()
  const [[running]] = await db.batch([
    largeRunStore(db).progress(tenantId, { runId: id, attempt }, { ...progress, lookAt: now + runLookMilliseconds }),
    folderStore(db).touchOfRun(tenantId, { runId: id, attempt }, now),
  ])
  return running !== undefined
}

/** Why the run fails. Throws what another try may get over. */
function failureOf(task: string, error: unknown): RunError {
  if (error instanceof RunError) return error
  if (error instanceof ChangedLinesError) return new RunError(error.message, { cause: error })
  // A batch that did not pass a guard may pass it when the step reads again what it goes by.
  if (storageFaultOf(error) !== undefined || isSealConflict(error) || isOfDatabase(error)) throw error
  if (/^read-/.test(task)) return new RunError(new ChangedLinesError().message, { cause: error })
  return new RunError('The reconciliation broke one of its own invariants. Nothing of it was kept.', { cause: error })
}

function isOfDatabase(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/^D1_|constraint failed/i.test(cause.message)) return true
  return false
}
