import { at } from '../base/at.ts'
import { createByteBuffer } from '../base/byte-buffer.ts'
import { toHex } from '../base/bytes.ts'
import { batchOf, type Sha256 } from '../base/hasher.ts'
import type { ArtifactWriter } from '../result/artifact.ts'

/** Lines of a piece that are written as those of an artifact, of which there are no chunks and no root. */
export interface LineList extends Pick<ArtifactWriter, 'buffer' | 'endLine' | 'lineCount' | 'leafHash'> {
  /** A line by its index, as a view. */
  lineAt(index: number): Uint8Array
  /** The key under which a chunk counts the line; empty for none. */
  countKeyAt(index: number): string
}

const leafPrefix = 0

/** A list without a line, with room for `byteCount` bytes. Lines are hashed when a hash is first asked for, many at once. */
export function createLineList(sha256: Sha256, byteCount: number): LineList {
  const buffer = createByteBuffer(byteCount)
  const [starts, ends, keys]: [number[], number[], string[]] = [[], [], []]
  let hashes = new Uint8Array(0)
  return {
    buffer,
    endLine(_, key) {
      starts.push(ends.at(-1) ?? 0)
      ends.push(buffer.end)
      keys.push(key ?? '')
    },
    lineCount: () => ends.length,
    leafHash(index) {
      if (hashes.length !== 32 * ends.length) hashes = hashLines(sha256, buffer.bytes, { starts, ends })
      return toHex(hashes.subarray(32 * index, 32 * (index + 1)))
    },
    lineAt: (index) => buffer.bytes.subarray(at(starts, index), at(ends, index)),
    countKeyAt: (index) => at(keys, index),
  }
}

interface Places {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

function hashLines(sha256: Sha256, bytes: Uint8Array, places: Places): Uint8Array<ArrayBuffer> {
  const [starts, ends] = [Uint32Array.from(places.starts), Uint32Array.from(places.ends)]
  const hashes = new Uint8Array(32 * ends.length)
  batchOf(sha256).hashRanges({ prefix: leafPrefix, bytes, starts, ends, count: ends.length }, hashes)
  return hashes
}
