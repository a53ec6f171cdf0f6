import type { Sha256 } from '../../base/hasher.ts'
import { emptyRoot, nodeHash } from '../../merkle/tree.ts'
import { perfectRoot, perfectRoots } from './perfect-root.ts'
import { edgeWidthOf, hashByteCount, type TileBytes, tileWidth } from './tile.ts'

export interface TileBuilder {
  /** Appends a leaf hash of 32 bytes. Computes about one node hash on average. */
  append(leaf: Uint8Array): void
  size(): number
  /** The root of the tree (RFC 6962 §2.1). Computes at most 255 node hashes for each level. */
  root(): Uint8Array
  /** The tiles that have become full since the last call, each after the tiles below it. */
  takeFull(): readonly TileBytes[]
  /** The tiles that have grown since the builder was made and are not full. */
  partial(): readonly TileBytes[]
}

/**
 * The right edge of a tree: the bytes of the partial tile of each level, from level 0; empty where a level has none.
 */
export type TileEdge = readonly Uint8Array[]

/**
 * Continues a tree of `size` leaves with that `edge`, or begins with the empty tree. Holds one tile for each level, and
 * the full tiles that were not taken yet. Throws a TypeError unless the edge fits `size`.
 */
export function createTileBuilder(
  sha256: Sha256,
  from: { readonly size: number; readonly edge: TileEdge } = empty,
): TileBuilder {
  const levels = from.edge.map((bytes, level) => openLevel(bytes, { size: from.size, level }))
  if (edgeWidthOf(from.size, levels.length) > 0) throw new TypeError('An edge lacks the partial tile of a level')
  let size = from.size
  let full: TileBytes[] = []
  const add = (level: number, hash: Uint8Array): void => {
    const row = levels[level] ?? openLevel(new Uint8Array(0), { size: 0, level })
    levels[level] = row
    row.bytes.set(hash, hashByteCount * row.width)
    row.width += 1
    row.hasGrown = true
    if (row.width < tileWidth) return
    const tile = tileOf(row)
    full.push(tile)
    row.width = 0
    row.index += 1
    row.hasGrown = false
    add(level + 1, perfectRoot(sha256, tile.bytes))
  }
  return {
    append(leaf) {
      add(0, leaf)
      size += 1
    },
    size: () => size,
    root: () => rootOfEdge(sha256, levels.map(bytesOf)),
    takeFull() {
      const taken = full
      full = []
      return taken
    },
    partial: () => levels.filter(({ hasGrown }) => hasGrown).map(tileOf),
  }
}

export function rootOfEdge(sha256: Sha256, edge: TileEdge): Uint8Array {
  const roots = edge.toReversed().flatMap((bytes) => perfectRoots(sha256, bytes))
  const root = roots.reduceRight<Uint8Array | undefined>(
    (right, left) => (right === undefined ? left : nodeHash(sha256, left, right)),
    undefined,
  )
  return root ?? emptyRoot(sha256)
}

const empty = { size: 0, edge: [] }

/** The last tile of a level, while it is being filled. */
interface Level {
  readonly level: number
  index: number
  width: number
  readonly bytes: Uint8Array
  hasGrown: boolean
}

function openLevel(edge: Uint8Array, { size, level }: { readonly size: number; readonly level: number }): Level {
  const width = edgeWidthOf(size, level)
  if (edge.length !== width * hashByteCount)
    throw new TypeError(`Got ${edge.length} bytes for ${width} hashes of an edge`)
  const bytes = new Uint8Array(tileWidth * hashByteCount)
  bytes.set(edge)
  return { level, index: Math.floor(size / tileWidth ** (level + 1)), width, bytes, hasGrown: false }
}

const bytesOf = ({ bytes, width }: Level): Uint8Array => bytes.subarray(0, width * hashByteCount)

const tileOf = (row: Level): TileBytes => ({
  level: row.level,
  index: row.index,
  width: row.width,
  bytes: bytesOf(row).slice(),
})
