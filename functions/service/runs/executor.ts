import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { LogAccess } from '../log/log-signer.ts'
import { databaseOf, queries } from '../store/database.ts'

/** What executing a run needs: all that keeping the tenant's log needs. A request is not among it. */
export type Executor = LogAccess

/** What executes the runs of the request's tenant. */
export const executorOf = (c: Context<AppEnv>): Executor => ({
  db: queries(databaseOf(c.env, c.var.identity.tenantId)),
  isolate: c.var.isolate,
  env: c.env,
})

/**
 * How long the first executor has a run for itself; afterwards any other may start it, for twice as long. Many times the
 * duration of the largest inline run, and short enough for a client to wait.
 */
export const leaseMilliseconds = 30_000

/** How often a run may be started. After so many executors that did not come to an end, the next ends the run as failed. */
export const startCountMax = 5

/** Another executor has the run by now, or it has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
