import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import type { LogAccess } from '../log/log-signer.ts'
import { databaseOf, queries } from '../store/database.ts'

export type Executor = LogAccess

export const executorOf = (c: Context<AppEnv>): Executor => ({
  db: queries(databaseOf(c.env, c.var.identity.tenantId)),
  isolate: c.var.isolate,
  env: c.env,
})

/** How long the first executor has a run for itself; afterwards another may start it, for twice as long. */
export const leaseMilliseconds = 30_000

/** How many starts of a run may count. If none of these executors finished the run, the next one ends it as failed. */
export const startCountMax = 5

/** Another executor has the run by now, or it has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
