/** Which subtrees of an RFC 6962 Merkle tree the hashes of a proof stand for. */

/** The leaves from `start` up to, but without, `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** PATH of RFC 6962 §2.1.1, from the leaf's sibling up. Requires 0 <= index < size. O(log n). */
export function inclusionRanges({ index, size }: { readonly index: number; readonly size: number }): LeafRange[] {
  const siblings: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start)
    if (index < middle) {
      siblings.push({ start: middle, end })
      end = middle
    } else {
      siblings.push({ start, end: middle })
      start = middle
    }
  }
  return siblings.reverse()
}

/** PROOF of RFC 6962 §2.1.2; none from size 0. Requires 0 <= from <= to. O(log n). */
export function consistencyRanges({ from, to }: { readonly from: number; readonly to: number }): LeafRange[] {
  if (from === 0) return []
  const ranges: LeafRange[] = []
  let [start, end] = [0, to]
  while (from !== end) {
    const middle = start + largestPowerBelow(end - start)
    if (from <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  // The earlier tree as a whole is left out: the verifier has its root.
  if (start !== 0) ranges.push({ start, end })
  return ranges.reverse()
}

/** The largest power of two smaller than `size`. Requires size > 1. */
function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
