import type { NormalizeStep, PlainStep } from '../language/language.ts'

/**
 * An upper bound of the steps for normalising a text of `length` characters: every step of `steps` reads the text once,
 * a step with words or a mask once for each word or place. Depends on the length only, so that it is the same on every
 * machine.
 */
export const stepsOfNormalizing = (length: number, steps: readonly NormalizeStep[]): number =>
  steps.reduce((sum, step) => sum + length * entriesOf(step), 0)

/**
 * The cost of normalising in steps of a run, a few nanoseconds each. Each step counts by the time that it takes, a
 * phrase only up to the length of the text.
 */
export const costOfNormalizing = (length: number, steps: readonly NormalizeStep[]): number =>
  steps.reduce((sum, step) => sum + stepsOfCall + length * costOf(step, length), 0)

const stepsOfCall = 16

function costOf(step: NormalizeStep, length: number): number {
  if (typeof step === 'string') return plainCosts[step]
  if ('strip' in step) return plainCosts['sort-tokens'] + 2 * Math.min(length, longest(step.strip))
  if ('extract' in step) return stepsOfClass + [...step.extract].length
  return 'remove' in step ? stepsOfClass + [...step.remove].length : 1
}

const stepsOfClass = 16

const plainCosts: { readonly [step in PlainStep]: number } = {
  trim: 1,
  'collapse-space': 4,
  upper: 1,
  'fold-accents': 16,
  nfkc: 2,
  alphanumeric: 8,
  digits: 4,
  'strip-leading-zeros': 4,
  'sort-tokens': 8,
}

const longest = (words: readonly string[]): number => words.reduce((most, { length }) => Math.max(most, length), 0)

function entriesOf(step: NormalizeStep): number {
  if (typeof step === 'string') return 1
  if ('strip' in step) return Math.max(1, step.strip.length)
  if ('extract' in step) return [...step.extract].length
  return 'remove' in step ? [...step.remove].length : 1
}
