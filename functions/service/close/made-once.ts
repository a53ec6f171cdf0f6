import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, rememberClaim, resolveClaim } from '../http/idempotency/claim.ts'
import type { Database } from '../store/database.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { openActClaim } from './act-claim.ts'
import { dbOf } from './read-reconciliations.ts'

interface Making {
  /** Of the request’s idempotency key, read before the body; undefined without one. */
  readonly keyHash: string | undefined
  /** What tells this request from another one with the same key. */
  readonly body: object
  /** The id of what is made. */
  readonly id: string
}

/** Statements that go into the batch that makes it. */
export type Claiming = readonly ReturnType<ReturnType<typeof idempotencyStore>['claim' | 'release']>[]

/**
 * Makes something, once for an idempotency key: gives its id, or that of what the first request with the key has made.
 * Throws `idempotency_key_reused` and what `make` throws. One trip to D1 more where there is a key.
 */
export async function madeOnce(
  c: Context<AppEnv>,
  { keyHash, body, id }: Making,
  make: (claiming: Claiming) => Promise<unknown>,
): Promise<string> {
  const claim = await openActClaim(c, { keyHash, body })
  if (claim === undefined) {
    await make([])
    return id
  }
  const earlier = await madeBefore(c, dbOf(c), claim)
  if (earlier !== undefined) return earlier
  const { tenantId } = c.var.identity
  const keys = idempotencyStore(dbOf(c))
  try {
    await make([
      keys.release(tenantId, { keyHash: claim.keyHash, now: c.var.isolate.now() }),
      keys.claim(tenantId, { ...claim, resource: id, answer: { status: 201, body: '' } }),
    ])
  } catch (error) {
    // Whoever loses a race for the key may fail by what the other one has made, before by the key.
    const made = await madeBefore(c, dbOf(c), claim)
    if (made === undefined) throw error
    return made
  }
  rememberClaim(c, claim)
  return id
}

async function madeBefore(c: Context<AppEnv>, db: Database, claim: Claim): Promise<string | undefined> {
  const [row] = await idempotencyStore(db).find(c.var.identity.tenantId, claim.keyHash)
  const made = resolveClaim(claim, row, c.var.isolate.now())
  if (made !== undefined) c.header('Idempotent-Replayed', 'true')
  return made?.resource
}
