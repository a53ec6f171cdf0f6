import { canonicalize, type JsonValue, toHex, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import { cacheClaim, cachedFingerprint } from '../../store/claim-cache.ts'
import type { ClaimRow } from '../../store/idempotency-store.ts'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import type { FinalAnswer } from './stored-answer.ts'

/**
 * A request's claim on its idempotency key. The batch that stores the run or dataset claims the key in D1, so that D1
 * alone decides which of several requests made it, and answers a retry. KV knows which request claimed a key, so that
 * another one is refused before anything is read or written.
 */
export interface Claim {
  readonly keyHash: string
  readonly fingerprint: string
  readonly expiresAt: number
}

interface ClaimedKey {
  readonly resource: string
  readonly answer: FinalAnswer | undefined
}

export const retentionSeconds = 24 * 60 * 60

/** Lower-case hex of the SHA-256 of the RFC 8785 text of `[method, path, validated body]`. */
export async function fingerprintOf(request: {
  readonly method: string
  readonly path: string
  readonly body: JsonValue
}): Promise<string> {
  const text = canonicalize([request.method, request.path, request.body])
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
}

/** Undefined without a key. Throws `idempotency_key_reused` when KV knows that another request claimed the key. */
export async function openClaim(
  c: Context<AppEnv>,
  keyHash: string | undefined,
  fingerprint: string,
): Promise<Claim | undefined> {
  if (keyHash === undefined) return undefined
  const now = c.var.isolate.now()
  refuseOther((await cachedFingerprint(c.env.KV, keyHash, now)) ?? fingerprint, fingerprint)
  return { keyHash, fingerprint, expiresAt: now + retentionSeconds * 1000 }
}

/** Writes the claim to KV after the answer has gone out. */
export function rememberClaim(c: Context<AppEnv>, claim: Claim | undefined): void {
  if (claim !== undefined) c.executionCtx.waitUntil(cacheClaim(c.env.KV, claim, c.var.isolate.now()))
}

/** Undefined when the key is free at `now`. Throws `idempotency_key_reused` when another request claimed it. */
export function resolveClaim(claim: Claim, row: ClaimRow | undefined, now: number): ClaimedKey | undefined {
  if (row === undefined || row.expiresAt <= now) return undefined
  const { fingerprint, resource, status, body } = row
  refuseOther(fingerprint, claim.fingerprint)
  const isFinal = status !== null && body !== null
  return { resource, answer: isFinal ? { resource, status, body } : undefined }
}

function refuseOther(claimed: string, fingerprint: string): void {
  if (claimed !== fingerprint) throw new ProblemError('idempotency_key_reused')
}

/** The problem for a key whose first request is still being executed, for `seconds` at most. */
export const keyInUse = (seconds = 1): ProblemError =>
  new ProblemError('idempotency_key_in_use', { headers: { 'Retry-After': String(seconds) } })
