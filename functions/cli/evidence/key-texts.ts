import { type KeyBasis, keyFault, type ShownKey } from '@tallystick/audit/verify/trusted-keys'
import type { Verification } from '@tallystick/audit/verify/verification'
import { sha256 } from '../sha256.ts'

/** Faults in the values of `--key`: each is the text of a verifier key, or a raw key in base64. */
export const keyFaults = (keys: readonly string[]): readonly string[] =>
  keys.flatMap((text) => {
    const fault = keyFault(sha256, text)
    return fault === undefined ? [] : [`--key: ${fault}`]
  })

interface KeyTexts {
  readonly keys: string
  /** What the verdict depends on: how the keys came to be trusted. */
  readonly basis: string
}

export function keyTexts({
  of,
  log,
  keyBasis: { from, keys },
}: Pick<Verification, 'of' | 'log' | 'keyBasis'>): KeyTexts {
  const isInLog = of !== 'period' || log.checkpoint !== null
  const { heading, basis } = isInLog ? textsOf(of === 'proof' ? 'proof' : 'pack')[from] : periodTexts[from]
  return { keys: `${heading}\n${keys.map(keyLine).join('')}`, basis }
}

type Texts = { readonly [from in KeyBasis['from']]: { readonly heading: string; readonly basis: string } }

const twoKeys = 'keys: those that signed the period'

const periodTexts: Texts = {
  policy: { heading: twoKeys, basis: 'by two keys' },
  trusted: { heading: twoKeys, basis: 'by two keys that you named' },
  accepted: { heading: twoKeys, basis: 'by two keys of the pack, which you said to trust' },
  own: { heading: twoKeys, basis: 'by two keys; whose they are, nobody has said: name both with --key' },
}

const textsOf = (what: 'pack' | 'proof'): Texts => ({
  policy: { heading: 'keys: those of the logs in your policy', basis: 'under your policy' },
  trusted: { heading: 'keys: those that you trust', basis: 'by a key that you trust' },
  accepted: {
    heading: `keys: those of the ${what}, which you said to trust`,
    basis: `by the keys of the ${what}, as you said`,
  },
  own: {
    heading: `\
keys: these came with the ${what}, so that whoever made it chose them; they prove something once you have found them in
/.well-known/tallystick-keys of the service, or in a copy that you kept, or have given the one you trust as --key`,
    basis: `if the keys above are the service’s: they came with the ${what}`,
  },
})

const keyLine = ({ publicKey, keyId, use }: ShownKey): string =>
  `  ${[publicKey, ...(keyId === undefined ? [] : [`key id ${keyId}`]), ...(use === undefined ? [] : [use])].join('   ')}\n`
