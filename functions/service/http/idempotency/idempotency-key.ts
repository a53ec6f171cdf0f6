import { toHex, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import { sha256 } from '../../platform/hasher.ts'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'

/**
 * The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): a structured-field string, `"8e03978e"`.
 * Most clients send it bare, `8e03978e`: both forms are the same key.
 */

/**
 * The hash of the request's key; undefined without a key. Throws `idempotency_key_invalid`, and
 * `idempotency_key_required` for a tenant whose settings demand a key.
 */
export function readKeyHash(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('Idempotency-Key')
  const { tenantId, actor, settings } = c.var.identity
  if (header === undefined) {
    if (settings.idempotencyKeyRequired) throw new ProblemError('idempotency_key_required')
    return undefined
  }
  const key = parseIdempotencyKey(header)
  if (key === undefined) throw new ProblemError('idempotency_key_invalid')
  return keyHashOf([tenantId, actor.id, key])
}

/**
 * SHA-256("idem/2" ‖ 0 ‖ tenant ‖ 0 ‖ id of the API key or member ‖ 0 ‖ key), lower-case hex: nobody gets the answer to
 * what somebody else did.
 */
const keyHashOf = (parts: readonly string[]): string => toHex(sha256(utf8(['idem/2', ...parts].join('\0'))))

const lengthMax = 255
const printable = /^[\x20-\x7e]+$/
const quotedString = /^"((?:[^"\\]|\\["\\])*)"$/

/**
 * The key in the header; undefined when it is empty, longer than 255 characters, outside printable ASCII, badly quoted,
 * or sent twice. A header that is sent twice arrives joined by a comma and a space, so that a key with these two
 * characters must be quoted.
 */
export function parseIdempotencyKey(header: string): string | undefined {
  const value = header.trim()
  const key = value.startsWith('"') ? unquote(value) : parseBare(value)
  if (key === undefined || key.length > lengthMax || !printable.test(key)) return undefined
  return key
}

function unquote(value: string): string | undefined {
  return quotedString.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1')
}

function parseBare(value: string): string | undefined {
  return /, |,$/.test(value) ? undefined : value
}
