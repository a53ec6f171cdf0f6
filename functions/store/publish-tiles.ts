import {
  checkpointInNote,
  createTileBuilder,
  emptyRoot,
  entriesPath,
  formatEntries,
  leafHash,
  openTileTree,
  type TileBuilder,
  TileError,
  type TileTree,
  tilePath,
  tilesFilled,
  tileWidth,
  toHex,
} from '@tallystick/engine'
import { sha256 } from '../platform/hasher.ts'
import type { LogObjects, PublishedNote } from './log-objects.ts'

/** A signed state of a log. */
export interface SignedHead {
  readonly size: number
  readonly root: string
  /** The signed note that says so. */
  readonly note: string
}

/** A log as it is stored by whoever appends to it. Nothing here depends on what the entries are. */
export interface LogSource {
  /** The entries `[from, to)`, in order, read as they are taken. Throws where one is missing. */
  readonly entries: (from: number, to: number) => AsyncIterable<Uint8Array>
  /** The least signed head of at least `size` entries, its signature verified; undefined where there is none. */
  readonly headFrom: (size: number) => Promise<SignedHead | undefined>
}

/** Entries that one step publishes: a few megabytes, held until their root is known to be the signed one. */
const stepEntryCount = 4_096
/** Steps of one call. The calls after it go on where it ends. */
const stepCountMax = 4

/**
 * Brings the public files of a log up to its newest signed head, or nearer by 16,384 entries: the tiles and entry bundles
 * that changed since the newest published checkpoint, then that checkpoint. Every file is final once put, and none is
 * put before the entries lead to a signed root. May be called again after any failure, and by several callers at once.
 * Throws an Error where the entries do not lead to the root, or where a file holds other bytes.
 */
export async function publishTiles(objects: LogObjects, source: LogSource, newest: SignedHead): Promise<void> {
  let published = await publishedHead(objects)
  if (published.size >= newest.size) return
  const builder = createTileBuilder(sha256, await openPublished(objects, published))
  for (let steps = 0; builder.size() < newest.size; steps += 1) {
    // Tiles that are gone are put again up to the published size, however many they are.
    if (steps >= stepCountMax && builder.size() >= published.size) return
    const from = builder.size()
    const head = newest.size - from > stepEntryCount ? await source.headFrom(from + stepEntryCount) : undefined
    const to = head ?? newest
    await putAll(objects, await filesOfGrowth(builder, source, to))
    if (to.size <= published.size) continue
    if (!(await objects.publish(to.note, published.stored))) return
    await discardPartial(objects, from, to.size)
    published = await publishedHead(objects)
  }
}

interface PublishedHead {
  readonly size: number
  readonly root: string
  readonly stored: PublishedNote | undefined
}

async function publishedHead(objects: LogObjects): Promise<PublishedHead> {
  const stored = await objects.newest()
  if (stored === undefined) return { size: 0, root: toHex(emptyRoot(sha256)), stored }
  const checkpoint = checkpointInNote(stored.note)
  if (!checkpoint.ok) throw new Error('The published checkpoint of a log cannot be read')
  return { ...checkpoint.value, stored }
}

/** The tree of the published tiles; the empty one where a tile is gone, so that all of them are put again. */
async function openPublished(objects: LogObjects, head: PublishedHead): Promise<Pick<TileTree, 'size' | 'edge'>> {
  try {
    return await openTileTree(sha256, head, objects.read)
  } catch (error) {
    if (error instanceof TileError && error.fault === 'absent') return { size: 0, edge: [] }
    throw error
  }
}

/**
 * Appends the entries up to `to` to the builder: the files that change with that, by path. Throws an Error unless the
 * entries lead to the signed root.
 */
async function filesOfGrowth(
  builder: TileBuilder,
  source: LogSource,
  to: SignedHead,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const from = builder.size()
  let index = Math.floor(from / tileWidth)
  let position = index * tileWidth
  let bundle: Uint8Array[] = []
  for await (const entry of source.entries(position, to.size)) {
    if (position >= from) builder.append(leafHash(sha256, entry))
    bundle.push(entry)
    position += 1
    if (bundle.length < tileWidth && position < to.size) continue
    files.set(entriesPath({ index, width: bundle.length }), formatEntries(bundle))
    bundle = []
    index += 1
  }
  if (builder.size() !== to.size || toHex(builder.root()) !== to.root)
    throw new Error('The entries of a log do not lead to its signed root')
  for (const tile of [...builder.takeFull(), ...builder.partial()]) files.set(tilePath(tile), tile.bytes)
  return files
}

/** The platform opens no more connections at once. */
const putCountAtOnce = 6

async function putAll(objects: LogObjects, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const rest = [...files]
  while (rest.length > 0)
    await Promise.all(rest.splice(0, putCountAtOnce).map(([path, bytes]) => objects.putOnce(path, bytes)))
}

/** Removes the partial tiles and bundles that full ones have replaced, as C2SP tlog-tiles allows. */
async function discardPartial(objects: LogObjects, from: number, to: number): Promise<void> {
  for (const { level, index } of tilesFilled(from, to)) {
    const widths = Array.from({ length: tileWidth - 1 }, (_, count) => count + 1)
    await objects.discard(widths.map((width) => tilePath({ level, index, width })))
    if (level === 0) await objects.discard(widths.map((width) => entriesPath({ index, width })))
  }
}
