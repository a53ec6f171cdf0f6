import { fromUtf8 } from './bytes.ts'

/** RFC 4648 §4, the standard alphabet with padding. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const paddingCharacter = 0x3d
/** Padding is read as zero bits, which are cut off afterwards. */
const valueByCharacter = new Map([...[...alphabet].entries()].map(([value, character]) => [character, value])).set(
  '=',
  0,
)

export function toBase64(bytes: Uint8Array): string {
  const characters = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  for (let index = 0, offset = 0; index < bytes.length; index += 3, offset += 4) {
    // The last group may have one or two bytes: zero bits fill it up.
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3)
    const quartet = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    characters.set(
      quartet.map((value) => alphabet.charCodeAt(value)),
      offset,
    )
  }
  const padding = (3 - (bytes.length % 3)) % 3
  return fromUtf8(characters.fill(paddingCharacter, characters.length - padding))
}

/** Undefined unless `text` is the one spelling that `toBase64` gives. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  for (let index = 0, offset = 0; index < text.length; index += 4, offset += 3) {
    let bits = 0
    for (const character of text.slice(index, index + 4)) {
      const value = valueByCharacter.get(character)
      if (value === undefined) return undefined
      bits = bits * 64 + value
    }
    bytes.set([bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, bytes.length - offset), offset)
  }
  // Other spellings of the same bytes are refused: padding in the middle, or bits under the padding that are not zero.
  return toBase64(bytes) === text ? bytes : undefined
}
