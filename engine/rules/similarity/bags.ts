import { byteAt, uint32At } from '../../base/at.ts'
import { createFeatureNumbers, type FeatureNumbers, numbersPerFeature } from './feature-numbers.ts'
import { createNumberLists, type NumberLists } from './number-lists.ts'

/** Multisets of parts of texts, and how much two of them have in common. */

export interface Bags {
  /** The bag of a text, by the text's number: features, ascending. The k-th of equal parts is a feature of its own. */
  readonly lists: NumberLists
  readonly features: FeatureNumbers
  /**
   * Adds the bag of the next text; overwrites `parts`, which may be in any order. Returns how many 4-byte numbers it
   * takes.
   */
  add(parts: Uint32Array): number
  clear(): void
}

/**
 * The upper half of the second of equal parts; the third has one more. The upper half of a part's own feature is always
 * smaller.
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
      parts.sort()
      if (numberEqual(parts, features)) parts.sort()
      add(parts)
      return parts.length + 1 + numbersPerFeature * (features.count() - before)
    },
    clear() {
      features.clear()
      clear()
    },
  }
}

/** Gives equal parts, the first excepted, features of their own; returns whether there are any. */
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

/** Undefined below `sharedMin`. */
type SharedCount = (left: number, right: number, sharedMin: number) => number | undefined

const none = -1

/**
 * Marks the features of one text in a table and looks those of the other up, the rarest first, until too many are
 * missing. A marked text is best compared with many others in a row. O(length). `restart` has to be called when the
 * bags have been cleared.
 */
export function createSharedCount({ lists, features }: Bags): { readonly count: SharedCount; restart(): void } {
  let isMarked = new Uint8Array(256)
  let marked = none
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
      if (isMarked.length < features.count()) isMarked = longer(isMarked, 2 * features.count())
      if (left !== marked && right !== marked) mark(left)
      const other = left === marked ? right : left
      const start = uint32At(lists.starts, other)
      const end = uint32At(lists.starts, other + 1)
      let shared = end - start
      // The features that came last are mostly the rarest.
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
