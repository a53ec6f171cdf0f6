import { toHex, utf8 } from '@tallystick/engine/base'
import {
  createTileBuilder,
  entriesPath,
  openTileTree,
  parseEntries,
  type TileBuilder,
  TileError,
  tileAt,
  tileWidth,
} from '@tallystick/engine/log'
import { emptyRoot, leafHash } from '@tallystick/engine/merkle'
import type { Env } from '../../env.ts'
import { sha256 } from '../../platform/hasher.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { bucketOf } from '../../store/bucket.ts'
import type { Database } from '../../store/database.ts'
import { indexCheckpointStore, indexHeadStore } from '../../store/index-store.ts'
import { type LogObjects, logObjects } from '../../store/log-objects.ts'
import type { IndexSigner, IndexTree } from './index-signer.ts'

export interface IndexAccess {
  readonly db: Database
  readonly isolate: Isolate
  readonly env: Env
  readonly signer: IndexSigner
}

/** The stored index log differs from what was signed: nothing more is appended to it. */
export class IndexDivergedError extends Error {
  override readonly name = 'IndexDivergedError'
}

export const indexFilesOf = ({ env, signer }: Omit<IndexAccess, 'db'>): LogObjects =>
  logObjects(bucketOf(env), signer.origin)

/**
 * The newest tree of the index log in the database that is signed and published; other rows are passed over. R2 has the
 * later steps. Throws `IndexDivergedError` if the published checkpoint lacks our signature, or the index was kept under
 * another LOG_ORIGIN.
 */
export async function storedIndex(access: IndexAccess): Promise<IndexTree> {
  const { db, signer } = access
  const stored = await indexFilesOf(access).newest()
  const published = stored && (await signer.open(stored.note))
  if (stored !== undefined && published === undefined)
    throw new IndexDivergedError('The published checkpoint of the index is not ours')
  for (const row of await indexCheckpointStore(db).upTo(published?.size ?? Number.MAX_SAFE_INTEGER)) {
    const tree = await signer.open(row.note)
    if (tree === undefined || tree.size !== row.size || tree.root !== row.root) continue
    if (tree.origin !== signer.origin) throw new IndexDivergedError(`The index was kept as ${tree.origin} before`)
    if (tree.size !== published?.size || tree.root === published.root) return tree
  }
  return { size: 0, root: toHex(emptyRoot(sha256)) }
}

/**
 * The tree with `lines` appended. Throws `IndexDivergedError` if neither tiles nor entries lead to the root of `tree`.
 */
export async function growTree(access: IndexAccess, tree: IndexTree, lines: readonly string[]): Promise<IndexTree> {
  const builder = await openBuilder(access, tree)
  for (const line of lines) builder.append(leafHash(sha256, utf8(line)))
  return { size: builder.size(), root: toHex(builder.root()) }
}

async function openBuilder(access: IndexAccess, tree: IndexTree): Promise<TileBuilder> {
  try {
    const { size, edge } = await openTileTree(sha256, tree, indexFilesOf(access).read)
    return createTileBuilder(sha256, { size, edge })
  } catch (error) {
    if (error instanceof TileError) return rebuild(access, tree)
    throw error
  }
}

/** Builds the tree from all entries, when a tile is missing or wrong. */
async function rebuild(access: IndexAccess, tree: IndexTree): Promise<TileBuilder> {
  const builder = createTileBuilder(sha256)
  for await (const entry of entriesOfIndex(access, tree, { from: 0, to: tree.size }))
    builder.append(leafHash(sha256, entry))
  if (toHex(builder.root()) === tree.root) return builder
  throw new IndexDivergedError(`Neither tiles nor entries lead to the root of the index of size ${tree.size}`)
}

/**
 * Entries `[from, to)` of the index, not verified, from its bundles or the database. Throws an Error if one is missing.
 */
export async function* entriesOfIndex(
  access: IndexAccess,
  { size }: Pick<IndexTree, 'size'>,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<Uint8Array> {
  for (let position = from; position < to; ) {
    const first = position - (position % tileWidth)
    const end = Math.min(to, first + tileWidth)
    const bundle = (await publishedBundle(access, size, first / tileWidth)) ?? []
    const entries =
      bundle.length >= end - first ? bundle.slice(position - first) : await storedEntries(access, position, end)
    for (const entry of entries.slice(0, end - position)) yield entry
    position = end
  }
}

async function publishedBundle(
  access: IndexAccess,
  size: number,
  index: number,
): Promise<readonly Uint8Array[] | undefined> {
  const { read } = indexFilesOf(access)
  const tile = tileAt(size, { level: 0, index })
  const bytes = tile && ((await read(entriesPath(tile))) ?? (await read(entriesPath({ index, width: tileWidth }))))
  const entries = bytes && parseEntries(bytes)
  return entries?.ok ? entries.value : undefined
}

async function storedEntries({ db }: IndexAccess, from: number, to: number): Promise<readonly Uint8Array[]> {
  const rows = await indexHeadStore(db).lines({ from, to, limit: to - from })
  if (rows.length !== to - from) throw new Error(`Entries of the index from ${from} on are gone`)
  return rows.map(({ line }) => utf8(line))
}
