/** Jaro-Winkler similarity over Unicode code points, in integers. */

const prefixLengthMax = 4

/**
 * floor(10,000 × Jaro-Winkler): with m characters in common inside the window and t transpositions, which are half the
 * places in which their order differs, Jaro = (m/|left| + m/|right| + (m − t)/m) / 3, and a common prefix of up to four
 * characters takes away a tenth of what is missing for each. Neither may be empty. O(length²).
 */
export function jaroWinkler(left: readonly number[], right: readonly number[]): number {
  const common = commonCharacters(left, right)
  const m = common.left.length
  if (m === 0) return 0
  const displaced = common.left.filter((character, index) => character !== common.right[index]).length
  const [a, b] = [left.length, right.length]
  // Jaro as one fraction, so that nothing is rounded before the end.
  const divisor = 6 * m * a * b
  const jaro = 2 * m * m * (a + b) + (2 * m - displaced) * a * b
  const prefix = commonPrefix(left, right)
  return Number((1_000n * BigInt(10 * jaro + prefix * (divisor - jaro))) / BigInt(divisor))
}

/** The characters that both have, each in the order of its own side. A character pairs with the first in its window. */
function commonCharacters(
  left: readonly number[],
  right: readonly number[],
): { readonly left: readonly number[]; readonly right: readonly number[] } {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1)
  const taken = new Uint8Array(right.length)
  const ofLeft: number[] = []
  for (const [index, character] of left.entries()) {
    const end = Math.min(right.length, index + reach + 1)
    for (let other = Math.max(0, index - reach); other < end; other++) {
      if (taken[other] === 1 || right[other] !== character) continue
      taken[other] = 1
      ofLeft.push(character)
      break
    }
  }
  return { left: ofLeft, right: right.filter((_, index) => taken[index] === 1) }
}

function commonPrefix(left: readonly number[], right: readonly number[]): number {
  let length = 0
  while (length < prefixLengthMax && length < left.length && left[length] === right[length]) length += 1
  return length
}
