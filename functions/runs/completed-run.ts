import { ProblemError } from '../http/problem.ts'
import type { RunRow } from '../store/run-store.ts'
import { hasEnded } from './run-record.ts'

/** A run that is completed, with the columns that are set then. */
export interface CompletedRun extends RunRow {
  readonly resultRoot: string
  readonly summary: string
  readonly sequence: number
  readonly completedAt: number
}

/**
 * The run itself, if it is completed. Throws `run_not_found` when there is no run, and `run_not_finished` for a run that
 * is not completed, with `Retry-After` unless it has failed.
 */
export function requireCompleted(run: RunRow | undefined): CompletedRun {
  if (run === undefined) throw new ProblemError('run_not_found')
  if (isCompleted(run)) return run
  if (hasEnded(run)) throw new ProblemError('run_not_finished', { detail: 'The run failed, so it has no results.' })
  throw new ProblemError('run_not_finished', { headers: { 'Retry-After': '1' } })
}

/** Whether a run is completed, so that its result can be read. */
export const isCompleted = (run: RunRow): run is CompletedRun =>
  run.status === 'completed' &&
  run.resultRoot !== null &&
  run.summary !== null &&
  run.sequence !== null &&
  run.completedAt !== null
