import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { similarityMethods } from '../../../../engine/rules/language/criterion-form.ts'
import { textWorkOf } from '../../../../engine/rules/similarity/comparison-work.ts'
import { checkLaw } from '../../support/law.ts'

const workBy = (method: (typeof similarityMethods)[number]) => textWorkOf({ method, min: 8_000 })

describe('the work of comparing two texts', () => {
  it.each([
    ['trigram', 40_000, 3, 40_003],
    ['token-set', 10, 20, 30],
    ['jaro-winkler', 512, 100, 612],
    ['levenshtein', 512, 512, 16 * 512],
    ['levenshtein', 33, 100, 2 * 100],
    ['levenshtein', 0, 100, 0],
  ] as const)('by %s of %i and %i units is %i steps', (method, left, right, steps) => {
    expect(workBy(method).stepsOfPair(left, right)).toBe(steps)
    expect(workBy(method).stepsOfPair(right, left)).toBe(steps)
  })

  it.each(['levenshtein', 'jaro-winkler'] as const)('is none by %s where only equal texts are alike', (method) => {
    const units = workBy(method).unitsOf
    expect([units('a'.repeat(512)), units('a'.repeat(513))]).toEqual([512, 0])
    expect([units('😀'.repeat(512)), units('😀'.repeat(513))]).toEqual([1_024, 0])
  })

  it('is never less for longer texts', () => {
    const units = fc.integer({ min: 1, max: 1_024 })
    checkLaw(
      fc.property(fc.constantFrom(...similarityMethods), units, units, fc.nat(100), (method, left, right, more) => {
        const { stepsOfPair } = workBy(method)
        expect(stepsOfPair(left + more, right)).toBeGreaterThanOrEqual(stepsOfPair(left, right))
      }),
    )
  })
})
