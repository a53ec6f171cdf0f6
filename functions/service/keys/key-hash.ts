import type { Env } from '../env.ts'
import { isConfigured } from '../platform/configuration.ts'
import { pepperedHash } from '../store/peppered-hash.ts'

/** Without the pepper no key can be made or checked. */
const hasPepper = (env: Pick<Env, 'KEY_PEPPER'>): boolean => isConfigured(env, 'KEY_PEPPER')

/** Hex of HMAC-SHA-256(pepper, secret) (RFC 2104). Throws `NotConfiguredError` without a pepper. */
export const hashSecret = (env: Pick<Env, 'KEY_PEPPER'>, secret: string): string => pepperedHash(env, secret)

/**
 * The voucher of a signing key: hex of HMAC-SHA-256(pepper, "signing-key/1" ‖ 0 ‖ public key in base64). It shows that
 * this Worker stored the key: somebody who can only write to the database cannot make it. Throws `NotConfiguredError`
 * without a pepper.
 */
export const voucherOf = (env: Pick<Env, 'KEY_PEPPER'>, publicKey: string): string =>
  pepperedHash(env, `signing-key/1\0${publicKey}`)

/** Whether this Worker made the voucher, under the current pepper. */
export const isVouched = (
  env: Pick<Env, 'KEY_PEPPER'>,
  { publicKey, voucher }: { readonly publicKey: string; readonly voucher: string },
): boolean => hasPepper(env) && voucher === voucherOf(env, publicKey)

/** Compares in a time that does not show where the hashes differ. */
export const areEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
