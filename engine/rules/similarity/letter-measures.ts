import { at, uint32At } from '../../base/at.ts'
import { type Bags, createBags, createSharedCount } from './bags.ts'
import { commonBound, createJaroWinkler } from './jaro-winkler.ts'
import { createLetterReader, type Letters, lettersAt } from './letters.ts'
import { createLevenshtein } from './levenshtein.ts'
import type { NumberLists } from './number-lists.ts'
import {
  belowAll,
  comparedLengthMax,
  distanceMaxOf,
  isShort,
  type Measure,
  wholeBasisPoints,
} from './similarity-bounds.ts'
import { createTextPool, sharedBySides, type TextPool } from './text-pool.ts'

/** Levenshtein and Jaro-Winkler. Most pairs are ruled out early, by the number of characters they share. */

/** The letters of texts. A text too long to be compared has none. */
interface LetterPool {
  readonly pool: TextPool
  readonly letters: NumberLists
  readonly bags: Bags
}

export const letterPoolOf = sharedBySides((): LetterPool => {
  const bags = createBags()
  const reader = createLetterReader(bags, isShort)
  return { pool: createTextPool(reader), letters: reader.letters, bags }
})

const lengthOf = ({ starts }: NumberLists, text: number): number => uint32At(starts, text + 1) - uint32At(starts, text)

/** 1 − distance ÷ length of the longer text. */
export function measureLevenshtein({ letters, bags }: LetterPool, min: number): Measure {
  const shared = createSharedCount(bags)
  const levenshtein = createLevenshtein(letters, bags.features.count)
  return {
    measure(left, right) {
      const [a, b] = [lengthOf(letters, left), lengthOf(letters, right)]
      if (a === 0 || b === 0) return belowAll
      const length = Math.max(a, b)
      const distanceMax = distanceMaxOf(length, min)
      // Each character of one text that the other lacks costs at least one edit.
      if (shared.count(left, right, length - distanceMax) === undefined) return belowAll
      const distance = levenshtein.distance(left, right, distanceMax)
      return distance === undefined ? belowAll : Math.floor((wholeBasisPoints * (length - distance)) / length)
    },
    restart() {
      shared.restart()
      levenshtein.restart()
    },
  }
}

/** Swapping the two texts can change the result: the left text is compared with the right one. */
export function measureJaroWinkler({ letters, bags }: LetterPool, min: number): Measure {
  const shared = createSharedCount(bags)
  const jaroWinkler = createJaroWinkler(comparedLengthMax)
  const known: (Letters | undefined)[] = []
  const lettersOf = (text: number): Letters => {
    while (known.length <= text) known.push(undefined)
    const found = at(known, text) ?? lettersAt(letters, text)
    known[text] = found
    return found
  }
  return {
    measure(left, right) {
      const [a, b] = [lengthOf(letters, left), lengthOf(letters, right)]
      if (a === 0 || b === 0) return belowAll
      const lengths = { a, b, prefix: commonPrefix(letters, left, right) }
      const { commonMin, mayReach } = commonBound(lengths, min)
      const common = shared.count(left, right, commonMin)
      if (common === undefined || !mayReach(common)) return belowAll
      return jaroWinkler(lettersOf(left), lettersOf(right), lengths)
    },
    restart() {
      shared.restart()
      known.length = 0
    },
  }
}

const prefixLengthMax = 4

function commonPrefix({ starts, values }: NumberLists, left: number, right: number): number {
  const [a, b] = [uint32At(starts, left), uint32At(starts, right)]
  const most = Math.min(prefixLengthMax, uint32At(starts, left + 1) - a, uint32At(starts, right + 1) - b)
  let length = 0
  while (length < most && uint32At(values, a + length) === uint32At(values, b + length)) length += 1
  return length
}
