import { uint32At } from '../../base/at.ts'
import type { Letters } from './letters.ts'

/** Jaro-Winkler similarity over Unicode code points, in integers. */

interface CommonBound {
  /** The least number of common characters with which two texts can be similar enough. */
  readonly commonMin: number
  /** Whether texts with `common` characters in common can be similar enough, if all are in the best order. */
  mayReach(common: number): boolean
}

/** The lengths of both texts, above 0, and of their common prefix, at most 4. */
export interface Lengths {
  readonly a: number
  readonly b: number
  readonly prefix: number
}

/** The number of common characters that a similarity of `min` needs. O(1). */
export function commonBound(lengths: Lengths, min: number): CommonBound {
  const { a, b, prefix } = lengths
  // The formula solved for the number of common characters, less 1 since float64 may round up.
  const jaro = (min / 1_000 - prefix) / (10 - prefix)
  const least = Math.floor((a * b * (3 * jaro - 1)) / (a + b)) - 1
  return { commonMin: Math.max(0, least), mayReach: (m) => basisPoints(lengths, { m, displaced: 0 }) >= min }
}

/**
 * Gives floor(10,000 × Jaro-Winkler) of texts of up to `lengthMax` characters, at most 512: up to there every product
 * is exact. With m common characters inside the window, and t as half the number of places where their order differs,
 * Jaro = (m/|left| + m/|right| + (m − t)/m) / 3. Each character of a common prefix, up to four, closes a tenth of the
 * gap to 1. O(length).
 */
export function createJaroWinkler(lengthMax: number): (left: Letters, right: Letters, lengths: Lengths) => number {
  const countCommon = createCommonCount(lengthMax)
  return (left, right, lengths) => basisPoints(lengths, countCommon(left, right))
}

interface Common {
  readonly m: number
  readonly displaced: number
}

function basisPoints({ a, b, prefix }: Lengths, { m, displaced }: Common): number {
  if (m === 0) return 0
  // Jaro's formula as one fraction, so that only the end result is rounded.
  const divisor = 6 * m * a * b
  const jaro = 2 * m * m * (a + b) + (2 * m - displaced) * a * b
  const dividend = 1_000 * (10 * jaro + prefix * (divisor - jaro))
  return (dividend - (dividend % divisor)) / divisor
}

/**
 * Counts the common characters, each paired with the first free one in its window, and the places where their order
 * differs. The window only moves forward, so that each position is passed once. The arrays are reused: this runs for
 * every pair of a block.
 */
function createCommonCount(lengthMax: number): (left: Letters, right: Letters) => Common {
  const taken = new Uint8Array(lengthMax)
  const common = new Uint32Array(lengthMax)
  /** For each character of `left`, the range of positions in `right` where it may still be free. */
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
