import type { RunRecord } from '@tallystick/schema/run'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { cancelRun } from './cancel-run.ts'
import { executorOf } from './executor.ts'
import { readRun } from './read-runs.ts'
import { hasEnded, runRecordOf } from './run-record.ts'

/**
 * Cancels the run, or answers with the run if it was cancelled before, so that a blind retry is safe. Deletes nothing.
 */
export async function answerCancellation(c: Context<AppEnv>, runId: string): Promise<RunRecord> {
  const cancelled = await cancelRun(executorOf(c), c.var.identity.tenantId, runId)
  if (cancelled !== undefined) return runRecordOf(cancelled)
  const run = await readRun(c, runId)
  if (run.status === 'cancelled') return run
  if (hasEnded(run))
    throw new ProblemError('run_finished', { detail: `The run is ${run.status}: there is nothing to cancel.` })
  throw new ProblemError('run_not_finished', {
    detail:
      'The run is about to end: it is executed by a request, or is being sealed, and cannot be cancelled any more.',
    headers: { 'Retry-After': '1' },
  })
}
