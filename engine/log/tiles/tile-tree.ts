import { toHex } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { ConsistencyProof, InclusionProof } from '../../merkle/proofs.ts'
import { emptyRoot, nodeHash } from '../../merkle/tree.ts'
import { perfectRoot } from './perfect-root.ts'
import { consistencyRanges, inclusionRanges, type Range, type Subtree, subtreesOf } from './proof-ranges.ts'
import { edgeWidthOf, hashByteCount, hashCountOf, type Tile, tileAt, tileWidth } from './tile.ts'
import { rootOfEdge, type TileEdge } from './tile-builder.ts'
import { tilePath } from './tile-path.ts'

/** Reads a file below the address of a log; undefined where the log has no such file. */
export type ReadTile = (path: string) => Promise<Uint8Array | undefined>

export class TileError extends Error {
  override readonly name = 'TileError'
  /**
   * `absent`: the tile was not found, but another source may have it. `wrong`: the tile does not belong to this tree.
   */
  readonly fault: 'absent' | 'wrong'

  constructor(fault: TileError['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * A tree whose hashes come from tiles. Each function throws a TileError for an absent or wrong tile, and a RangeError
 * for a size outside the tree.
 */
export interface TileTree {
  readonly size: number
  /** The bytes of the partial tile of each level, from level 0. */
  readonly edge: TileEdge
  readonly leafHash: (index: number) => Promise<Uint8Array>
  readonly rootOf: (size: number) => Promise<string>
  /** Proves that leaf `index` is among the first `size`. */
  readonly inclusion: (index: number, size: number) => Promise<InclusionProof>
  /** Proves that the first `to` leaves begin with the first `from`. */
  readonly consistency: (from: number, to: number) => Promise<ConsistencyProof>
}

/** The most verified tiles that are kept: half a megabyte, and more than any proof needs. */
const keptTileCountMax = 64

/**
 * Opens the tree of `size` leaves with that `root`. Every tile is verified before one of its hashes is used: the
 * partial tiles together against the root, a full tile against its hash in the tile above. Where a partial tile is
 * absent, the full one replaces it, as C2SP tlog-tiles allows. A proof reads a few tiles on each level. Throws a
 * TileError.
 */
export async function openTileTree(
  sha256: Sha256,
  { size, root }: { readonly size: number; readonly root: string },
  read: ReadTile,
): Promise<TileTree> {
  const edge = await readEdge(size, read)
  if (toHex(rootOfEdge(sha256, edge)) !== root)
    throw new TileError('wrong', `The partial tiles of size ${size} do not lead to the root ${root}`)
  const hashes = verifiedHashes(sha256, { size, edge, read })
  const rootOfRange = async (range: Range): Promise<Uint8Array> => {
    const roots: Uint8Array[] = []
    for (const subtree of subtreesOf(range)) roots.push(perfectRoot(sha256, await hashes(placeOf(subtree))))
    const whole = roots.reduceRight<Uint8Array | undefined>(
      (right, left) => (right === undefined ? left : nodeHash(sha256, left, right)),
      undefined,
    )
    return whole ?? emptyRoot(sha256)
  }
  const rootsOf = async (ranges: readonly Range[]): Promise<readonly string[]> => {
    const roots: string[] = []
    for (const range of ranges) roots.push(toHex(await rootOfRange(range)))
    return roots
  }
  return {
    size,
    edge,
    async leafHash(index) {
      requireAscending(index, index + 1, size)
      return hashes({ level: 0, first: index, count: 1 })
    },
    async rootOf(beginning) {
      requireAscending(beginning, size)
      return toHex(await rootOfRange([0, beginning]))
    },
    async inclusion(index, within) {
      requireAscending(index, index + 1, within, size)
      return { index, size: within, hashes: await rootsOf(inclusionRanges(index, within)) }
    },
    async consistency(from, to) {
      requireAscending(from, to, size)
      return { from, to, hashes: await rootsOf(consistencyRanges(from, to)) }
    },
  }
}

function requireAscending(...counts: readonly number[]): void {
  if (!counts.every((count, index) => count >= Math.max(0, ...counts.slice(0, index))))
    throw new RangeError(`Got the sizes ${counts.join(', ')}, wanted ascending ones`)
}

interface Place {
  readonly level: number
  readonly first: number
  readonly count: number
}

const heightOfTile = 8

function placeOf({ height, index }: Subtree): Place {
  const count = 2 ** (height % heightOfTile)
  return { level: Math.floor(height / heightOfTile), first: index * count, count }
}

/** Reads the partial tile of each level. They are not verified. Throws a TileError. */
export async function readEdge(size: number, read: ReadTile): Promise<TileEdge> {
  const edge: Uint8Array[] = []
  for (let level = 0; hashCountOf(size, level) > 0; level += 1) {
    const tile = edgeWidthOf(size, level) > 0 ? lastTileOf(size, level) : undefined
    edge.push(tile === undefined ? new Uint8Array(0) : await readTile(tile, read))
  }
  return edge
}

const lastTileOf = (size: number, level: number): Tile | undefined =>
  tileAt(size, { level, index: Math.floor(hashCountOf(size, level) / tileWidth) })

async function readTile(tile: Tile, read: ReadTile): Promise<Uint8Array> {
  const path = tilePath(tile)
  const found =
    (await read(path)) ?? (tile.width < tileWidth ? await read(tilePath({ ...tile, width: tileWidth })) : undefined)
  if (found === undefined) throw new TileError('absent', `There is no ${path}`)
  const byteCount = tile.width * hashByteCount
  if (found.length !== byteCount && found.length !== tileWidth * hashByteCount)
    throw new TileError('wrong', `${path} has ${found.length} bytes, wanted ${byteCount}`)
  return found.subarray(0, byteCount)
}

interface Source {
  readonly size: number
  readonly edge: TileEdge
  readonly read: ReadTile
}

function verifiedHashes(sha256: Sha256, { size, edge, read }: Source): (place: Place) => Promise<Uint8Array> {
  const kept = new Map<string, Uint8Array>()
  const tileOf = async (tile: Tile): Promise<Uint8Array> => {
    const path = tilePath(tile)
    const known = tile.width < tileWidth ? edge[tile.level] : kept.get(path)
    if (known !== undefined) return known
    const bytes = await readTile(tile, read)
    const wanted = await hashesAt({ level: tile.level + 1, first: tile.index, count: 1 })
    if (toHex(perfectRoot(sha256, bytes)) !== toHex(wanted))
      throw new TileError('wrong', `${path} does not lead to the root of size ${size}`)
    const [oldest] = kept.keys()
    if (kept.size >= keptTileCountMax && oldest !== undefined) kept.delete(oldest)
    kept.set(path, bytes)
    return bytes
  }
  const hashesAt = async ({ level, first, count }: Place): Promise<Uint8Array> => {
    const tile = tileAt(size, { level, index: Math.floor(first / tileWidth) })
    if (tile === undefined) throw new RangeError(`Got hash ${first} of level ${level} in a tree of ${size} leaves`)
    const start = (first % tileWidth) * hashByteCount
    return (await tileOf(tile)).subarray(start, start + count * hashByteCount)
  }
  return hashesAt
}
