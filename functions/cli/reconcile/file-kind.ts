export type FileKind = 'csv' | 'ndjson' | 'json-array' | 'zip' | 'pdf'

/**
 * What a file is, told by how it begins: NDJSON with an object, a CSV with anything else. A JSON array of objects, a
 * zip and a PDF are told too, so that they can be refused by their names. Undefined while `bytes` do not tell, because
 * they are too few. Holds for UTF-16 and every encoding of which ASCII is a part, with a byte order mark or without.
 */
export function formatOf(bytes: Uint8Array): FileKind | undefined {
  const text = bytes.filter((byte) => !skipped.has(byte))
  for (const [kind, signature] of signatures) {
    const common = signature.findIndex((byte, index) => byte !== text[index])
    if (common < 0) return kind
    // As far as it goes.
    if (text.length > 0 && common === text.length) return undefined
  }
  const [first, second] = text
  if (first === openBrace) return 'ndjson'
  if (first !== openBracket) return first === undefined ? undefined : 'csv'
  if (second === undefined) return undefined
  return second === openBrace || second === closeBracket ? 'json-array' : 'csv'
}

/** The same for `bytes` that are all there is: a blank file is a CSV without a header, a lone bracket broken JSON. */
export const formatOfWhole = (bytes: Uint8Array): FileKind =>
  formatOf(bytes) ?? (bytes.includes(openBracket) ? 'ndjson' : 'csv')

const openBrace = 0x7b
const openBracket = 0x5b
const closeBracket = 0x5d
/** White space, the empty half of a UTF-16 unit, and the bytes of a byte order mark. */
const skipped = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0xef, 0xbb, 0xbf, 0xff, 0xfe])

const signatures = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
] as const
