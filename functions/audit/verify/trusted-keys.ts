import { fromBase64, type Sha256, toBase64 } from '@tallystick/engine/base'
import { isRawKey, parseVkey, type TlogPolicy } from '@tallystick/engine/log'

export interface Expectation {
  /** Trusted keys, one of which must have signed; empty where the keys in the evidence are used. */
  readonly keys: readonly string[]
  readonly origin?: string | undefined
}

export const expectationIn = ({ keys, origin }: Expectation) => ({
  ...(keys.length > 0 && { trusted: keys }),
  ...(origin !== undefined && { origin }),
})

const rawKeyByteCount = 32

/** The fault in the text of a key that a person gave. Wanted is a vkey or a raw key in base64. */
export function keyFault(sha256: Sha256, text: string): string | undefined {
  if (isRawKey(text)) return undefined
  if (fromBase64(text)?.length === rawKeyByteCount) return `Got the key ${text}, under which anybody can sign`
  const key = parseVkey(sha256, text)
  return key.ok ? undefined : `${key.detail}, or base64 of 32 bytes`
}

/** The keys that evidence was verified with, and why they are trusted. */
export interface KeyBasis {
  /**
   * `policy`: a policy names the keys. `trusted`: a person named them. `accepted`: they came with the evidence, and a
   * person accepted them. `own`: they came with the evidence, and nobody but its maker chose them.
   */
  readonly from: 'policy' | 'trusted' | 'accepted' | 'own'
  readonly keys: readonly ShownKey[]
}

export interface ShownKey {
  readonly publicKey: string
  /** Undefined for a key that was given as raw bytes. */
  readonly keyId: string | undefined
  /** What the key has signed in a period. */
  readonly use?: string
}

interface KeyChoice {
  readonly trusted: readonly string[]
  readonly own: readonly string[]
  readonly areOwnEnough: boolean
  readonly policy: TlogPolicy | undefined
}

/** The trusted keys; where there are none, those that came with the evidence. */
export function keyBasis(sha256: Sha256, { trusted, own, areOwnEnough, policy }: KeyChoice): KeyBasis {
  const shown = (texts: readonly string[]) => texts.flatMap((text) => shownKeys(sha256, text))
  if (policy !== undefined) return { from: 'policy', keys: shown(trusted) }
  if (trusted.length > 0) return { from: 'trusted', keys: shown(trusted) }
  return { from: areOwnEnough ? 'accepted' : 'own', keys: shown(own) }
}

/** Whether a person or a policy chose to trust the keys. */
export const isVouched = ({ from }: KeyBasis): boolean => from !== 'own'

/** The public keys of those that a person gave, in base64. */
export const publicKeysIn = (sha256: Sha256, keys: readonly string[]): readonly string[] =>
  keys.flatMap((text) => shownKeys(sha256, text).map(({ publicKey }) => publicKey))

/** Empty for a text that is not a key: it fails a check of its own. */
function shownKeys(sha256: Sha256, text: string): readonly ShownKey[] {
  if (isRawKey(text)) return [{ publicKey: text, keyId: undefined }]
  const key = parseVkey(sha256, text)
  return key.ok ? [{ publicKey: toBase64(key.value.publicKey), keyId: key.value.keyId }] : []
}
