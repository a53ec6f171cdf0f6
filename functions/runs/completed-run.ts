import { ProblemError } from '../http/problem.ts'
import type { RunRow } from '../store/run-store.ts'
import { hasEnded } from './run-record.ts'

/** A run as it is when completed. */
export interface CompletedRun extends RunRow {
  readonly resultRoot: string
  readonly summary: string
  readonly sequence: number
  readonly completedAt: number
}

/**
 * The run that was found, now known to be completed. Throws `run_not_found` for none, `run_not_finished` for one that
 * is not completed, with `Retry-After` while it still can be.
 */
export function requireCompleted(run: RunRow | undefined): CompletedRun {
  if (run === undefined) throw new ProblemError('run_not_found')
  if (isCompleted(run)) return run
  if (hasEnded(run)) throw new ProblemError('run_not_finished', { detail: 'The run failed, so it has no results.' })
  throw new ProblemError('run_not_finished', { headers: { 'Retry-After': '1' } })
}

/** Whether the run is completed. */
export const isCompleted = (run: RunRow): run is CompletedRun =>
  run.status === 'completed' &&
  run.resultRoot !== null &&
  run.summary !== null &&
  run.sequence !== null &&
  run.completedAt !== null
