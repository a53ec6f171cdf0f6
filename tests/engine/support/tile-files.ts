import { createTileBuilder } from '../../../engine/log/tiles/tile-builder.ts'
import { tilePath } from '../../../engine/log/tiles/tile-path.ts'
import type { ReadTile } from '../../../engine/log/tiles/tile-tree.ts'
import { sha256 } from './sha256.ts'

/** The files of a log's tiles by path. */
export type TileFiles = ReadonlyMap<string, Uint8Array>

/** The tiles of the tree over `leaves`, from one pass. */
export function tileFilesOf(leaves: readonly Uint8Array[]): TileFiles {
  const builder = createTileBuilder(sha256)
  for (const leaf of leaves) builder.append(leaf)
  return new Map([...builder.takeFull(), ...builder.partial()].map((tile) => [tilePath(tile), tile.bytes]))
}

/** Reads from files at hand; notes each path in `asked`. */
export const readerOf =
  (files: TileFiles, asked: string[] = []): ReadTile =>
  async (path) => {
    asked.push(path)
    return files.get(path)
  }
