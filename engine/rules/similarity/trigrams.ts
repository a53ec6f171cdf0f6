/** The trigrams of a text as numbers: of texts of thousands of characters, a map of strings would be all there is time for. */

/** A multiset of trigrams, ascending: two halves of 32 bits each, which a comparison can look at one by one. */
export interface Trigrams {
  readonly count: number
  readonly halves: Uint32Array
  /** The class of each; equal ones are in one class. */
  readonly classes: Uint16Array
}

/** Bits of a code point that is counted from 1, so that 0 is no character. */
const pointBits = 21

/** Of the middle code point, those that stand in the lower half. */
const lowerBits = 10

/** Whether the platform puts the upper half of a number first. */
const upperAt = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 1 : 0

/**
 * The stretches of three code points, overlapping, without padding; a shorter text is its own only one. O(n log n) time,
 * 8 bytes a character.
 */
export function trigramsOf(text: string): Trigrams {
  const points = Uint32Array.from([...text], (character) => (character.codePointAt(0) ?? 0) + 1)
  const count = Math.max(1, points.length - 2)
  const numbers = new BigUint64Array(count)
  const halves = new Uint32Array(numbers.buffer)
  for (let index = 0; index < count; index++) {
    const [first, middle, last] = [points[index] ?? 0, points[index + 1] ?? 0, points[index + 2] ?? 0]
    halves[2 * index + upperAt] = (first << (32 - pointBits)) | (middle >>> lowerBits)
    halves[2 * index + 1 - upperAt] = (middle << pointBits) | last
  }
  numbers.sort()
  const classes = Uint16Array.from(numbers.keys(), (index) =>
    classOf(halves[2 * index] ?? 0, halves[2 * index + 1] ?? 0),
  )
  return { count, halves, classes }
}

const classCount = 2 ** 16

/** The upper bits of a product differ where any bit does. */
const classOf = (one: number, other: number): number =>
  Math.imul(one ^ Math.imul(other, 0x85eb_ca6b), 0x9e37_79b1) >>> 16

/**
 * How many trigrams two texts share, or undefined when these are fewer than `sharedMin`, as early as that is known. Of
 * most pairs the classes tell, which is by far the quickest while the left text is the same as the time before. O(n).
 */
export function createTrigramCount(): (left: Trigrams, right: Trigrams, sharedMin: number) => number | undefined {
  const isInLeft = new Uint8Array(classCount)
  let last: Trigrams | undefined
  return (left, right, sharedMin) => {
    if (Math.min(left.count, right.count) < sharedMin) return undefined
    if (left !== last) {
      for (const each of last?.classes ?? []) isInLeft[each] = 0
      for (const each of left.classes) isInLeft[each] = 1
      last = left
    }
    let sharedMax = 0
    for (let index = 0; index < right.count; index++) sharedMax += isInLeft[right.classes[index] ?? 0] ?? 0
    return sharedMax < sharedMin ? undefined : sharedTrigrams(left, right, sharedMin)
  }
}

function sharedTrigrams(left: Trigrams, right: Trigrams, sharedMin: number): number | undefined {
  // How many more of each side's own may have no partner.
  let leftSpare = left.count - sharedMin
  let rightSpare = right.count - sharedMin
  const [a, b] = [left.halves, right.halves]
  const lowerAt = 1 - upperAt
  let shared = 0
  let [i, j] = [0, 0]
  while (leftSpare >= 0 && rightSpare >= 0 && i < a.length && j < b.length) {
    const upper = (a[i + upperAt] ?? 0) - (b[j + upperAt] ?? 0)
    const order = upper === 0 ? (a[i + lowerAt] ?? 0) - (b[j + lowerAt] ?? 0) : upper
    if (order === 0) shared += 1
    else if (order < 0) leftSpare -= 1
    else rightSpare -= 1
    if (order <= 0) i += 2
    if (order >= 0) j += 2
  }
  return shared < sharedMin ? undefined : shared
}
