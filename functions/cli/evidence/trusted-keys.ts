import { isRawKey, parseVkey, type TlogPolicy, toBase64 } from '@tallystick/engine'
import { sha256 } from '../sha256.ts'

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

/** What is wrong with the values of `--key`: each has to be the text of a key, or base64 of a raw one. */
export function keyFaults(keys: readonly string[]): readonly string[] {
  return keys.flatMap((text) => {
    if (isRawKey(text)) return []
    const key = parseVkey(sha256, text)
    return key.ok ? [] : [`--key: ${key.detail}, or base64 of 32 bytes`]
  })
}

/** The keys that evidence was verified with, in words. */
export interface KeyBasis {
  /** The keys themselves, as lines of text. */
  readonly keys: string
  /** Under which condition on the keys the result holds. */
  readonly basis: string
  /** Whether a person has said that the keys are to be trusted. */
  readonly isTrusted: boolean
}

/** The keys that came with evidence. */
interface OwnKeys {
  readonly what: 'pack' | 'proof'
  readonly own: readonly string[]
  /** Whether a person has said that they are enough. */
  readonly areTrusted: boolean
  /** The policy that names the trusted keys, if they are from one. */
  readonly policy: TlogPolicy | undefined
}

/** Describes the trusted keys; without any, the keys that came with the evidence. */
export function keyBasis(trusted: readonly string[], { what, own, areTrusted, policy }: OwnKeys): KeyBasis {
  if (policy !== undefined)
    return {
      keys: `keys: those of the logs in your policy\n${keyLines(trusted)}`,
      basis: 'under your policy',
      isTrusted: true,
    }
  if (trusted.length > 0)
    return {
      keys: `keys: those that you trust\n${keyLines(trusted)}`,
      basis: 'by a key that you trust',
      isTrusted: true,
    }
  if (areTrusted)
    return {
      keys: `keys: those of the ${what}, which you said to trust\n${keyLines(own)}`,
      basis: `by the keys of the ${what}, as you said`,
      isTrusted: true,
    }
  return {
    isTrusted: false,
    keys: `\
keys: these came with the ${what}, so that whoever made it chose them; they prove something once you have found them in
/.well-known/tallystick-keys of the service, or in a copy that you kept, or have given the one you trust as --key
${keyLines(own)}`,
    basis: `if the keys above are the service’s: they came with the ${what}`,
  }
}

/** A line each key as the service lists it, base64 of the raw 32 bytes. A text that is no key fails its own check. */
const keyLines = (keys: readonly string[]): string => keys.map(keyLine).join('')

function keyLine(text: string): string {
  if (isRawKey(text)) return `  ${text}\n`
  const key = parseVkey(sha256, text)
  return key.ok ? `  ${toBase64(key.value.publicKey)}   key id ${key.value.keyId}\n` : ''
}
