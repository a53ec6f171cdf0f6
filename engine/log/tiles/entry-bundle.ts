import { byteAt } from '../../base/at.ts'
import { joinBytes } from '../../base/bytes.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import { hashByteCount } from './tile.ts'
import type { TileName } from './tile-path.ts'

/**
 * C2SP tlog-tiles: the entries of a log in bundles. Each entry is its length as a big-endian uint16, and then its
 * bytes.
 */

const lengthMax = 0xffff
const lengthByteCount = 2

/** Throws a RangeError for an entry of more than 65,535 bytes. */
export function formatEntries(entries: readonly Uint8Array[]): Uint8Array {
  const parts = entries.flatMap((entry) => {
    if (entry.length > lengthMax)
      throw new RangeError(`Got an entry of ${entry.length} bytes, wanted at most ${lengthMax}`)
    return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
  })
  return joinBytes(parts)
}

/** Reads the entries as views of `bytes`. Refuses bytes that end inside an entry. */
export function parseEntries(bytes: Uint8Array): Parsed<readonly Uint8Array[]> {
  const entries: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const from = start + lengthByteCount
    const end = from <= bytes.length ? from + 256 * byteAt(bytes, start) + byteAt(bytes, start + 1) : from
    if (end > bytes.length)
      return refused(`Got ${bytes.length} bytes of entries, which end inside entry ${entries.length}`)
    entries.push(bytes.subarray(from, end))
    start = end
  }
  return parsed(entries)
}

/**
 * Cuts a wider tile or bundle to the width of `name`. Undefined where the bytes hold too few hashes or entries, or are
 * not a bundle.
 */
export function cutFile({ level, width }: TileName, bytes: Uint8Array): Uint8Array | undefined {
  if (level !== 'entries')
    return bytes.length < width * hashByteCount ? undefined : bytes.slice(0, width * hashByteCount)
  const entries = parseEntries(bytes)
  return entries.ok && entries.value.length >= width ? formatEntries(entries.value.slice(0, width)) : undefined
}
