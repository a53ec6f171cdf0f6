import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'

const pepperLengthMin = 16

/** Whether this Worker has the secret with which keys are hashed. Without it no key can be made or checked. */
export const hasPepper = (env: Pick<Env, 'KEY_PEPPER'>): boolean => pepperOf(env) !== undefined

/** Hex of HMAC-SHA-256(pepper, secret) (RFC 2104): all that is stored of a secret. Throws without a pepper. */
export const hashSecret = (env: Pick<Env, 'KEY_PEPPER'>, secret: string): string => pepperedHash(env, secret)

/**
 * The voucher of a signing key: hex of HMAC-SHA-256(pepper, "signing-key/1" ‖ 0 ‖ public key in base64). It shows that
 * this Worker stored the key: someone who can only write to the database cannot make a voucher. Throws without a pepper.
 */
export const voucherOf = (env: Pick<Env, 'KEY_PEPPER'>, publicKey: string): string =>
  pepperedHash(env, `signing-key/1\0${publicKey}`)

function pepperedHash(env: Pick<Env, 'KEY_PEPPER'>, text: string): string {
  const pepper = pepperOf(env)
  if (pepper === undefined) throw new Error('KEY_PEPPER is not set')
  return toHex(hmac(sha256, utf8(pepper), utf8(text)))
}

const pepperOf = ({ KEY_PEPPER }: Pick<Env, 'KEY_PEPPER'>): string | undefined =>
  KEY_PEPPER !== undefined && KEY_PEPPER.length >= pepperLengthMin ? KEY_PEPPER : undefined

/** Whether two hashes are equal, in a time that does not show where they differ. */
export const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
