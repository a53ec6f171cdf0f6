import { fromBase64, fromHex, joinBytes, utf8 } from '@tallystick/engine/base'

/** An Ed25519 key (RFC 8032) held by the Web Crypto API, in workerd and in Node. */
export interface Ed25519Key {
  readonly publicKey: Uint8Array
  /** 64 bytes, always the same for the same message. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>
}

const algorithm = { name: 'Ed25519' }
const keyByteCount = 32

/** The key in PKCS #8 (RFC 8410), whose private half cannot be extracted afterwards. Rejects for other bytes. */
export async function importEd25519(pkcs8: Uint8Array): Promise<Ed25519Key> {
  const { publicKey } = await halvesOf(pkcs8)
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  return { publicKey, sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, message)) }
}

/** RFC 8410: the bytes before the 32 bytes of a private key. */
const pkcs8Prefix = fromHex('302e020100300506032b657004220420')
const indexKeyInfo = utf8('tallystick index log')

/** The key of the index log: derived from a signing key by HKDF-SHA-256 (RFC 5869), without salt. */
export async function importIndexKey(pkcs8: Uint8Array): Promise<Ed25519Key> {
  const { seed } = await halvesOf(pkcs8)
  const material = await crypto.subtle.importKey('raw', seed, 'HKDF', false, ['deriveBits'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: indexKeyInfo }
  const derived = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 8 * seed.length))
  return importEd25519(joinBytes([pkcs8Prefix, derived]))
}

interface Halves {
  readonly seed: Uint8Array
  readonly publicKey: Uint8Array
}

/** WebCrypto exports the halves only of an extractable key, which is used for nothing else. */
async function halvesOf(pkcs8: Uint8Array): Promise<Halves> {
  const pair = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])
  const exported = await crypto.subtle.exportKey('jwk', pair)
  if (!('x' in exported) || exported.x === undefined || exported.d === undefined)
    throw new TypeError('Not an Ed25519 key')
  const [seed, publicKey] = [bytesOf(exported.d), bytesOf(exported.x)]
  if (seed?.length !== keyByteCount || publicKey?.length !== keyByteCount) throw new TypeError('Not an Ed25519 key')
  return { seed, publicKey }
}

/** JWK uses the alphabet of RFC 4648 §5, without padding. */
const bytesOf = (text: string): Uint8Array | undefined =>
  fromBase64(
    text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .padEnd(Math.ceil(text.length / 4) * 4, '='),
  )
