import { fromBase64, type Sha256, toBase64 } from '@tallystick/engine/base'
import { isRawKey, parseVkey, type TlogPolicy } from '@tallystick/engine/log'

/** What the caller expects of evidence. */
export interface Expectation {
  /** The texts of keys, one of which has to have signed; none when the keys of the evidence are to be taken. */
  readonly keys: readonly string[]
  /** The origin of the log that the evidence has to be of; of any log when undefined. */
  readonly origin?: string | undefined
}

/** The expectation as an input of the verification. */
export const expectationIn = ({ keys, origin }: Expectation) => ({
  ...(keys.length > 0 && { trusted: keys }),
  ...(origin !== undefined && { origin }),
})

const rawKeyByteCount = 32

/** What is wrong with a key that a person names, which has to be the text of a key or base64 of a raw one; or undefined. */
export function keyFault(sha256: Sha256, text: string): string | undefined {
  if (isRawKey(text)) return undefined
  if (fromBase64(text)?.length === rawKeyByteCount) return `Got the key ${text}, under which anybody can sign`
  const key = parseVkey(sha256, text)
  return key.ok ? undefined : `${key.detail}, or base64 of 32 bytes`
}

/** The keys that evidence was verified with, and why they count. */
export interface KeyBasis {
  /**
   * `policy`: a policy names them. `trusted`: a person has named them. `accepted`: they came with the evidence, and a
   * person has said that they are enough. `own`: they came with the evidence, so that whoever made it chose them.
   */
  readonly from: 'policy' | 'trusted' | 'accepted' | 'own'
  readonly keys: readonly ShownKey[]
}

/** A key as the service lists it. */
export interface ShownKey {
  /** Base64 of the raw 32 bytes. */
  readonly publicKey: string
  /** Undefined of a key that was given as raw bytes. */
  readonly keyId: string | undefined
}

interface KeyChoice {
  readonly trusted: readonly string[]
  /** The keys that came with the evidence. */
  readonly own: readonly string[]
  /** Whether a person has said that these are enough. */
  readonly areOwnEnough: boolean
  /** The policy that names the trusted keys, if they are from one. */
  readonly policy: TlogPolicy | undefined
}

/** Which keys count: the trusted ones; without any, those that came with the evidence. */
export function keyBasis(sha256: Sha256, { trusted, own, areOwnEnough, policy }: KeyChoice): KeyBasis {
  const shown = (texts: readonly string[]) => texts.flatMap((text) => shownKeys(sha256, text))
  if (policy !== undefined) return { from: 'policy', keys: shown(trusted) }
  if (trusted.length > 0) return { from: 'trusted', keys: shown(trusted) }
  return { from: areOwnEnough ? 'accepted' : 'own', keys: shown(own) }
}

/** Whether a person has said that the keys are to be trusted. */
export const isVouched = ({ from }: KeyBasis): boolean => from !== 'own'

/** None for a text that is no key, which fails its own check. */
function shownKeys(sha256: Sha256, text: string): readonly ShownKey[] {
  if (isRawKey(text)) return [{ publicKey: text, keyId: undefined }]
  const key = parseVkey(sha256, text)
  return key.ok ? [{ publicKey: toBase64(key.value.publicKey), keyId: key.value.keyId }] : []
}
