import { fromUtf8, toHex } from '@tallystick/engine/base'
import { entriesPath, parseEntries, type TileTree, tileAt, tileWidth } from '@tallystick/engine/log'
import { leafHash } from '@tallystick/engine/merkle'
import type { LogFiles } from '../log/log-files.ts'
import { sha256 } from '../sha256.ts'
import type { Entry, EntryFault, EntryReader } from './watched-kind.ts'

export interface EntryCheck {
  /** Entries checked so far from the beginning of the log, including those of earlier checks. */
  readonly entryCount: number
  /**
   * A sentence about what is wrong with the entry that follows; undefined where nothing is wrong, or that entry is
   * missing.
   */
  readonly fault: string | undefined
  /** The entries that prove the fault, if they can be read. */
  readonly entries: readonly Entry[]
}

/**
 * Checks the entries `[from, tree.size)`: each must be the leaf of the tree at its position, and `reader` must accept
 * it. Stops at the first entry that is missing or refused. Throws `UnreachableError` and TileError.
 */
export async function checkEntries(
  tree: TileTree,
  files: LogFiles,
  { from, reader }: { readonly from: number; readonly reader: EntryReader },
): Promise<EntryCheck> {
  let entryCount = from
  for await (const entry of entriesOf(tree, files, from)) {
    if ('fault' in entry)
      return { entryCount, fault: `The entry ${entryCount} of the log: ${entry.fault}.`, entries: [] }
    const fault = reader.take(entry)
    if (fault !== undefined)
      return { entryCount, fault: fault.detail, entries: [...(await rivalOf(tree, files, fault)), entry] }
    entryCount += 1
  }
  return { entryCount, fault: undefined, entries: [] }
}

async function rivalOf(tree: TileTree, files: LogFiles, { rival }: EntryFault): Promise<readonly Entry[]> {
  if (rival === undefined) return []
  for await (const entry of entriesOf(tree, files, rival.from)) {
    if ('fault' in entry) return []
    if (rival.isIt(entry)) return [entry]
  }
  return []
}

/** Verified entries from a position on. Ends before the first missing bundle, or with the first fault. */
async function* entriesOf(
  tree: TileTree,
  files: LogFiles,
  from: number,
): AsyncGenerator<Entry | { readonly fault: string }> {
  for (let position = from; position < tree.size; ) {
    const bundle = await readBundle(files, tree.size, Math.floor(position / tileWidth))
    if (bundle === undefined) return
    const end = Math.min(tree.size, position - (position % tileWidth) + tileWidth)
    for (; position < end; position += 1) {
      const entry = await openEntry(tree, bundle[position % tileWidth], position)
      yield entry
      if ('fault' in entry) return
    }
  }
}

async function readBundle(files: LogFiles, size: number, index: number): Promise<readonly Uint8Array[] | undefined> {
  const tile = tileAt(size, { level: 0, index })
  if (tile === undefined) return undefined
  const bytes = (await files.read(entriesPath(tile))) ?? (await files.read(entriesPath({ index, width: tileWidth })))
  if (bytes === undefined) return undefined
  const entries = parseEntries(bytes)
  return entries.ok ? entries.value.slice(0, tile.width) : []
}

async function openEntry(
  tree: TileTree,
  bytes: Uint8Array | undefined,
  position: number,
): Promise<Entry | { readonly fault: string }> {
  if (bytes === undefined) return { fault: 'it is missing in its bundle' }
  const leaf = toHex(leafHash(sha256, bytes))
  if (leaf !== toHex(await tree.leafHash(position)))
    return { fault: 'it is not the leaf of the signed tree at its place' }
  try {
    return { position, leaf, text: fromUtf8(bytes) }
  } catch {
    return { fault: 'it is not UTF-8' }
  }
}
