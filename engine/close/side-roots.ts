import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { createLineLeaves } from '../merkle/line-tree.ts'

interface SideRoots {
  /** The root over all lines, and how many there are. */
  readonly root: string
  readonly count: number
  /** The roots of the parts, up to the first one that has fewer lines than it should. */
  readonly parts: readonly string[]
}

/** Hashes the lines of a side and divides them among its parts, which have so many lines each. */
export function createSideRoots(sha256: Sha256, counts: readonly number[]) {
  const roots: string[] = []
  const side = createFrontier(sha256)
  let part = createFrontier(sha256)
  const endFull = (): void => {
    while (roots.length < counts.length && part.size() === counts[roots.length]) {
      roots.push(toHex(part.root()))
      part = createFrontier(sha256)
    }
  }
  const leaves = createLineLeaves(sha256, (hashes, count) => {
    side.appendAll(hashes, count)
    for (let start = 0; start < count; ) {
      const wanted = counts[roots.length]
      if (wanted === undefined) return
      const taken = Math.min(count - start, wanted - part.size())
      part.appendAll(hashes.subarray(start * leafLength, (start + taken) * leafLength), taken)
      start += taken
      endFull()
    }
  })
  endFull()
  return {
    /** Adds lines, each ended by a newline. O(bytes). */
    addLines: leaves.addLines,
    finish: (): SideRoots => ({ root: toHex(side.root()), count: side.size(), parts: roots }),
  }
}

const leafLength = 32
