/** The value of a sorted list at `fraction` of its length, rounded down; undefined for an empty list. O(1). */
export const quantileOf = (sorted: readonly number[], fraction: number): number | undefined =>
  sorted[Math.floor(fraction * (sorted.length - 1))]

export const quantileIn = (values: readonly number[], fraction: number): number | undefined =>
  quantileOf(
    values.toSorted((a, b) => a - b),
    fraction,
  )

/** The integer square root. O(result). */
export function wholeRoot(value: number): number {
  let root = 0
  while ((root + 1) ** 2 <= value) root += 1
  return root
}
