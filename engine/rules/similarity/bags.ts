import { byteAt, uint32At } from '../../base/at.ts'
import { createFeatureNumbers, type FeatureNumbers, numbersPerFeature } from './feature-numbers.ts'
import { createNumberLists, type NumberLists } from './number-lists.ts'

/** A bag is the multiset of the parts of a text. Bags tell how much two texts have in common. */

export interface Bags {
  /** The bag of text `i` is list `i`: its features, ascending. A part that occurs k times gives k features. */
  readonly lists: NumberLists
  readonly features: FeatureNumbers
  /**
   * Adds the bag of the next text, from its parts in any order; `parts` is overwritten. Returns how many 4-byte numbers
   * the bag takes.
   */
  add(parts: Uint32Array): number
  clear(): void
}

/**
 * The upper half of the feature for the second occurrence of a part; each further occurrence adds 1. First occurrences
 * have smaller upper halves.
 */
const secondOfEqual = 0xc000_0000

export function createBags(): Bags {
  const features = createFeatureNumbers()
  const { lists, add, clear } = createNumberLists()
  return {
    lists,
    features,
    add(parts) {
      const before = features.count()
      sort(parts)
      if (numberEqual(parts, features)) sort(parts)
      add(parts)
      return parts.length + 1 + numbersPerFeature * (features.count() - before)
    },
    clear() {
      features.clear()
      clear()
    },
  }
}

/** Most texts are short, and calling the platform's sort takes longer than sorting them. */
const sortedHereMax = 32

function sort(parts: Uint32Array): void {
  if (parts.length > sortedHereMax) parts.sort()
  else
    for (let index = 1; index < parts.length; index++) {
      const part = uint32At(parts, index)
      let place = index
      for (; place > 0 && uint32At(parts, place - 1) > part; place--) parts[place] = uint32At(parts, place - 1)
      parts[place] = part
    }
}

/** Gives repeated parts features of their own; returns whether there were any. */
function numberEqual(sorted: Uint32Array, features: FeatureNumbers): boolean {
  let [part, first, isAnyEqual] = [-1, 0, false]
  for (let index = 0; index < sorted.length; index++) {
    const each = uint32At(sorted, index)
    if (each !== part) {
      part = each
      first = index
      continue
    }
    sorted[index] = features.numberOf(secondOfEqual + index - first - 1, part)
    isAnyEqual = true
  }
  return isAnyEqual
}

export function spellFeature(
  features: FeatureNumbers,
  feature: number,
  spellPart: (upper: number, lower: number) => string,
): string {
  const [upper, lower] = [features.upperOf(feature), features.lowerOf(feature)]
  if (upper < secondOfEqual) return spellPart(upper, lower)
  return `${spellPart(features.upperOf(lower), features.lowerOf(lower))}\n${upper - secondOfEqual + 2}`
}

/** How many features two texts share; undefined below `sharedMin`. */
type SharedCount = (left: number, right: number, sharedMin: number) => number | undefined

const none = -1

/**
 * Marks the features of one text in a table, then looks up those of the other until too many are missing. The marks
 * stay, so that comparing one text with many in a row is fast. O(length). Call `restart` after the bags have been
 * cleared.
 */
export function createSharedCount({ lists, features }: Bags): { readonly count: SharedCount; restart(): void } {
  let isMarked = new Uint8Array(256)
  let marked = none
  const lengthOf = (text: number): number => uint32At(lists.starts, text + 1) - uint32At(lists.starts, text)
  const setMarks = (text: number, mark: number): void => {
    const end = uint32At(lists.starts, text + 1)
    for (let place = uint32At(lists.starts, text); place < end; place++) isMarked[uint32At(lists.values, place)] = mark
  }
  const mark = (text: number): void => {
    if (marked !== none) setMarks(marked, 0)
    marked = text
    setMarks(text, 1)
  }
  return {
    count(left, right, sharedMin) {
      if (sharedMin > lengthOf(left) || sharedMin > lengthOf(right)) return undefined
      if (isMarked.length < features.count()) isMarked = longer(isMarked, 2 * features.count())
      if (left !== marked && right !== marked) mark(left)
      const other = left === marked ? right : left
      const start = uint32At(lists.starts, other)
      const end = uint32At(lists.starts, other + 1)
      let shared = end - start
      // Starts with the features that were numbered last, which are mostly the rarest.
      for (let place = end - 1; place >= start && shared >= sharedMin; place--)
        shared -= 1 - byteAt(isMarked, uint32At(lists.values, place))
      return shared < sharedMin ? undefined : shared
    },
    restart() {
      marked = none
      isMarked.fill(0)
    },
  }
}

function longer(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length)
  copy.set(bytes)
  return copy
}
