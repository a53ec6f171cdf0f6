/** Indices from `from` up to, not including, `to`. */
interface IndexRange {
  readonly from: number
  readonly to: number
}

/**
 * The first index of a range that passes a test; `to` where none does. Requires that every index after one that passes
 * passes, too. O(log n) calls of the test.
 */
export function firstIndex({ from, to }: IndexRange, test: (index: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}
