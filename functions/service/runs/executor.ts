import type { Context } from 'hono'
import type { AppEnv, RequestMemory } from '../http/app-env.ts'
import type { LogAccess } from '../log/log-signer.ts'
import { databaseOf, queries } from '../store/database.ts'

export interface Executor extends LogAccess {
  /** Of the request for which something is executed. */
  readonly memory?: RequestMemory
}

export const executorOf = (c: Context<AppEnv>): Executor => ({
  memory: c.var.memory,
  db: queries(databaseOf(c.env, c.var.identity.tenantId)),
  isolate: c.var.isolate,
  env: c.env,
})

/** The lease of the first and second executor of a run. Each later one has twice the lease of the one before. */
export const leaseMilliseconds = 30_000

/** How often an executor renews its lease, and an instance says that it lives. */
export const aliveMilliseconds = 10_000

/** The most starts of a run that count. A further start ends the run as failed. */
export const startCountMax = 5

/** Another executor has the run by now, or it has ended: nothing of this execution may be stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
