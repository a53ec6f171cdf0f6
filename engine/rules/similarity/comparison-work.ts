import { isShort, type Similarity } from './similarity-bounds.ts'

/**
 * The work of comparing texts, counted from their lengths alone: the same on every machine and in either order. A step
 * is one round of a loop over characters, some nanoseconds.
 */
export interface TextWork {
  /** The length in UTF-16 units; 0 for a text so long that it is only similar to equal texts. */
  unitsOf(text: string): number
  /** The most steps for two texts of the given lengths, in either order. */
  stepsOfPair(left: number, right: number): number
}

/** Rows of Levenshtein's table that one step computes together. */
const rowsPerStep = 32

export function textWorkOf({ method }: Similarity): TextWork {
  const readsLongTexts = method === 'trigram' || method === 'token-set'
  const unitsOf = (text: string): number => (readsLongTexts || isShort(text) ? text.length : 0)
  if (method !== 'levenshtein')
    return { unitsOf, stepsOfPair: (left, right) => (left === 0 || right === 0 ? 0 : left + right) }
  return {
    unitsOf,
    stepsOfPair: (left, right) => Math.ceil(Math.min(left, right) / rowsPerStep) * Math.max(left, right),
  }
}
