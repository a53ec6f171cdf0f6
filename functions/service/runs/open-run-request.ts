import type { JsonValue } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, fingerprintOf, openClaim } from '../http/idempotency/claim.ts'
import { databaseOf, queries } from '../store/database.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import type { Executor } from './executor.ts'

/** A request for a run, with what executes the run and the claim on the request's idempotency key. */
export interface RunRequest {
  readonly c: Context<AppEnv>
  readonly executor: Executor
  readonly tenantId: string
  readonly claim: Claim | undefined
}

/**
 * The request of `c` for a run. `body` holds its members as they were sent, for the fingerprint. Throws what `openClaim`
 * throws.
 */
export async function openRunRequest(
  c: Context<AppEnv>,
  { keyHash, body }: { readonly keyHash: string | undefined; readonly body: JsonValue },
): Promise<RunRequest> {
  const fingerprint = await fingerprintOf({ method: c.req.method, path: c.req.path, body })
  const { tenantId } = c.var.identity
  const executor = { db: queries(databaseOf(c.env, tenantId)), isolate: c.var.isolate, env: c.env }
  return { c, executor, tenantId, claim: await openClaim(c, keyHash, fingerprint) }
}

/** The statement that reads the claim on the request's key, for the batch of the caller's other reads. No row without a key. */
export function readClaim({ executor, tenantId, claim }: RunRequest) {
  const keys = idempotencyStore(executor.db)
  return claim ? keys.find(tenantId, claim.keyHash) : keys.findNone(tenantId)
}
