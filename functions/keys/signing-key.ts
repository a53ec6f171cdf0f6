import { fromHex, joinBytes, utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { areEqual } from './key-hash.ts'

/** An Ed25519 key (RFC 8032) of this service. A secret of the Worker holds it as PKCS #8 (RFC 8410) in base64. */
export interface SigningKey {
  /** The raw public half, 32 bytes. */
  readonly publicKey: Uint8Array
  /** The signature of `message`, 64 bytes: always the same for the same message. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>
  /**
   * The key that signs the index log where this one signs the logs of tenants: C2SP tlog-policy tells logs apart by their
   * public keys. It follows from this key by HKDF (RFC 5869), so that there is one secret to keep.
   */
  readonly index: Omit<SigningKey, 'index'>
}

/** A signing key or LOG_ORIGIN is missing or malformed: no run can be sealed until the configuration is repaired. */
export class SigningError extends UnavailableError {
  override readonly name = 'SigningError'
}

type Secrets = Pick<Env, 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS'>

const algorithm = { name: 'Ed25519' }
const keyByteCount = 32
const keysBySecret = perIsolate(() => new Map<string, SigningKey>())

/**
 * The keys that sign a new checkpoint: SIGNING_KEY, then SIGNING_KEY_PREVIOUS where that is set to another key. Their
 * private halves cannot be extracted. Imported once an isolate. Throws `SigningError` when a key is missing or
 * malformed: a checkpoint has every signature that its readers expect, or is not made.
 */
export async function signingKeysOf(isolate: Isolate, secrets: Secrets): Promise<readonly SigningKey[]> {
  const known = keysBySecret(isolate)
  const names = secrets.SIGNING_KEY_PREVIOUS
    ? (['SIGNING_KEY', 'SIGNING_KEY_PREVIOUS'] as const)
    : (['SIGNING_KEY'] as const)
  const keys: SigningKey[] = []
  for (const name of names) {
    const secret = secrets[name]
    if (secret === undefined) throw new SigningError(`${name} is not set`)
    const key = known.get(secret) ?? (await importKey(name, secret))
    known.set(secret, key)
    if (!keys.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) keys.push(key)
  }
  return keys
}

async function importKey(name: string, secret: string): Promise<SigningKey> {
  try {
    const pkcs8 = bytesOf(secret)
    const { seed, publicKey } = await halvesOf(pkcs8)
    return {
      publicKey,
      sign: await signerOf(pkcs8),
      index: await indexKeyOf(seed),
    }
  } catch (cause) {
    throw new SigningError(`${name} is no Ed25519 key`, { cause })
  }
}

async function signerOf(pkcs8: Uint8Array): Promise<SigningKey['sign']> {
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  return async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, message))
}

/** RFC 8410: what stands before the 32 bytes of a private key. */
const pkcs8Prefix = fromHex('302e020100300506032b657004220420')
const indexKeyInfo = utf8('tallystick index log')

async function indexKeyOf(seed: Uint8Array): Promise<SigningKey['index']> {
  const material = await crypto.subtle.importKey('raw', seed, 'HKDF', false, ['deriveBits'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: indexKeyInfo }
  const derived = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 8 * seed.length))
  const pkcs8 = joinBytes([pkcs8Prefix, derived])
  return { publicKey: (await halvesOf(pkcs8)).publicKey, sign: await signerOf(pkcs8) }
}

/** The private and the public half of a pair. WebCrypto gives them only of an extractable key, used for nothing else. */
async function halvesOf(pkcs8: Uint8Array): Promise<{ readonly seed: Uint8Array; readonly publicKey: Uint8Array }> {
  const pair = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])
  const exported = await crypto.subtle.exportKey('jwk', pair)
  if (!('x' in exported) || exported.x === undefined || exported.d === undefined)
    throw new TypeError('Not an Ed25519 key')
  const [seed, publicKey] = [exported.d, exported.x].map((half) =>
    bytesOf(half.replaceAll('-', '+').replaceAll('_', '/')),
  )
  if (seed?.length !== keyByteCount || publicKey?.length !== keyByteCount) throw new TypeError('Not an Ed25519 key')
  return { seed, publicKey }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
