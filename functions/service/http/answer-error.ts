import type { Context } from 'hono'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { recordsAltered } from './altered.ts'
import type { AppEnv } from './app-env.ts'
import { faultOf } from './fault.ts'
import { ProblemError, renderProblem } from './problem.ts'

/** The problem for anything thrown. Unforeseen errors and faults of the storage go into the request's log line. */
export function answerError(c: Context<AppEnv>, thrown: unknown): Response {
  if (thrown instanceof ProblemError) return renderProblem(c, thrown.code, thrown.details)
  if (thrown instanceof AlteredLinesError) {
    const { code, details } = recordsAltered(thrown.message, [thrown.part])
    return renderProblem(c, code, details)
  }
  c.set('fault', faultOf(thrown))
  return renderProblem(c, storageFaultOf(thrown) ?? 'internal_error')
}
