import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Database } from '../store/database.ts'

/** What executing a run needs: a database, an isolate and the secrets that seal it. A request is not among them. */
export interface Executor {
  readonly db: Database
  readonly isolate: Isolate
  readonly env: Pick<Env, 'KEY_PEPPER' | 'LOG_ORIGIN' | 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS'>
}

/**
 * How long an executor has a run for itself; afterwards any other may start it. Many times the duration of the largest
 * inline run, and short enough for a client to wait.
 */
export const leaseMilliseconds = 30_000

/** Another executor has the run by now, or it has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
