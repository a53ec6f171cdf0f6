import { isProblemCode, type ProblemCode } from '@tallystick/schema/problem-table'
import { faultOf } from '../http/fault.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { isSealConflict } from '../store/log-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { failsWith, storageFaultOf } from '../store/storage-fault.ts'
import { PermanentError, type StepResult, type Steps } from '../workflows/steps.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { ChangedLinesError } from './pieces/reconcile-in-pieces.ts'
import type { ProgressNotes } from './progress-notes.ts'
import { changedRecords, RunError } from './run-error.ts'
import type { RunStage } from './run-stages.ts'

export interface StepFailure {
  readonly code: ProblemCode
  readonly message: string
}

/** `passed`: the run was cancelled, or another attempt has it. */
type StepOutcome =
  | { readonly value: StepResult; readonly recordCount: number }
  | { readonly failure: StepFailure }
  | { readonly passed: true }

export interface RunSteps {
  readonly executor: Executor
  readonly run: RunRow
  readonly steps: Steps
  readonly notes: ProgressNotes
  /**
   * Null for a task that belongs to no stage; undefined for one that checks by itself if the run goes on.
   */
  readonly stageOf: (task: string) => RunStage | null | undefined
}

/**
 * Performs a task of a run as a step, if the run goes on. Throws a `RunError` for a failure that would repeat, and
 * `LeaseLostError` if the run does not go on; both are stored as the result of the step. After any other error the
 * platform repeats the step.
 */
export async function performStep<Result>(
  runSteps: RunSteps,
  task: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const outcome = await runSteps.steps.do(task, async (): Promise<StepOutcome & StepResult> => {
    const ended = await outcomeOf(runSteps, task, work)
    return ended as StepOutcome & StepResult
  })
  const known: StepOutcome = outcome
  if ('passed' in known) throw new LeaseLostError()
  if ('failure' in known) throw errorOfStep(known.failure)
  runSteps.notes.addEnded(runSteps.stageOf(task) ?? null, known.recordCount)
  return known.value as Result
}

export const errorOfStep = ({ code, message }: StepFailure): RunError =>
  new RunError(message, { code: isProblemCode(code) ? code : 'internal_error' })

async function outcomeOf<Result>(runSteps: RunSteps, task: string, work: () => Promise<Result>): Promise<StepOutcome> {
  const { run, executor, notes, stageOf } = runSteps
  const stage = stageOf(task)
  if (!isLook(task)) await notes.lives()
  if (stage !== undefined && !(await notes.goesOn(stage))) return { passed: true }
  try {
    const { result, recordCount } = isLook(task) ? { result: await work(), recordCount: 0 } : await notes.during(work)
    return { value: (result ?? null) as StepResult, recordCount }
  } catch (error) {
    if (error instanceof LeaseLostError) return { passed: true }
    const { code, message } = failureOf(task, error)
    executor.isolate.log(JSON.stringify({ run: run.id, task, ...faultOf(error) }))
    return { failure: { code, message } }
  }
}

/** A look at another instance is no sign of life: the run would wait for a lost instance for ever. */
const isLook = (task: string): boolean => task.startsWith('look-')

/** The error by which the run fails. Throws an error that another try may overcome. */
function failureOf(task: string, error: unknown): RunError {
  if (error instanceof RunError) return error
  if (error instanceof PermanentError) throw error
  if (error instanceof AlteredLinesError) return changedRecords(error.message, error)
  if (error instanceof ChangedLinesError) return changedRecords(undefined, error)
  // Another try reads anew, so that a batch whose guard failed may succeed.
  if (storageFaultOf(error) !== undefined || isSealConflict(error) || isOfDatabase(error)) throw error
  if (/^read-/.test(task)) return changedRecords(undefined, error)
  return new RunError('The reconciliation broke one of its own invariants. Nothing of it was kept.', { cause: error })
}

const isOfDatabase = (error: unknown): boolean => failsWith(error, /^D1_|constraint failed/i)
