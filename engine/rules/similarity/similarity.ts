import type { SimilarityMethod } from '../language.ts'
import { countTokens, sharedTokens } from './features.ts'
import { createJaroWinkler } from './jaro-winkler.ts'
import { commonAtMost, type Letters, lettersOf } from './letters.ts'
import { levenshteinWithin } from './levenshtein.ts'
import { cachedBySide, type Sides } from './text-cache.ts'
import { createTrigramCount, trigramsOf } from './trigrams.ts'

/** Similarity in whole basis points, `floor(10,000 × x)`: no floating point decides whether two texts are alike. */
export const wholeBasisPoints = 10_000

/** A similarity criterion's method and its least similarity, in basis points. */
export interface Similarity {
  readonly method: SimilarityMethod
  readonly min: number
}

/**
 * Code points up to which Levenshtein and Jaro-Winkler compare a text: the work of Levenshtein grows with the square of
 * the length, the fractions of Jaro-Winkler with its third power. Longer texts are alike only when they are equal.
 */
export const comparedLengthMax = 512

/** Whether Levenshtein and Jaro-Winkler compare a text. A code point takes at most two units of a string. */
export const isShort = (text: string): boolean =>
  text.length <= comparedLengthMax || (text.length <= 2 * comparedLengthMax && [...text].length <= comparedLengthMax)

/**
 * A function that returns the similarity of two texts by `method`, or undefined when it is below `min`. Equal texts have
 * 10,000. Texts must not be empty. The parts of a text are cached for later comparisons between the same sides, by any
 * criterion.
 */
export function bindSimilarity(
  { method, min }: Similarity,
  sides: Sides = { source: {}, target: {} },
): (left: string, right: string) => number | undefined {
  const measure = measureOf(method, min, sides)
  // The similarity of a pair that holds is needed again at once, to rank the pair.
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

/** Basis points; for texts that are less alike than the minimum, any number below the minimum. */
type Measure = (left: string, right: string) => number

const lettersBySide = cachedBySide((text) => (isShort(text) ? lettersOf(text) : undefined))
const trigramsBySide = cachedBySide(trigramsOf)
const tokensBySide = cachedBySide(countTokens)

function measureOf(method: SimilarityMethod, min: number, sides: Sides): Measure {
  switch (method) {
    case 'levenshtein':
      return overLetters(sides, (left, right) => levenshtein(left, right, min))
    case 'jaro-winkler': {
      const jaroWinkler = createJaroWinkler(comparedLengthMax)
      return overLetters(sides, (left, right) =>
        jaroWinkler(left, right, { commonMax: commonAtMost(left, right), min }),
      )
    }
    case 'trigram':
      return dice({ min, parts: trigramsBySide(sides), shared: createTrigramCount() })
    case 'token-set':
      return dice({ min, parts: tokensBySide(sides), shared: sharedTokens })
  }
}

const belowAll = -1

function overLetters(sides: Sides, measure: (left: Letters, right: Letters) => number): Measure {
  const letters = lettersBySide(sides)
  return (left, right) => {
    const [a, b] = [letters.ofLeft(left), letters.ofRight(right)]
    return a === undefined || b === undefined ? belowAll : measure(a, b)
  }
}

function levenshtein(left: Letters, right: Letters, min: number): number {
  const length = Math.max(left.points.length, right.points.length)
  const distanceMax = distanceMaxOf(length, min)
  // Each character that the other text lacks takes an edit.
  if (length - commonAtMost(left, right) > distanceMax) return belowAll
  const distance = levenshteinWithin(left.points, right.points, distanceMax)
  return distance === undefined ? belowAll : Math.floor((wholeBasisPoints * (length - distance)) / length)
}

interface Dice<Parts> {
  readonly min: number
  readonly parts: { readonly ofLeft: (text: string) => Parts; readonly ofRight: (text: string) => Parts }
  /** How many parts two texts share; it may be undefined where they are fewer than `sharedMin`. */
  readonly shared: (left: Parts, right: Parts, sharedMin: number) => number | undefined
}

/** Dice over multisets: 2 × shared parts ÷ parts of both texts. */
function dice<Parts extends { readonly count: number }>({ min, parts, shared }: Dice<Parts>): Measure {
  return (left, right) => {
    const [a, b] = [parts.ofLeft(left), parts.ofRight(right)]
    const all = a.count + b.count
    const both = shared(a, b, Math.ceil((min * all) / (2 * wholeBasisPoints)))
    return both === undefined ? belowAll : Math.floor((2 * both * wholeBasisPoints) / all)
  }
}
