import {
  entriesPath,
  fromUtf8,
  type LogEntry,
  leafHash,
  noReceipt,
  parseEntries,
  parseLogEntry,
  type TileTree,
  tileAt,
  tileWidth,
  toHex,
} from '@tallystick/engine'
import type { LogFiles } from '../log/log-files.ts'
import { sha256 } from '../sha256.ts'

/** How far the entries of a log were found to be a chain of receipts and deletions. */
export interface EntryCheck {
  /** Entries from the beginning of the log that were looked at, those of earlier times included. */
  readonly entryCount: number
  /** What is wrong with the next entry; undefined when nothing is, though it may be missing. */
  readonly fault: string | undefined
}

/**
 * Looks at the entries `[from, tree.size)`: each is the leaf of the tree at its place, and the receipt or deletion that
 * names the one before. Stops at the first entry that is not there, or is none. Throws `UnreachableError`, and a TileError.
 */
export async function checkEntries(
  tree: TileTree,
  files: LogFiles,
  { from, origin }: { readonly from: number; readonly origin: string },
): Promise<EntryCheck> {
  const tenant = origin.slice(origin.lastIndexOf('/') + 1)
  let previous = from === 0 ? noReceipt : toHex(await tree.leafHash(from - 1))
  let position = from
  while (position < tree.size) {
    const bundle = await readBundle(files, tree.size, Math.floor(position / tileWidth))
    if (bundle === undefined) return { entryCount: position, fault: undefined }
    const entry = bundle[position % tileWidth]
    const fault =
      entry === undefined
        ? 'it is missing in its bundle'
        : await entryFault(tree, entry, { position, previous, tenant })
    if (entry === undefined || fault !== undefined)
      return { entryCount: position, fault: `The entry ${position} of the log: ${fault}` }
    previous = toHex(leafHash(sha256, entry))
    position += 1
  }
  return { entryCount: position, fault: undefined }
}

/** The entries of a bundle, as many as the log of that size has; undefined where the bundle is not there. */
async function readBundle(files: LogFiles, size: number, index: number): Promise<readonly Uint8Array[] | undefined> {
  const tile = tileAt(size, { level: 0, index })
  if (tile === undefined) return undefined
  const bytes = (await files.read(entriesPath(tile))) ?? (await files.read(entriesPath({ index, width: tileWidth })))
  if (bytes === undefined) return undefined
  const entries = parseEntries(bytes)
  return entries.ok ? entries.value.slice(0, tile.width) : []
}

interface Place {
  readonly position: number
  /** Leaf hash of the entry before. */
  readonly previous: string
  /** The log's tenant, in its origin and in its receipts. */
  readonly tenant: string
}

async function entryFault(tree: TileTree, entry: Uint8Array, place: Place): Promise<string | undefined> {
  if (toHex(leafHash(sha256, entry)) !== toHex(await tree.leafHash(place.position)))
    return 'it is not the leaf of the signed tree at its place'
  const read = readEntry(entry)
  if (typeof read === 'string') return read
  if (read.sequence !== place.position) return `it says that its place is ${read.sequence}`
  if (read.previous !== place.previous) return 'it does not name the receipt before'
  return read.tenant === place.tenant ? undefined : 'it is of another tenant than the log'
}

/** The receipt or the deletion, or why there is none. */
function readEntry(entry: Uint8Array): LogEntry | string {
  try {
    const read = parseLogEntry(fromUtf8(entry))
    return read.ok ? read.value : read.detail
  } catch {
    return 'it is not UTF-8'
  }
}
