/** Stretches of leaves whose roots make up a proof, `[start, end)`. */
export type Range = readonly [start: number, end: number]

/** The perfect subtree of `2^height` leaves that begins with leaf `index · 2^height`. */
export interface Subtree {
  readonly height: number
  readonly index: number
}

/** PATH(m, D[n]) of RFC 6962 §2.1.1, from the leaf's sibling up. Requires 0 <= index < size. */
export function inclusionRanges(index: number, size: number): readonly Range[] {
  const ranges: Range[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + largestPowerBelow(end - start)
    ranges.push(index < middle ? [middle, end] : [start, middle])
    ;[start, end] = index < middle ? [start, middle] : [middle, end]
  }
  return ranges.reverse()
}

/** PROOF(m, D[n]) of RFC 6962 §2.1.2; none from size 0 and between equal sizes. Requires 0 <= from <= to. */
export function consistencyRanges(from: number, to: number): readonly Range[] {
  if (from === 0) return []
  const ranges: Range[] = []
  let [start, end] = [0, to]
  while (from !== end) {
    const middle = start + largestPowerBelow(end - start)
    ranges.push(from <= middle ? [middle, end] : [start, middle])
    ;[start, end] = from <= middle ? [start, middle] : [middle, end]
  }
  // A beginning that is one perfect subtree of the later tree is left out: the verifier has its root.
  if (start > 0) ranges.push([start, end])
  return ranges.reverse()
}

/**
 * The perfect subtrees that `range` is made of, largest first. Requires a range of `inclusionRanges` or
 * `consistencyRanges`, or one from 0: its start is a multiple of its largest subtree.
 */
export function subtreesOf([start, end]: Range): readonly Subtree[] {
  const subtrees: Subtree[] = []
  for (let rest = end; rest > start; ) {
    let [height, leafCount] = [0, 1]
    // From the right, each bit set in the count of leaves is one subtree.
    while (((rest - start) / leafCount) % 2 === 0) [height, leafCount] = [height + 1, leafCount * 2]
    rest -= leafCount
    subtrees.push({ height, index: rest / leafCount })
  }
  return subtrees.reverse()
}

/** The largest power of two smaller than `size`. Requires size > 1. */
function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
