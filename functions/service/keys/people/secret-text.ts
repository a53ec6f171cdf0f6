import { at } from '@tallystick/engine/base'
import type { Env } from '../../env.ts'
import { pepperedHash } from '../../store/peppered-hash.ts'
import { randomText } from '../token.ts'

/**
 * The secrets of sessions, invitations and links that take files: `<tenant>.<32 of base62>.<16 of hex>`. The last part
 * is a code of this service over the others, so that an invented text is refused without asking the database. The
 * tenant is in the text, so that a secret is looked up in its tenant alone.
 */
export type SecretPurpose = 'session' | 'invitation' | 'inbox'

export interface SecretParts {
  readonly tenantId: string
  /** What the database keeps: hex of an HMAC under KEY_PEPPER. */
  readonly hash: string
}

const pattern = /^(ten_[0-9a-z]{26})\.([0-9A-Za-z]{32})\.([0-9a-f]{16})$/
const codeLength = 16

/** A new secret for a tenant. Only the caller has its text. */
export function makeSecret(
  env: Env,
  purpose: SecretPurpose,
  tenantId: string,
): SecretParts & { readonly text: string } {
  const secret = randomText(32)
  return {
    tenantId,
    hash: hashOf(env, purpose, secret),
    text: `${tenantId}.${secret}.${codeOf(env, purpose, `${tenantId}.${secret}`)}`,
  }
}

/** Undefined for a text that this service has not made for the purpose. */
export function readSecret(env: Env, purpose: SecretPurpose, text: string): SecretParts | undefined {
  const parts = pattern.exec(text)
  if (parts === null) return undefined
  const [tenantId, secret, code] = [at(parts, 1), at(parts, 2), at(parts, 3)]
  const isOurs = code === codeOf(env, purpose, `${tenantId}.${secret}`)
  return isOurs ? { tenantId, hash: hashOf(env, purpose, secret) } : undefined
}

const hashOf = (env: Env, purpose: SecretPurpose, secret: string): string =>
  pepperedHash(env, `${purpose}/1\0${secret}`)

/** It lets nobody in by itself, so it needs no comparison in constant time. */
const codeOf = (env: Env, purpose: SecretPurpose, text: string): string =>
  pepperedHash(env, `${purpose}-code/1\0${text}`).slice(0, codeLength)
