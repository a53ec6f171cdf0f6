import type { Env } from '../env.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { areEqual } from './key-hash.ts'

/** The Ed25519 keys (RFC 8032) of this service. A secret holds one as PKCS #8 (RFC 8410) in base64. */
export interface SigningKey {
  /** The raw public half, 32 bytes. */
  readonly publicKey: Uint8Array
  /** The signature of `message`, 64 bytes; the same bytes whenever the same message is signed. */
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>
}

/** What checkpoints are signed with is missing, or is not what it should be: nothing can be sealed until it is there. */
export class SigningError extends UnavailableError {
  override readonly name = 'SigningError'
}

type Secrets = Pick<Env, 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS'>

const algorithm = { name: 'Ed25519' }
const publicKeyByteCount = 32
const keysBySecret = perIsolate(() => new Map<string, SigningKey>())

/**
 * The keys that sign a new checkpoint: SIGNING_KEY, then SIGNING_KEY_PREVIOUS where it is set and another key. The
 * private halves cannot be extracted; imported once in the life of an isolate. Throws `SigningError` unless both
 * are what they should be: a checkpoint carries every signature that its readers expect, or is not made.
 */
export async function signingKeysOf(isolate: Isolate, secrets: Secrets): Promise<readonly SigningKey[]> {
  const known = keysBySecret(isolate)
  const names = secrets.SIGNING_KEY_PREVIOUS
    ? (['SIGNING_KEY', 'SIGNING_KEY_PREVIOUS'] as const)
    : (['SIGNING_KEY'] as const)
  const keys: SigningKey[] = []
  for (const name of names) {
    const secret = secrets[name] ?? ''
    const key = known.get(secret) ?? (await importKey(name, secret))
    known.set(secret, key)
    if (!keys.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) keys.push(key)
  }
  return keys
}

async function importKey(name: string, secret: string): Promise<SigningKey> {
  try {
    const pkcs8 = bytesOf(secret)
    const publicKey = await publicHalfOf(pkcs8)
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
    return {
      publicKey,
      sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, message)),
    }
  } catch (cause) {
    throw new SigningError(`${name} is not set, or is no Ed25519 key`, { cause })
  }
}

/** WebCrypto derives a public half only by exporting the pair, so that needs an extractable key, forgotten at once. */
async function publicHalfOf(pkcs8: Uint8Array): Promise<Uint8Array> {
  const pair = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])
  const exported = await crypto.subtle.exportKey('jwk', pair)
  const text = 'x' in exported ? (exported.x ?? '') : ''
  const publicKey = bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'))
  if (publicKey.length !== publicKeyByteCount) throw new TypeError('Not an Ed25519 key')
  return publicKey
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
