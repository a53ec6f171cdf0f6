import { uint32At } from '../../base/at.ts'
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
 * characters in common, `commonMax` at most, that they cannot reach `min`: then any value below `min` may come back.
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

function commonPrefix(left: Uint32Array, right: Uint32Array): number {
  let length = 0
  while (length < prefixLengthMax && length < left.length && left[length] === right[length]) length += 1
  return length
}
