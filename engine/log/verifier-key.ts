import { fromBase64, toBase64 } from '../base/base64.ts'
import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'
import { isKeyName } from './signed-note.ts'

export interface VerifierKey {
  readonly name: string
  readonly keyId: string
  /** The public key in 32 bytes, as RFC 8032 encodes it. */
  readonly publicKey: Uint8Array
}

/** The type bytes in C2SP signed-note of Ed25519 keys for signatures and for cosignatures. */
export const noteKeyTypes = { signature: 0x01, cosignature: 0x04 } as const
type NoteKeyType = (typeof noteKeyTypes)[keyof typeof noteKeyTypes]

const publicKeyLength = 32

/**
 * The points of small order (RFC 8032 §5.1.2), their least significant byte first, without the sign in the last bit.
 */
const weakPoints: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
/** Matches the encodings of numbers from the prime 2^255 - 19 on, which stand for smaller numbers as well. */
const notCanonical = /^(e[def]|f.)(ff){30}7f$/

/**
 * Whether verifiers may disagree about signatures of a key: anybody can sign under it, or it is a second spelling of
 * another key.
 */
function isWeakKey(publicKey: Uint8Array): boolean {
  const unsigned = publicKey.map((byte, index) => (index === publicKeyLength - 1 ? byte & 0x7f : byte))
  const hex = toHex(unsigned)
  return weakPoints.has(hex) || notCanonical.test(hex)
}

/** Throws a TypeError unless `isKeyName` accepts the name and the key has 32 bytes. */
export function verifierKeyOf(sha256: Sha256, name: string, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new TypeError(`${quoted(name)} cannot be the name of a key`)
  if (publicKey.length !== publicKeyLength) throw new TypeError(`A public key has 32 bytes, not ${publicKey.length}`)
  return { name, keyId: keyIdOf(sha256, name, publicKey), publicKey }
}

/** The id of a key in C2SP signed-note: the first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), in hex. */
export const keyIdOf = (sha256: Sha256, name: string, publicKey: Uint8Array): string =>
  keyIdOfType(sha256, { name, publicKey }, noteKeyTypes.signature)

export const keyIdOfType = (
  sha256: Sha256,
  { name, publicKey }: Pick<VerifierKey, 'name' | 'publicKey'>,
  type: NoteKeyType,
): string => toHex(sha256(utf8(`${name}\n`), Uint8Array.of(type), publicKey).subarray(0, 4))

/**
 * The text of a key (a vkey), as services publish it and auditors keep it.
 *
 *     PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW
 */
export const formatVkey = (key: VerifierKey): string => formatKeyOfType(key, noteKeyTypes.signature)

export const formatKeyOfType = ({ name, keyId, publicKey }: VerifierKey, type: NoteKeyType): string =>
  `${name}+${keyId}+${toBase64(Uint8Array.of(type, ...publicKey))}`

/** Whether `text` is a public key without a name: the base64 of 32 bytes that are not a weak key. */
export function isRawKey(text: string): boolean {
  const bytes = fromBase64(text)
  return bytes?.length === publicKeyLength && !isWeakKey(bytes)
}

/** Whether `text` is `key`, as a vkey or as the base64 of its bytes, which fits the key under any name. */
export const isTextOfKey = (key: VerifierKey, text: string): boolean =>
  text === formatVkey(key) || text === toBase64(key.publicKey)

const vkeyLengthMax = 2_000

/**
 * Reads a vkey of at most 2,000 characters. Refuses other types, weak keys, and ids that do not follow from name and
 * key.
 */
export const parseVkey = (sha256: Sha256, text: string): Parsed<VerifierKey> =>
  parseKeyOfType(sha256, text, noteKeyTypes.signature)

const typeTexts = {
  [noteKeyTypes.signature]: 'an Ed25519 key of 32 bytes',
  [noteKeyTypes.cosignature]: 'a key of 32 bytes for timestamped Ed25519 cosignatures',
}

export function parseKeyOfType(sha256: Sha256, text: string, type: NoteKeyType): Parsed<VerifierKey> {
  if (text.length > vkeyLengthMax)
    return refused(`Got the key ${quoted(text)}, wanted at most ${vkeyLengthMax} characters`)
  const [, name = '', keyId = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || bytes === undefined) return refused(`Got the key ${quoted(text)}, wanted “name+id+base64”`)
  if (bytes[0] !== type || bytes.length !== 1 + publicKeyLength)
    return refused(`Got the key ${quoted(text)}, wanted ${typeTexts[type]}`)
  const key = { name, keyId, publicKey: bytes.slice(1) }
  if (isWeakKey(key.publicKey)) return refused(`Got the key ${quoted(text)}, under which anybody can sign`)
  const id = keyIdOfType(sha256, key, type)
  return id === keyId ? parsed(key) : refused(`Got the key id ${keyId} of ${quoted(name)}, wanted ${id}`)
}
