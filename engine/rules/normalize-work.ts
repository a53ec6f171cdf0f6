import type { NormalizeStep } from './language.ts'

/**
 * The steps that normalising texts of so many characters takes: each step of `steps` reads them once, a list of words to
 * strip once for each entry, and a mask once for each of its places.
 */
export const stepsOfNormalizing = (characterCount: number, steps: readonly NormalizeStep[]): number =>
  steps.reduce((sum, step) => sum + characterCount * readsOf(step), 0)

function readsOf(step: NormalizeStep): number {
  if (typeof step === 'string') return 1
  if ('strip' in step) return step.strip.length
  if ('extract' in step) return step.extract.length
  return 'remove' in step ? step.remove.length : 1
}
