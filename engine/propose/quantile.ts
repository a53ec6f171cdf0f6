/** The value below which the share `share` of a sorted list lies, the lower of two; undefined for an empty list. O(1). */
export const quantileOf = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.floor(share * (sorted.length - 1))]

/** The same of a list in any order. O(n log n). */
export const quantileIn = (values: readonly number[], share: number): number | undefined =>
  quantileOf(
    values.toSorted((a, b) => a - b),
    share,
  )

/** The largest whole number whose square is not above `value`. O(its size). */
export function wholeRoot(value: number): number {
  let root = 0
  while ((root + 1) ** 2 <= value) root += 1
  return root
}
