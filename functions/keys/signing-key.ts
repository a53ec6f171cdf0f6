import type { Env } from '../env.ts'

/** The Ed25519 key (RFC 8032) of this service: SIGNING_KEY is its PKCS #8 (RFC 8410) in base64. */

const algorithm = { name: 'Ed25519' }

/** The private key, not extractable. Rejects when SIGNING_KEY is missing or not such a key. */
export const importSigningKey = (env: Env): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', derOf(env), algorithm, false, ['sign'])

/** The raw public key, 32 bytes in base64; undefined when there is no usable SIGNING_KEY. */
export async function publicKeyOf(env: Env): Promise<string | undefined> {
  try {
    const key = await crypto.subtle.importKey('pkcs8', derOf(env), algorithm, true, ['sign'])
    const exported = await crypto.subtle.exportKey('jwk', key)
    const text = 'x' in exported ? exported.x : undefined
    return text === undefined ? undefined : `${text.replaceAll('-', '+').replaceAll('_', '/')}=`
  } catch {
    return undefined
  }
}

function derOf(env: Env): Uint8Array {
  if (!env.SIGNING_KEY) throw new Error('SIGNING_KEY is not set')
  return Uint8Array.from(atob(env.SIGNING_KEY), (char) => char.charCodeAt(0))
}
