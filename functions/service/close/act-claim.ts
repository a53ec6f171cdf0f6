import type { JsonValue } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, fingerprintOf, keyInUse, openClaim, resolveClaim } from '../http/idempotency/claim.ts'
import { etagOf } from '../http/if-match.ts'
import { commitEntry } from '../log/commit-entry.ts'
import { openHead, type StoredHead } from '../log/log-head.ts'
import { logSignerOf } from '../log/log-signer.ts'
import { openStoredCheckpoint } from '../log/stored-checkpoint.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { type ClaimRow, idempotencyStore } from '../store/idempotency-store.ts'

/** The claim of an act on the request's idempotency key. Its hash is read before the body. */
export async function openActClaim(
  c: Context<AppEnv>,
  { keyHash, body }: { readonly keyHash: string | undefined; readonly body: object },
): Promise<Claim | undefined> {
  const value: JsonValue = JSON.parse(JSON.stringify(body))
  return openClaim(c, keyHash, await fingerprintOf({ method: c.req.method, path: c.req.path, body: value }))
}

interface Claiming {
  readonly tenantId: string
  readonly claim: Claim | undefined
}

/** After this an act that is staged and not applied was left by an isolate that died. */
const stagedMillisecondsMax = 60_000

/**
 * The first answer again; undefined where the key is free; `freed` where the first request died and its act has been
 * applied or forgotten, so that the key has to be looked up anew. Throws `idempotency_key_reused` and
 * `idempotency_key_in_use`.
 */
export async function answerOfClaim(
  executor: Executor,
  { tenantId, claim }: Claiming,
  { claimed, head }: { readonly claimed: ClaimRow | undefined; readonly head: StoredHead },
): Promise<Response | 'freed' | undefined> {
  const found = claim && resolveClaim(claim, claimed, executor.isolate.now())
  if (found === undefined) return undefined
  if (found.answer !== undefined) return answerAgain(found.answer)
  const { db } = executor
  const [staged] = await actStore(db).staged(tenantId, found.resource)
  if (staged !== undefined && executor.isolate.now() < staged.createdAt + stagedMillisecondsMax) throw keyInUse()
  if (!(await commitSigned(executor, tenantId, head)))
    await db.batch([
      actStore(db).unstage(tenantId, found.resource),
      idempotencyStore(db).abandon(tenantId, found.resource),
    ])
  return 'freed'
}

function answerAgain({ status, body }: { readonly status: number; readonly body: string }): Response {
  const answer = JSON.parse(body)
  const { revision } = Object(answer)
  const tag: Record<string, string> = typeof revision === 'number' ? { ETag: etagOf(revision) } : {}
  return Response.json(answer, { status, headers: { ...tag, 'Idempotent-Replayed': 'true' } })
}

/** Stores the entry after the head if it was signed before. False without one. */
async function commitSigned(executor: Executor, tenantId: string, stored: StoredHead): Promise<boolean> {
  const signer = await logSignerOf(executor, tenantId)
  const { state } = await openHead(executor, { tenantId, signer }, stored)
  const next = await checkpointStore(bucketOf(executor.env), signer.origin).find(state.size + 1)
  if (next === undefined) return false
  const signed = await openStoredCheckpoint(executor, { tenantId, signer, state }, next)
  await commitEntry(executor, tenantId, { signer, from: state, signed })
  return true
}
