export type TextFormat = 'csv' | 'ndjson' | 'json-array'

/**
 * What a file is, told by how it begins: NDJSON with an object, a CSV with anything else. A JSON array of objects is
 * told too, so that it can be refused by its name. Undefined while `bytes` do not tell, because they are blank or a
 * lone bracket. Holds for UTF-16 and every encoding of which ASCII is a part, with a byte order mark or without.
 */
export function formatOf(bytes: Uint8Array): TextFormat | undefined {
  const [first, second] = bytes.filter((byte) => !skipped.has(byte))
  if (first === openBrace) return 'ndjson'
  if (first !== openBracket) return first === undefined ? undefined : 'csv'
  if (second === undefined) return undefined
  return second === openBrace || second === closeBracket ? 'json-array' : 'csv'
}

const openBrace = 0x7b
const openBracket = 0x5b
const closeBracket = 0x5d
/** White space, the empty half of a UTF-16 unit, and the bytes of a byte order mark. */
const skipped = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0xef, 0xbb, 0xbf, 0xff, 0xfe])
