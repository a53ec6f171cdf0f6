/** A range of leaves, `[start, end)`. */
export type Range = readonly [start: number, end: number]

/** The perfect subtree of `2^height` leaves that begins with leaf `index · 2^height`. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** The subtrees of PATH(m, D[n]) in RFC 6962 §2.1.1, from the sibling of the leaf up. Requires 0 <= index < size. */
export function inclusionRanges(index: number, size: number): readonly Range[] {
  const ranges: Range[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start)
    ranges.push(index < middle ? [middle, end] : [start, middle])
    ;[start, end] = index < middle ? [start, middle] : [middle, end]
  }
  return ranges.reverse()
}

/**
 * The subtrees of PROOF(m, D[n]) in RFC 6962 §2.1.2; empty from size 0 and between equal sizes. Requires 0 <= from <=
 * to.
 */
export function consistencyRanges(from: number, to: number): readonly Range[] {
  if (from === 0) return []
  const ranges: Range[] = []
  let [start, end] = [0, to]
  while (from !== end) {
    const middle = start + largestPowerBelow(end - start)
    ranges.push(from <= middle ? [middle, end] : [start, middle])
    ;[start, end] = from <= middle ? [start, middle] : [middle, end]
  }
  // If the first tree is itself a perfect subtree of the second, it is left out: the verifier has its root.
  if (start > 0) ranges.push([start, end])
  return ranges.reverse()
}

/**
 * The perfect subtrees of a range, the largest first. Requires `start` to be a multiple of the largest, which holds
 * from 0 and for ranges of `inclusionRanges` and `consistencyRanges`.
 */
export function subtreesOf([start, end]: Range): readonly Subtree[] {
  const subtrees: Subtree[] = []
  for (let right = end; right > start; ) {
    let [height, leafCount] = [0, 1]
    // From right to left, each set bit in the count of leaves is one subtree.
    while (((right - start) / leafCount) % 2 === 0) [height, leafCount] = [height + 1, leafCount * 2]
    right -= leafCount
    subtrees.push({ height, index: right / leafCount })
  }
  return subtrees.reverse()
}

/** Requires size > 1. */
function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
