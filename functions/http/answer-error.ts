import type { Context } from 'hono'
import { storageFaultOf } from '../store/storage-fault.ts'
import type { AppEnv } from './app-env.ts'
import { faultOf } from './fault.ts'
import { ProblemError, renderProblem } from './problem.ts'

/** The problem that anything thrown becomes. What no code foresaw, and a fault of the storage, goes into the log. */
export function answerError(c: Context<AppEnv>, thrown: unknown): Response {
  if (thrown instanceof ProblemError) return renderProblem(c, thrown.code, thrown.details)
  c.set('fault', faultOf(thrown))
  return renderProblem(c, storageFaultOf(thrown) ?? 'internal_error')
}
