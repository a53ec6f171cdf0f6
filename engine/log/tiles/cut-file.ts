import { formatEntries, parseEntries } from './entry-bundle.ts'
import { hashByteCount } from './tile.ts'
import type { TileName } from './tile-path.ts'

/**
 * Cuts a wider tile or bundle down to the file `name`: its first hashes or entries. Undefined where the bytes hold
 * fewer, or are no bundle.
 */
export function cutFile({ level, width }: TileName, bytes: Uint8Array): Uint8Array | undefined {
  if (level !== 'entries')
    return bytes.length < width * hashByteCount ? undefined : bytes.slice(0, width * hashByteCount)
  const entries = parseEntries(bytes)
  return entries.ok && entries.value.length >= width ? formatEntries(entries.value.slice(0, width)) : undefined
}
