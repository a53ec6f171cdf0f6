/** A field of a zip record that has the same value in every archive of the service. */

interface FixedField {
  readonly what: string
  readonly at: number
  readonly byteCount: 2 | 4
  readonly value: number
}

const deflate = 8
const lengthsFollow = 8
/** The first day that a zip can store: 1980-01-01. */
const firstDay = 0x21

/** The fixed fields of an entry in the directory (PKWARE APPNOTE 4.3.12). */
export const entryFields: readonly FixedField[] = [
  { what: 'version of its writer', at: 4, byteCount: 2, value: 20 },
  { what: 'version needed', at: 6, byteCount: 2, value: 20 },
  { what: 'flags', at: 8, byteCount: 2, value: lengthsFollow },
  { what: 'compression method', at: 10, byteCount: 2, value: deflate },
  { what: 'time', at: 12, byteCount: 2, value: 0 },
  { what: 'date', at: 14, byteCount: 2, value: firstDay },
  { what: 'count of bytes of extra fields', at: 30, byteCount: 2, value: 0 },
  { what: 'count of bytes of a comment', at: 32, byteCount: 2, value: 0 },
  { what: 'disk', at: 34, byteCount: 2, value: 0 },
  { what: 'internal attributes', at: 36, byteCount: 2, value: 0 },
  { what: 'external attributes', at: 38, byteCount: 4, value: 0 },
]

/**
 * The fixed fields of a file's local header (APPNOTE 4.3.7). Lengths and checksum are not there: they follow the file's
 * bytes.
 */
export const localFields: readonly FixedField[] = [
  { what: 'version needed', at: 4, byteCount: 2, value: 20 },
  { what: 'flags', at: 6, byteCount: 2, value: lengthsFollow },
  { what: 'compression method', at: 8, byteCount: 2, value: deflate },
  { what: 'time', at: 10, byteCount: 2, value: 0 },
  { what: 'date', at: 12, byteCount: 2, value: firstDay },
  { what: 'checksum before its bytes', at: 14, byteCount: 4, value: 0 },
  { what: 'packed length before its bytes', at: 18, byteCount: 4, value: 0 },
  { what: 'length before its bytes', at: 22, byteCount: 4, value: 0 },
  { what: 'count of bytes of extra fields', at: 28, byteCount: 2, value: 0 },
]

/** The fault of the first field whose value is not the fixed one. */
export function fixedFault(record: DataView, fields: readonly FixedField[]): string | undefined {
  for (const { what, at, byteCount, value } of fields) {
    const found = byteCount === 2 ? record.getUint16(at, true) : record.getUint32(at, true)
    if (found !== value) return `Got ${found} as its ${what} in the archive, wanted ${value}, which the service writes`
  }
  return undefined
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
