import type { NormalizeStep } from './language.ts'

/**
 * The counted cost of normalising a text of `length` characters: every step reads the text once, a step with words or a
 * mask once for each word or place. Counted from the text as it is written, so that the count needs no normalising; it
 * is the same on every machine, and more than what the steps take where the text shrinks.
 */
export const stepsOfNormalizing = (length: number, steps: readonly NormalizeStep[]): number =>
  steps.reduce((sum, step) => sum + length * entriesOf(step), 0)

/** How often a step reads a text, at most. */
function entriesOf(step: NormalizeStep): number {
  if (typeof step === 'string') return 1
  if ('strip' in step) return Math.max(1, step.strip.length)
  if ('extract' in step) return [...step.extract].length
  return 'remove' in step ? [...step.remove].length : 1
}
