import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Database } from '../store/database.ts'

/** What executes a run: a database, an isolate and what it seals with, and no request. */
export interface Executor {
  readonly db: Database
  readonly isolate: Isolate
  readonly env: Pick<Env, 'KEY_PEPPER' | 'LOG_ORIGIN' | 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS'>
}

/**
 * How long an executor has a run for itself. Many times what the largest inline run takes, and short enough to wait
 * for: past it the run is anyone's.
 */
export const leaseMilliseconds = 30_000

/** The run belongs to another executor by now, or has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
