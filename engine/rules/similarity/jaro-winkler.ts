import type { Letters } from './letters.ts'

/** Jaro-Winkler similarity over Unicode code points, in integers. */

const prefixLengthMax = 4

export type JaroWinkler = (
  left: Letters,
  right: Letters,
  limits: { readonly commonMax: number; readonly min: number },
) => number

/**
 * floor(10,000 × Jaro-Winkler) of texts of up to `lengthMax` characters, 512 at most, up to which every product is
 * exact: with m characters in common inside the window and t transpositions, which are half the places in which their
 * order differs, Jaro = (m/|left| + m/|right| + (m − t)/m) / 3, and a common prefix of up to four characters takes away
 * a tenth of what is missing for each. Neither text may be empty. O(length), but O(1) for texts that have so few
 * characters in common, `commonMax` at most, that they cannot reach `min`: any value below it may come back then.
 */
export function createJaroWinkler(lengthMax: number): JaroWinkler {
  const countCommon = createCommonCount(lengthMax)
  return (left, right, { commonMax, min }) => {
    const [a, b] = [left.points.length, right.points.length]
    const lengths = { a, b, prefix: commonPrefix(left.points, right.points) }
    const best = basisPoints(lengths, { m: commonMax, displaced: 0 })
    return best < min ? best : basisPoints(lengths, countCommon(left, right))
  }
}

interface Common {
  readonly m: number
  readonly displaced: number
}

/** Grows with `m` and falls with `displaced`. */
function basisPoints(
  { a, b, prefix }: { readonly a: number; readonly b: number; readonly prefix: number },
  { m, displaced }: Common,
): number {
  if (m === 0) return 0
  // Jaro as one fraction, so that nothing is rounded before the end.
  const divisor = 6 * m * a * b
  const jaro = 2 * m * m * (a + b) + (2 * m - displaced) * a * b
  const dividend = 1_000 * (10 * jaro + prefix * (divisor - jaro))
  return (dividend - (dividend % divisor)) / divisor
}

/**
 * Counts how many characters two texts have, each paired with the first in its window that is free, and in how many
 * places their orders on the two sides differ. The window only moves on, so that of equal characters those that are
 * taken or left behind always come before those that are free: each is passed once. Asked of every pair of a block,
 * hence lists that are made once.
 */
function createCommonCount(lengthMax: number): (left: Letters, right: Letters) => Common {
  const taken = new Uint8Array(lengthMax)
  const common = new Uint32Array(lengthMax)
  /** Number of a character of `left` → where its positions in `right` that may be free begin and end. */
  const starts = new Int32Array(lengthMax)
  const ends = new Int32Array(lengthMax)
  return (left, right) => {
    const { length } = left.points
    const reach = Math.max(0, Math.floor(Math.max(length, right.points.length) / 2) - 1)
    const positions = right.positions.edges
    taken.fill(0, 0, right.points.length)
    let known = 0
    let m = 0
    for (let index = 0; index < length; index++) {
      const number = left.numbers[index] ?? 0
      if (number === known) {
        const inRight = right.numberOf.get(left.points[index] ?? 0)
        starts[number] = inRight === undefined ? 0 : (right.positions.starts[inRight] ?? 0)
        ends[number] = inRight === undefined ? 0 : (right.positions.starts[inRight + 1] ?? 0)
        known += 1
      }
      const end = ends[number] ?? 0
      let place = starts[number] ?? 0
      while (place < end && (positions[place] ?? 0) < index - reach) place += 1
      const position = positions[place] ?? 0
      if (place < end && position <= index + reach) {
        taken[position] = 1
        common[m++] = left.points[index] ?? 0
        place += 1
      }
      starts[number] = place
    }
    let displaced = 0
    for (let index = 0, place = 0; place < m; index++)
      if (taken[index] === 1 && common[place++] !== right.points[index]) displaced += 1
    return { m, displaced }
  }
}
function commonPrefix(left: readonly number[], right: readonly number[]): number {
  let length = 0
  while (length < prefixLengthMax && length < left.length && left[length] === right[length]) length += 1
  return length
}
