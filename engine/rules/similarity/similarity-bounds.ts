import type { SimilarityMethod } from '../language/language.ts'

/** Similarity in whole basis points, `floor(10,000 × x)`: no floating point decides whether two texts are alike. */
export const wholeBasisPoints = 10_000

export interface Similarity {
  readonly method: SimilarityMethod
  readonly min: number
}

/**
 * The most code points of texts that Levenshtein and Jaro-Winkler compare: the work of the one grows with the square of
 * the length, the fractions of the other with its third power. Longer texts are similar only when equal.
 */
export const comparedLengthMax = 512

/** A code point takes at most two units of a string. */
export const isShort = (text: string): boolean =>
  text.length <= comparedLengthMax || (text.length <= 2 * comparedLengthMax && [...text].length <= comparedLengthMax)

/** The most edits between two texts that are at least `min` similar, the longer of `length` code points. */
export const distanceMaxOf = (length: number, min: number): number =>
  Math.floor((length * (wholeBasisPoints - min)) / wholeBasisPoints)

export const belowAll = -1

/**
 * The similarity of two different texts in basis points, by their numbers in a pool. Below the wanted minimum the
 * result may be any number below it.
 */
export interface Measure {
  measure(left: number, right: number): number
  /** To be called after the pool has been emptied. */
  restart(): void
}
