import { ProblemError } from '../http/problem.ts'
import type { RunRow } from '../store/run-store.ts'
import { failedAfterSeal, hasEnded } from './run-record.ts'

export interface CompletedRun extends RunRow {
  readonly resultRoot: string
  readonly summary: string
  readonly sequence: number
  readonly completedAt: number
}

/** Throws `run_cancelled`, `run_not_finished`, or `records_altered` for a failed run that has a receipt. */
export function requireCompleted(run: RunRow): CompletedRun {
  if (isCompleted(run)) return run
  if (run.status === 'failed' && run.checkpoint !== null) throw failedAfterSeal()
  if (run.status === 'cancelled') throw new ProblemError('run_cancelled')
  if (hasEnded(run)) throw new ProblemError('run_not_finished', { detail: 'The run failed, so it has no results.' })
  throw new ProblemError('run_not_finished', {
    headers: { 'Retry-After': '1' },
    ...(run.checkpoint !== null && { detail: 'The run’s receipt stands in the log, but the run is not completed.' }),
  })
}

export const isCompleted = (run: RunRow): run is CompletedRun =>
  run.status === 'completed' &&
  run.resultRoot !== null &&
  run.summary !== null &&
  run.sequence !== null &&
  run.completedAt !== null
