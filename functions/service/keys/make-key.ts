import type { Scope } from '@tallystick/schema/key'
import type { Env } from '../env.ts'
import type { StoredKey } from '../store/key-store.ts'
import { requiredOf } from '../store/required.ts'
import { hashSecret } from './key-hash.ts'
import { createToken, formatToken } from './token.ts'

interface KeyFields {
  readonly tenantId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly expiresAt: number | null
  /** Null where the operator makes it. */
  readonly createdBy: string | null
}

/** A new key as it is stored, and its full text, which is shown once. */
export function makeKey(env: Env, fields: KeyFields): { readonly key: StoredKey; readonly secret: string } {
  const token = createToken(requiredOf(env, 'ENVIRONMENT'))
  const key = {
    ...fields,
    id: token.keyId,
    hmac: hashSecret(env, token.secret),
    prefix: `${token.environment}_${token.keyId}`,
    rotatedUntil: null,
    revokedAt: null,
    lastUsedAt: null,
  }
  return { key, secret: formatToken(token) }
}
