import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'

const pepperLengthMin = 16

/** Whether this Worker has the secret that keys are hashed with; without it no key can be made or checked. */
export const hasPepper = (env: Pick<Env, 'KEY_PEPPER'>): boolean => (env.KEY_PEPPER ?? '').length >= pepperLengthMin

/** Hex of HMAC-SHA-256(pepper, secret) (RFC 2104): all that is kept of a key. Throws without a pepper. */
export const hashSecret = (env: Pick<Env, 'KEY_PEPPER'>, secret: string): string => pepperedHash(env, secret)

/**
 * What says that this Worker itself keeps `publicKey`, in base64, as one that signed: hex of HMAC-SHA-256(pepper,
 * "signing-key/1" ‖ 0 ‖ key). Whoever can write to the database alone can make none. Throws without a pepper.
 */
export const voucherOf = (env: Pick<Env, 'KEY_PEPPER'>, publicKey: string): string =>
  pepperedHash(env, `signing-key/1\0${publicKey}`)

function pepperedHash(env: Pick<Env, 'KEY_PEPPER'>, text: string): string {
  if (!hasPepper(env)) throw new Error('KEY_PEPPER is not set')
  return toHex(hmac(sha256, utf8(env.KEY_PEPPER ?? ''), utf8(text)))
}

/** Whether two hashes are equal, in a time that says nothing of where they differ. Hashes of one kind have one length. */
export const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
