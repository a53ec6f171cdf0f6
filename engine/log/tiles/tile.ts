/**
 * C2SP tlog-tiles: a Merkle tree cut into tiles of 256 hashes. Hash i of tile N on level L is the root of the perfect
 * subtree of 256^L leaves that begins with leaf (256 N + i) 256^L.
 */
export interface Tile {
  /** The leaf hashes are level 0. */
  readonly level: number
  readonly index: number
  /** 256 for a full tile, which never changes; 1 to 255 for a partial one, the last of its level. */
  readonly width: number
}

export const tileWidth = 256

export const hashByteCount = 32

export interface TileBytes extends Tile {
  readonly bytes: Uint8Array
}

export const hashCountOf = (size: number, level: number): number => Math.floor(size / tileWidth ** level)

/** The width of the partial tile on a level; 0 where it has none. */
export const edgeWidthOf = (size: number, level: number): number => hashCountOf(size, level) % tileWidth

/** The tile at this place, as wide as it is in a tree of `size` leaves; undefined where that tree does not have it. */
export function tileAt(size: number, { level, index }: Omit<Tile, 'width'>): Tile | undefined {
  const width = Math.min(tileWidth, hashCountOf(size, level) - index * tileWidth)
  return width > 0 ? { level, index, width } : undefined
}

/**
 * The tiles that are new or wider in a tree of `to` leaves than in one of `from`, level by level, left to right.
 * Requires 0 <= from <= to. Partial tiles of sizes in between are left out.
 */
export function tilesOfGrowth(from: number, to: number): readonly Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; hashCountOf(from, level) < hashCountOf(to, level); level += 1) {
    const end = Math.ceil(hashCountOf(to, level) / tileWidth)
    for (let index = Math.floor(hashCountOf(from, level) / tileWidth); index < end; index += 1) {
      const tile = tileAt(to, { level, index })
      if (tile !== undefined) tiles.push(tile)
    }
  }
  return tiles
}

/** The tiles that are partial in a tree of `from` leaves and full in one of `to`. Requires 0 <= from <= to. */
export const tilesFilled = (from: number, to: number): readonly Tile[] =>
  tilesOfGrowth(from, to).filter(
    ({ level, index, width }) => width === tileWidth && index * tileWidth < hashCountOf(from, level),
  )
