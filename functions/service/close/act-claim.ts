import type { JsonValue } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import {
  type Claim,
  fingerprintOf,
  keyInUse,
  openClaim,
  rememberClaim,
  resolveClaim,
} from '../http/idempotency/claim.ts'
import { etagOf } from '../http/if-match.ts'
import type { StoredHead } from '../log/log-head.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore, type StagedAct } from '../store/act-store.ts'
import { type ClaimRow, idempotencyStore } from '../store/idempotency-store.ts'
import { stagedMillisecondsMax } from '../store/takes-changes.ts'
import { endAct } from './end-act.ts'

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

/** Longer than an act takes: whoever asks later is told when the key is free at the latest. */
const usualMilliseconds = 1_500

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
  if (staged === undefined) {
    // Applied or forgotten since the claim was read; of an applied one this changes nothing.
    await idempotencyStore(db).abandon(tenantId, found.resource)
    return 'freed'
  }
  const age = executor.isolate.now() - staged.createdAt
  if (age < usualMilliseconds) throw keyInUse()
  if (age < stagedMillisecondsMax) throw keyInUse(Math.ceil((stagedMillisecondsMax - age) / 1000))
  await endAct(executor, { tenantId, id: found.resource }, head)
  return 'freed'
}

interface Made {
  readonly act: StagedAct
  readonly revision: number
  readonly claim: Claim | undefined
}

/** The answer of the request that made the act. */
export function firstAnswer(c: Context<AppEnv>, { act, revision, claim }: Made): Response {
  rememberClaim(c, claim)
  return Response.json({ ...act.answer, revision }, { status: act.status, headers: { ETag: etagOf(revision) } })
}

function answerAgain({ status, body }: { readonly status: number; readonly body: string }): Response {
  const answer = JSON.parse(body)
  const { revision } = Object(answer)
  const tag: Record<string, string> = typeof revision === 'number' ? { ETag: etagOf(revision) } : {}
  return Response.json(answer, { status, headers: { ...tag, 'Idempotent-Replayed': 'true' } })
}
