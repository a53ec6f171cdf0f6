import { toHex, utf8 } from '@tallystick/engine'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { ClaimRow } from '../store/idempotency-store.ts'
import type { FinalAnswer } from './answer-cache.ts'
import { parseIdempotencyKey } from './idempotency-key.ts'

/**
 * Idempotency of the requests that make something. The key is claimed in D1 in the batch that makes it, so that D1
 * alone arbitrates; what the key already stands for is said by `replayCached` (answer.ts) and, with the claim's row, by `judge`.
 */
export interface Claim {
  readonly keyHash: string
  readonly fingerprint: string
  readonly expiresAt: number
}

/** What a held key stands for: the resource that the first request made, and its answer once that is final. */
export interface HeldKey {
  readonly resource: string
  readonly answer: FinalAnswer | undefined
}

export const retentionSeconds = 24 * 60 * 60

/**
 * The hash of the request's `Idempotency-Key`, undefined without one. Throws `idempotency_key_invalid`, and
 * `idempotency_key_required` for a tenant that is set to demand a key.
 */
export function readKeyHash(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('Idempotency-Key')
  const { tenantId, settings } = c.var.identity
  if (header === undefined) {
    if (settings.idempotencyKeyRequired) throw new ProblemError('idempotency_key_required')
    return undefined
  }
  const key = parseIdempotencyKey(header)
  if (key === undefined) throw new ProblemError('idempotency_key_invalid')
  return keyHashOf(tenantId, key)
}

/** SHA-256("idem/1" ‖ 0 ‖ tenant ‖ 0 ‖ key), lower-case hex. */
export const keyHashOf = (tenantId: string, key: string): string => toHex(sha256(utf8(`idem/1\0${tenantId}\0${key}`)))

/** The claim of a request on its key from now on; undefined when it has no key. */
export const claimOf = (c: Context<AppEnv>, keyHash: string | undefined, fingerprint: string): Claim | undefined =>
  keyHash === undefined ? undefined : { keyHash, fingerprint, expiresAt: c.var.isolate.now() + retentionSeconds * 1000 }

/**
 * What the row of a claim says about the key by `now`: undefined when the key is free. Throws
 * `idempotency_key_reused` when it belongs to another request.
 */
export function resolveClaim(claim: Claim, row: ClaimRow | undefined, now: number): HeldKey | undefined {
  if (row === undefined || row.expiresAt <= now) return undefined
  const { fingerprint, resource, status, body, expiresAt } = row
  refuseOther(fingerprint, claim)
  const isFinal = status !== null && body !== null
  return { resource, answer: isFinal ? { fingerprint, resource, status, body, expiresAt } : undefined }
}

/** The problem for a key whose first request is still being executed. */
export const keyInUse = (): ProblemError =>
  new ProblemError('idempotency_key_in_use', { headers: { 'Retry-After': '1' } })

/** Throws `idempotency_key_reused` when a key that was claimed with `fingerprint` is not that of `claim`. */
export function refuseOther(fingerprint: string, claim: Claim): void {
  if (fingerprint !== claim.fingerprint) throw new ProblemError('idempotency_key_reused')
}
