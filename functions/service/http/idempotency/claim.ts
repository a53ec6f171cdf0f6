import { canonicalize, type JsonValue, toHex, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import { cacheClaim, cachedFingerprint } from '../../store/claim-cache.ts'
import type { ClaimRow } from '../../store/idempotency-store.ts'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import type { FinalAnswer } from './stored-answer.ts'

/**
 * A request's claim on its idempotency key. The key is claimed in D1 in the same batch that stores the run or dataset
 * of the request, so that D1 alone decides which of several requests made it, and answers a retry. KV has which request
 * claimed a key, and so refuses another one before anything is read or written for it.
 */
export interface Claim {
  readonly keyHash: string
  readonly fingerprint: string
  readonly expiresAt: number
}

/** What a claimed key stands for: the run or dataset that the first request made, and its answer once that is final. */
export interface ClaimedKey {
  readonly resource: string
  readonly answer: FinalAnswer | undefined
}

export const retentionSeconds = 24 * 60 * 60

/**
 * What identifies a request: two requests with the same fingerprint ask for the same. Lower-case hex of the SHA-256 of
 * the RFC 8785 text of `[method, path, validated body]`, by the platform's hash, which is the faster one for large
 * bodies.
 */
export async function fingerprintOf(request: {
  readonly method: string
  readonly path: string
  readonly body: JsonValue
}): Promise<string> {
  const text = canonicalize([request.method, request.path, request.body])
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
}

/**
 * The claim of a request on its key from now on; undefined when the request has no key. Throws `idempotency_key_reused`
 * when KV knows that another request claimed the key.
 */
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

/** Tells KV of a claim that is stored, after the answer has gone out; nothing of a request without a key. */
export function rememberClaim(c: Context<AppEnv>, claim: Claim | undefined): void {
  if (claim !== undefined) c.executionCtx.waitUntil(cacheClaim(c.env.KV, claim, c.var.isolate.now()))
}

/**
 * What the row of a key's claim says by `now`; undefined when the key is free. Throws `idempotency_key_reused` when
 * another request claimed the key.
 */
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

/** The problem for a key whose first request is still being executed, for so many seconds at most. */
export const keyInUse = (seconds = 1): ProblemError =>
  new ProblemError('idempotency_key_in_use', { headers: { 'Retry-After': String(seconds) } })
