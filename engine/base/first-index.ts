/** `to` is not included. */
interface IndexRange {
  readonly from: number
  readonly to: number
}

/**
 * The first index that passes a test; `to` if none does. Requires that all indices after a passing one pass, too. O(log
 * n) tests.
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
