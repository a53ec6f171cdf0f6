import { comparedLengthMax, isShort, type Similarity } from './similarity.ts'

/**
 * The work of comparing texts, counted from their lengths: the same on every machine and whichever text comes first. A
 * step is a turn of a loop over characters, some nanoseconds.
 */

/** The least of two texts that tells what comparing them costs: its UTF-16 units, or 0 where only equal ones are alike. */
export function comparedUnits({ method }: Similarity, text: string): number {
  return method === 'trigram' || method === 'token-set' || isShort(text) ? text.length : 0
}

/** Rows of Levenshtein's table that one step takes together. */
const rowsPerStep = 32

/** Steps that it takes at most to compare two texts of so many compared units. Symmetric. */
export function stepsOfPair({ method }: Similarity, left: number, right: number): number {
  if (left === 0 || right === 0) return 0
  return method === 'levenshtein'
    ? Math.ceil(Math.min(left, right) / rowsPerStep) * Math.max(left, right)
    : left + right
}

/** How many steps of a pair there are at most for each unit of either text. */
export const stepsPerUnitMax = ({ method }: Similarity): number =>
  method === 'levenshtein' ? Math.ceil((2 * comparedLengthMax) / rowsPerStep) : 1
