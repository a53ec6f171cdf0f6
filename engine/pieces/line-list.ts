import { at } from '../base/at.ts'
import { toHex } from '../base/bytes.ts'
import { batchOf, type Sha256 } from '../base/hasher.ts'
import { createWordBuffer, reserve } from '../base/word-buffer.ts'
import type { LineWriter } from '../result/match-writer.ts'

/**
 * The lines of a piece, written like a result but without chunks and root. When the list holds a megabyte of lines, it
 * hands them to `take` and keeps only their hashes.
 */
interface LineList extends LineWriter {
  /** In hex. */
  leafHash(index: number): string
  giveAll(): void
}

/** Takes a line with its index and count key. Later lines overwrite the bytes. */
export type TakeLine = (index: number, line: Uint8Array, countKey: string) => void

const leafPrefix = 0
const hashByteCount = 32
const heldByteCountMax = 1024 * 1024

export function createLineList(sha256: Sha256, lineCount: number, take: TakeLine): LineList {
  const buffer = createWordBuffer(4 * 1024)
  const hashes = createWordBuffer(hashByteCount * lineCount)
  let [ends, keys]: [number[], string[]] = [[], []]
  let givenCount = 0
  const giveAll = (): void => {
    const count = ends.length
    if (count === 0) return
    const places = { starts: Uint32Array.from([0, ...ends.slice(0, -1)]), ends: Uint32Array.from(ends), count }
    const bytes = reserve(hashes, hashByteCount * count)
    const own = bytes.subarray(hashes.end, hashes.end + hashByteCount * count)
    batchOf(sha256).hashRanges({ prefix: leafPrefix, bytes: buffer.bytes, ...places }, own)
    hashes.end += own.length
    let start = 0
    for (const [index, end] of ends.entries()) {
      take(givenCount + index, buffer.bytes.subarray(start, end), at(keys, index))
      start = end
    }
    givenCount += count
    ends = []
    keys = []
    buffer.end = 0
  }
  return {
    buffer,
    endLine(_, key) {
      ends.push(buffer.end)
      keys.push(key ?? '')
      if (buffer.end >= heldByteCountMax) giveAll()
    },
    leafHash(index) {
      if (index >= givenCount) giveAll()
      return toHex(hashes.bytes.subarray(hashByteCount * index, hashByteCount * (index + 1)))
    },
    giveAll,
  }
}
