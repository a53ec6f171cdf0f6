import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'

const pepperLengthMin = 16

/** Whether this Worker has the secret that keys are hashed with; without it no key can be made or checked. */
export const hasPepper = (env: Env): boolean => (env.KEY_PEPPER ?? '').length >= pepperLengthMin

/** Hex of HMAC-SHA-256(pepper, secret) (RFC 2104): all that is kept of a key. Throws without a pepper. */
export function hashSecret(env: Env, secret: string): string {
  if (!hasPepper(env)) throw new Error('KEY_PEPPER is not set')
  return toHex(hmac(sha256, utf8(env.KEY_PEPPER ?? ''), utf8(secret)))
}
