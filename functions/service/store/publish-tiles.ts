import { toHex } from '@tallystick/engine/base'
import {
  checkpointInNote,
  createTileBuilder,
  entriesPath,
  formatEntries,
  readEdge,
  type TileBuilder,
  TileError,
  tilePath,
  tilesFilled,
  tileWidth,
} from '@tallystick/engine/log'
import { emptyRoot, leafHash } from '@tallystick/engine/merkle'
import { sha256 } from '../platform/hasher.ts'
import type { LogObjects, PublishedNote } from './log-objects.ts'

export interface SignedHead {
  readonly size: number
  readonly root: string
  readonly note: string
}

/** A log as its writer stores it. Nothing here depends on the content of the entries. */
export interface LogSource {
  /** The entries `[from, to)` in order, read as they are taken. Throws where one is missing. */
  readonly entries: (from: number, to: number) => AsyncIterable<Uint8Array>
  /** The smallest signed head of at least `size` entries, its signature verified; undefined where there is none. */
  readonly headFrom: (size: number) => Promise<SignedHead | undefined>
  /** Where the publication before ended, if it is known. What is published now is read only if it is something else. */
  readonly growth?: Growth | undefined
}

/** Entries that one step publishes: a few megabytes, held until their root is compared with the signed one. */
const stepEntryCount = 4_096
const stepCountMax = 4

/**
 * Brings the public files of a log up to its newest signed head, or about 16,384 entries nearer: first the tiles and
 * entry bundles that changed since the newest published checkpoint, then the checkpoint. Since a stored file is final,
 * none is stored before the entries lead to the published and a signed root. May be repeated after any failure, and
 * called by several at once. Gives the growth for the next publication, undefined where the log was published before; the
 * one of `source` is used up. Throws an Error where the entries lead to another root, or a file holds other bytes.
 */
export async function publishTiles(
  objects: LogObjects,
  source: LogSource,
  newest: SignedHead,
): Promise<Growth | undefined> {
  let published = source.growth?.published ?? (await publishedHead(objects))
  if (published.size >= newest.size) return undefined
  const growth = source.growth ?? (await openGrowth(objects, published))
  for (let steps = 0; growth.builder.size() < newest.size; steps += 1) {
    const from = Math.max(growth.builder.size(), published.size)
    // Lost tiles are all stored again up to the published size, whatever their number.
    if (steps >= stepCountMax && growth.builder.size() >= published.size) break
    const next = growth.builder.size() + stepEntryCount
    const to = (newest.size > next ? await source.headFrom(next) : undefined) ?? newest
    await putAll(objects, await filesUpTo(growth, source, to))
    if (to.size <= published.size) continue
    const stored = await objects.publish(to.note, published.stored)
    // Another caller published first, perhaps a smaller size. This call starts again from there.
    if (stored === undefined) return publishTiles(objects, { ...source, growth: undefined }, newest)
    await discardPartial(objects, from, to.size)
    published = { size: to.size, root: to.root, stored }
  }
  return { ...growth, published }
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

/** The edge of a log: what the files of the next entries are made of. Publishing changes it. */
export interface Growth {
  readonly builder: TileBuilder
  readonly published: PublishedHead
  bundle: Uint8Array[]
}

/** Opens the tile builder at the last full bundle, or at the beginning where a published tile is gone. */
async function openGrowth(objects: LogObjects, published: PublishedHead): Promise<Growth> {
  const size = published.size - (published.size % tileWidth)
  const edge = await readEdge(size, objects.read).catch((error: unknown) => {
    if (error instanceof TileError && error.fault === 'absent') return undefined
    throw error
  })
  return { builder: createTileBuilder(sha256, edge && { size, edge }), published, bundle: [] }
}

/**
 * The files up to `to`, by path. Throws an Error unless the entries lead to the published root and to the signed one.
 */
async function filesUpTo(growth: Growth, source: LogSource, to: SignedHead): Promise<ReadonlyMap<string, Uint8Array>> {
  const { builder, published } = growth
  const files = new Map<string, Uint8Array>()
  const from = builder.size()
  for await (const entry of source.entries(builder.size(), to.size)) {
    builder.append(leafHash(sha256, entry))
    growth.bundle.push(entry)
    if (builder.size() === published.size) requireRoot(builder, published)
    const width = growth.bundle.length
    if (width < tileWidth && builder.size() < to.size) continue
    const index = Math.ceil(builder.size() / tileWidth) - 1
    files.set(entriesPath({ index, width }), formatEntries(growth.bundle))
    if (width === tileWidth) growth.bundle = []
  }
  requireRoot(builder, to)
  // A builder that was used before gives the partial tiles of its earlier growth, too.
  const hasGrown = ({ level }: { readonly level: number }) =>
    Math.floor(from / tileWidth ** level) < Math.floor(to.size / tileWidth ** level)
  for (const tile of [...builder.takeFull(), ...builder.partial().filter(hasGrown)])
    files.set(tilePath(tile), tile.bytes)
  return files
}

function requireRoot(builder: TileBuilder, { size, root }: Pick<SignedHead, 'size' | 'root'>): void {
  if (builder.size() !== size || toHex(builder.root()) !== root)
    throw new Error('The entries of a log do not lead to its signed root')
}

/** A Worker may have six calls open at a time. */
const putCountAtOnce = 6

async function putAll(objects: LogObjects, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const remaining = [...files]
  while (remaining.length > 0)
    await Promise.all(remaining.splice(0, putCountAtOnce).map(([path, bytes]) => objects.putOnce(path, bytes)))
}

/** Removes the partial tiles and bundles that full ones have replaced, as C2SP tlog-tiles allows. */
async function discardPartial(objects: LogObjects, from: number, to: number): Promise<void> {
  for (const { level, index } of tilesFilled(from, to)) {
    const widths = Array.from({ length: tileWidth - 1 }, (_, count) => count + 1)
    await objects.discard(widths.map((width) => ({ level, index, width })))
    if (level === 0) await objects.discard(widths.map((width) => ({ level: 'entries', index, width })))
  }
}
