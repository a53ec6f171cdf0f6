import { toBase64 } from '@tallystick/engine/base'
import type { Env } from '../env.ts'
import { optionalText, publicKeysIn } from '../platform/configuration.ts'
import { type Ed25519Key, importEd25519, importIndexKey } from '../platform/ed25519-key.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { NotConfiguredError } from '../store/required.ts'
import { areEqual } from './key-hash.ts'

/** A key of the log, from a secret of the Worker: PKCS #8 (RFC 8410) in base64. */
export interface SigningKey extends Ed25519Key {
  /** Signs the index log. Derived from this key, because C2SP tlog-policy tells logs apart by their public keys. */
  readonly index: Ed25519Key
}

/** A signing key or LOG_ORIGIN is missing or malformed: no run can be sealed until the configuration is repaired. */
export class SigningError extends NotConfiguredError {
  override readonly name = 'SigningError'
}

type Secrets = Pick<Env, 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS'>

const keysBySecret = perIsolate(() => new Map<string, SigningKey>())

/**
 * The keys that sign a new checkpoint: SIGNING_KEY, then SIGNING_KEY_PREVIOUS if that is another key. Imported once an
 * isolate. Throws `SigningError` when a key is missing or malformed, because a checkpoint needs every signature that
 * its readers expect.
 */
export async function signingKeysOf(isolate: Isolate, secrets: Secrets): Promise<readonly SigningKey[]> {
  const known = keysBySecret(isolate)
  const names = secrets.SIGNING_KEY_PREVIOUS
    ? (['SIGNING_KEY', 'SIGNING_KEY_PREVIOUS'] as const)
    : (['SIGNING_KEY'] as const)
  const keys: SigningKey[] = []
  for (const name of names) {
    const secret: unknown = secrets[name]
    if (typeof secret !== 'string' || secret === '') throw new SigningError(`${name} is not set`)
    const key = known.get(secret) ?? (await importKey(name, secret))
    known.set(secret, key)
    if (!keys.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) keys.push(key)
  }
  return keys
}

/** SIGNING_KEYS_RETIRED, in base64: former keys that may have no voucher. None if malformed. */
export const retiredKeysOf = (env: Pick<Env, 'SIGNING_KEYS_RETIRED'>): readonly string[] =>
  (publicKeysIn(optionalText(env.SIGNING_KEYS_RETIRED)) ?? []).map(toBase64)

async function importKey(name: string, secret: string): Promise<SigningKey> {
  try {
    const pkcs8 = bytesOf(secret)
    return { ...(await importEd25519(pkcs8)), index: await importIndexKey(pkcs8) }
  } catch (cause) {
    throw new SigningError(`${name} is no Ed25519 key`, { cause })
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
