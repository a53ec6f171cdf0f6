import type { SimilarityMethod } from '../language/language.ts'

/** Similarity in whole basis points, `floor(10,000 × x)`: no floating point decides whether two texts are alike. */
export const wholeBasisPoints = 10_000

export interface Similarity {
  readonly method: SimilarityMethod
  readonly min: number
}

/**
 * Code points up to which Levenshtein and Jaro-Winkler compare a text: Levenshtein's work grows with the square of the
 * length, Jaro-Winkler's fractions with its third power. Longer texts are alike only when they are equal.
 */
export const comparedLengthMax = 512

/** A code point takes at most two units of a string. */
export const isShort = (text: string): boolean =>
  text.length <= comparedLengthMax || (text.length <= 2 * comparedLengthMax && [...text].length <= comparedLengthMax)

/** The greatest distance of two texts, the longer of `length` code points, that are at least `min` alike. */
export const distanceMaxOf = (length: number, min: number): number =>
  Math.floor((length * (wholeBasisPoints - min)) / wholeBasisPoints)

export const belowAll = -1

/** Basis points of two different texts, by their numbers in a pool; any number below the least wanted. */
export interface Measure {
  measure(left: number, right: number): number
  /** Has to be called when the pool has started anew. */
  restart(): void
}
