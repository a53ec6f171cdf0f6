import { toHex, utf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { leafHash } from '../../merkle/tree.ts'
import type { ChainInput } from './chain-input.ts'

/** The roots of the parts of a side, which the result's header names only after the records were read. */
export interface PartRoots {
  /** Takes a line; undefined stands for one that is not UTF-8. */
  take(text: string | undefined): void
  /** The root over `count` lines from row `first` on; undefined where there are fewer. */
  rootOf(first: number, count: number): string | undefined
}

const hashByteCount = 32

/**
 * Holds 32 bytes a record. Undefined for a run whose receipt is not of a period, since only a period has parts.
 */
export function createPartRoots(sha256: Sha256, { receipt }: Pick<ChainInput, 'receipt'>): PartRoots | undefined {
  if (isOfNoPeriod(receipt?.line)) return undefined
  let hashes = new Uint8Array(hashByteCount * 1_024)
  let lineCount = 0
  return {
    take(text) {
      if (hashes.length === lineCount * hashByteCount) {
        const longer = new Uint8Array(hashes.length * 2)
        longer.set(hashes)
        hashes = longer
      }
      // A line that is not UTF-8 keeps zeros, the leaf hash of no line.
      if (text !== undefined) hashes.set(leafHash(sha256, utf8(text)), lineCount * hashByteCount)
      lineCount += 1
    },
    rootOf(first, count) {
      if (first + count > lineCount) return undefined
      const frontier = createFrontier(sha256)
      frontier.appendAll(hashes.subarray(first * hashByteCount, (first + count) * hashByteCount), count)
      return toHex(frontier.root())
    },
  }
}

/** A line of any other kind may be that of a period, which somebody changed. */
const isOfNoPeriod = (line: string | undefined): boolean => line?.includes('"kind":"tallystick/receipt@2"') === true
