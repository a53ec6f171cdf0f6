import { byteAt, uint16At, uint32At } from '../../base/at.ts'
import { codePointsOf } from './letters.ts'

/** The trigrams of a text as sorted numbers: for texts of thousands of characters, maps of strings take too long. */

/** A multiset of trigrams, ascending. Each is two halves of 32 bits, so that comparisons need no bigints. */
export interface Trigrams {
  readonly count: number
  readonly halves: Uint32Array
  /** The class of each trigram; equal trigrams are in one class. */
  readonly classes: Uint16Array
}

/** Bits of a code point that is counted from 1, so that 0 is no character. */
const pointBits = 21

/** Bits of the middle code point that stand in the lower half. */
const lowerBits = 10

/** The place of a number's upper half: 0 where the platform puts it first, else 1. */
const upperAt = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 1 : 0

/**
 * The stretches of three code points, overlapping, without padding; a shorter text is its own only one. O(n log n) time,
 * 8 bytes a character.
 */
export function trigramsOf(text: string): Trigrams {
  const codePoints = codePointsOf(text)
  const points = new Uint32Array(Math.max(3, codePoints.length))
  points.set(codePoints.map((point) => point + 1))
  const count = points.length - 2
  const numbers = new BigUint64Array(count)
  const halves = new Uint32Array(numbers.buffer)
  for (let index = 0; index < count; index++) {
    const [first, middle, last] = [uint32At(points, index), uint32At(points, index + 1), uint32At(points, index + 2)]
    halves[2 * index + upperAt] = (first << (32 - pointBits)) | (middle >>> lowerBits)
    halves[2 * index + 1 - upperAt] = (middle << pointBits) | last
  }
  numbers.sort()
  const classes = Uint16Array.from(numbers.keys(), (index) =>
    classOf(uint32At(halves, 2 * index), uint32At(halves, 2 * index + 1)),
  )
  return { count, halves, classes }
}

const classCount = 2 ** 16

/** Takes the upper bits of a product, which depend on every bit of the factors. */
const classOf = (one: number, other: number): number =>
  Math.imul(one ^ Math.imul(other, 0x85eb_ca6b), 0x9e37_79b1) >>> 16

/**
 * A function that counts the trigrams two texts share; it returns undefined as soon as they are known to be fewer than
 * `sharedMin`. For most pairs the classes show that, quickest while the left text is that of the call before. O(n).
 */
export function createTrigramCount(): (left: Trigrams, right: Trigrams, sharedMin: number) => number | undefined {
  const isInLeft = new Uint8Array(classCount)
  let last: Trigrams | undefined
  return (left, right, sharedMin) => {
    if (Math.min(left.count, right.count) < sharedMin) return undefined
    if (left !== last) {
      if (last !== undefined) for (const each of last.classes) isInLeft[each] = 0
      for (const each of left.classes) isInLeft[each] = 1
      last = left
    }
    let sharedMax = 0
    for (let index = 0; index < right.count; index++) sharedMax += byteAt(isInLeft, uint16At(right.classes, index))
    return sharedMax < sharedMin ? undefined : sharedTrigrams(left, right, sharedMin)
  }
}

function sharedTrigrams(left: Trigrams, right: Trigrams, sharedMin: number): number | undefined {
  // How many more trigrams of each side may have no partner.
  let leftSpare = left.count - sharedMin
  let rightSpare = right.count - sharedMin
  const [a, b] = [left.halves, right.halves]
  const lowerAt = 1 - upperAt
  let shared = 0
  let [i, j] = [0, 0]
  while (leftSpare >= 0 && rightSpare >= 0 && i < a.length && j < b.length) {
    const upper = uint32At(a, i + upperAt) - uint32At(b, j + upperAt)
    const order = upper === 0 ? uint32At(a, i + lowerAt) - uint32At(b, j + lowerAt) : upper
    if (order === 0) shared += 1
    else if (order < 0) leftSpare -= 1
    else rightSpare -= 1
    if (order <= 0) i += 2
    if (order >= 0) j += 2
  }
  return shared < sharedMin ? undefined : shared
}
