import { uint32At } from '../../base/at.ts'
import type { Letters } from './letters.ts'

/** Jaro-Winkler similarity over Unicode code points, in integers. */

/** The bound on the similarity of two texts, from how many characters they share at most. */
export interface CommonBound {
  /** Characters that two texts share at least where they are as similar as wanted. */
  readonly commonMin: number
  /** Whether texts that share so many characters, wherever these stand, may be as similar as wanted. */
  mayReach(common: number): boolean
}

/** The lengths of two texts, neither of them 0, and of the prefix that they share, which counts up to four characters. */
export interface Lengths {
  readonly a: number
  readonly b: number
  readonly prefix: number
}

/** The bound for texts of these lengths that are at least `min` alike. O(1). */
export function commonBound(lengths: Lengths, min: number): CommonBound {
  const { a, b, prefix } = lengths
  // The least m of the formula, less one for what a float64 rounds.
  const jaro = (min / 1_000 - prefix) / (10 - prefix)
  const least = Math.floor((a * b * (3 * jaro - 1)) / (a + b)) - 1
  return { commonMin: Math.max(0, least), mayReach: (m) => basisPoints(lengths, { m, displaced: 0 }) >= min }
}

/**
 * A function that returns floor(10,000 × Jaro-Winkler) of texts of up to `lengthMax` characters, 512 at most, up to which
 * every product is exact: with m characters in common inside the window and t transpositions, which are half the places
 * in which their order differs, Jaro = (m/|left| + m/|right| + (m − t)/m) / 3, and a common prefix of up to four
 * characters takes away a tenth of what is missing for each. O(length).
 */
export function createJaroWinkler(lengthMax: number): (left: Letters, right: Letters, lengths: Lengths) => number {
  const countCommon = createCommonCount(lengthMax)
  return (left, right, lengths) => basisPoints(lengths, countCommon(left, right))
}

interface Common {
  readonly m: number
  readonly displaced: number
}

/** Grows with `m` and falls with `displaced`. */
function basisPoints({ a, b, prefix }: Lengths, { m, displaced }: Common): number {
  if (m === 0) return 0
  // Jaro as one fraction, so that nothing is rounded before the end.
  const divisor = 6 * m * a * b
  const jaro = 2 * m * m * (a + b) + (2 * m - displaced) * a * b
  const dividend = 1_000 * (10 * jaro + prefix * (divisor - jaro))
  return (dividend - (dividend % divisor)) / divisor
}

/**
 * A function that counts the characters two texts have in common, each paired with the first free one in its window,
 * and the places in which the orders of these characters differ. The window only moves forward: of equal characters,
 * those taken or left behind come before the free ones, so that each is passed once. The function runs for every pair
 * of a block, and therefore reuses its arrays.
 */
function createCommonCount(lengthMax: number): (left: Letters, right: Letters) => Common {
  const taken = new Uint8Array(lengthMax)
  const common = new Uint32Array(lengthMax)
  /** Number of a character of `left` → where its positions in `right` that may be free begin and end. */
  const starts = new Uint32Array(lengthMax)
  const ends = new Uint32Array(lengthMax)
  return (left, right) => {
    const { length } = left.points
    const reach = Math.max(0, Math.floor(Math.max(length, right.points.length) / 2) - 1)
    const positions = right.positions.edges
    taken.fill(0, 0, right.points.length)
    let known = 0
    let m = 0
    for (let index = 0; index < length; index++) {
      const number = uint32At(left.numbers, index)
      if (number === known) {
        const inRight = right.numberOf.get(uint32At(left.points, index))
        starts[number] = inRight === undefined ? 0 : uint32At(right.positions.starts, inRight)
        ends[number] = inRight === undefined ? 0 : uint32At(right.positions.starts, inRight + 1)
        known += 1
      }
      const end = uint32At(ends, number)
      let place = uint32At(starts, number)
      while (place < end && uint32At(positions, place) < index - reach) place += 1
      if (place < end && uint32At(positions, place) <= index + reach) {
        taken[uint32At(positions, place)] = 1
        common[m++] = uint32At(left.points, index)
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
