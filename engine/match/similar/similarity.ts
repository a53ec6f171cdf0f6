import type { SimilarityMethod } from '../../rules/rule.ts'
import { countParts, gramsOf, tokensOf } from './features.ts'
import { createJaroWinkler } from './jaro-winkler.ts'
import { commonAtMost, type Letters, lettersOf } from './letters.ts'
import { levenshteinWithin } from './levenshtein.ts'

/** Similarity in whole basis points, `floor(10,000 × x)`: no floating point decides whether two texts are alike. */
export const wholeBasisPoints = 10_000

/** A similarity criterion's method and its least similarity, in basis points. */
export interface Similarity {
  readonly method: SimilarityMethod
  readonly min: number
}

/**
 * Code points of a text that Levenshtein and Jaro-Winkler look into: the work of the one grows with the square of the
 * length, the fractions of the other with its third power; longer texts are alike only when they are equal.
 */
export const comparedLengthMax = 512

/**
 * The similarity of two texts by `method`, or undefined when it is below `min`. Equal texts have 10,000. Texts are not
 * empty. What is worked out of a text is kept for the next comparison.
 */
export function bindSimilarity({ method, min }: Similarity): (left: string, right: string) => number | undefined {
  const measure = measureOf(method, min)
  // A pair that is alike is asked about again at once: how much it is so ranks it.
  let last = { left: '', right: '', similarity: 0 }
  return (left, right) => {
    if (left === right) return wholeBasisPoints
    if (left !== last.left || right !== last.right) last = { left, right, similarity: measure(left, right) }
    return last.similarity < min ? undefined : last.similarity
  }
}

/** The greatest Levenshtein distance of two texts, the longer of `length` code points, that are at least `min` alike. */
export const distanceMaxOf = (length: number, min: number): number =>
  Math.floor((length * (wholeBasisPoints - min)) / wholeBasisPoints)

/** Basis points; anything below the minimum will do for texts that are less alike. */
type Measure = (left: string, right: string) => number

function measureOf(method: SimilarityMethod, min: number): Measure {
  switch (method) {
    case 'levenshtein':
      return overLetters((left, right) => levenshtein(left, right, min))
    case 'jaro-winkler': {
      const jaroWinkler = createJaroWinkler(comparedLengthMax)
      return overLetters((left, right) => jaroWinkler(left, right, { commonMax: commonAtMost(left, right), min }))
    }
    case 'trigram':
      return dice((text) => gramsOf(text, 3))
    case 'token-set':
      return dice(tokensOf)
  }
}

const belowAll = -1

function overLetters(measure: (left: Letters, right: Letters) => number): Measure {
  const letters = kept(lettersOf)
  return (left, right) => {
    const [a, b] = [letters(left), letters(right)]
    return Math.max(a.points.length, b.points.length) > comparedLengthMax ? belowAll : measure(a, b)
  }
}

function levenshtein(left: Letters, right: Letters, min: number): number {
  const length = Math.max(left.points.length, right.points.length)
  const distanceMax = distanceMaxOf(length, min)
  // A character that the other text does not have takes an edit.
  if (length - commonAtMost(left, right) > distanceMax) return belowAll
  const distance = levenshteinWithin(left.points, right.points, distanceMax)
  return distance === undefined ? belowAll : Math.floor((wholeBasisPoints * (length - distance)) / length)
}

/** Dice over multisets: twice what both have, of all that they have. */
function dice(partsOf: (text: string) => string[]): Measure {
  const multiset = kept((text) => {
    const parts = partsOf(text)
    return { size: parts.length, counts: countParts(parts) }
  })
  return (left, right) => {
    const [a, b] = [multiset(left), multiset(right)]
    const [few, many] = a.counts.size <= b.counts.size ? [a, b] : [b, a]
    let shared = 0
    for (const [part, count] of few.counts) shared += Math.min(count, many.counts.get(part) ?? 0)
    return Math.floor((2 * shared * wholeBasisPoints) / (a.size + b.size))
  }
}

const keptCountMax = 20_000

/** What a text was taken apart into, until there are too many of them. */
function kept<Value>(read: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>()
  return (text) => {
    const known = values.get(text)
    if (known !== undefined) return known
    if (values.size >= keptCountMax) values.clear()
    const value = read(text)
    values.set(text, value)
    return value
  }
}
