import { describe, expect, it } from 'vitest'
import { isLong } from '../../support/forms.ts'
import { claimsOf } from './pairs/claims.ts'
import { developmentSeeds, type GeneratedPair, sizeUsual, testSeeds } from './pairs/generated-pair.ts'
import { pairKinds } from './pairs/index.ts'
import { scoreOf } from './pairs/score.ts'
import { unrelatedPairs } from './pairs/unrelated.ts'

/** Pairs whose truth is known are of use only where rules can reach the truth. */

const seeds = [...developmentSeeds.slice(0, isLong ? 5 : 1), ...testSeeds.slice(0, isLong ? 3 : 1)]

describe.each(Object.entries(pairKinds))('generated pairs of %s', (_kind, generate) => {
  it.each(seeds)('are found whole by rules by hand: seed %i', (seed) => {
    const pair = generate(seed)
    const { f1, wrongShare, wrong } = scoreOf(pair.truth, claimsOf(pair, pair))
    expect({ layout: pair.layout, f1: f1 >= 0.97 ? 'reached' : f1, wrong: wrongShare <= 0.002 ? [] : wrong }).toEqual({
      layout: pair.layout,
      f1: 'reached',
      wrong: [],
    })
  })

  it('have the size that is asked for, ids of their own, and no record in two groups', () => {
    for (const size of isLong ? [200, sizeUsual] : [200]) {
      for (const seed of seeds) {
        const pair = generate(seed, size)
        const larger = Math.max(pair.source.length, pair.target.length)
        expect(larger).toBeGreaterThan(0.7 * size)
        expect(larger).toBeLessThan(1.3 * size)
        expectSound(pair)
      }
    }
  })

  it('are the same for a seed, and others for another', () => {
    expect(generate(7)).toEqual(generate(7))
    expect(generate(7)).not.toEqual(generate(8))
  })

  it('ask for nearly all that belongs together, and leave records without counterpart on both sides', () => {
    for (const seed of seeds) {
      const { source, target, truth } = generate(seed)
      const unasked = truth.filter(({ kind }) => kind === 'unasked')
      expect(unasked.length).toBeLessThanOrEqual(0.15 * truth.length)
      expect(truth.flatMap((group) => group.source).length).toBeLessThan(source.length)
      expect(truth.flatMap((group) => group.target).length).toBeLessThanOrEqual(target.length)
    }
  })
})

it.each(Object.entries(unrelatedPairs))('has two sides with nothing in common: %s', (_name, generate) => {
  for (const seed of seeds) {
    const pair = generate(seed)
    expect(pair).toMatchObject({ truth: [], rules: [] })
    const lengths = [pair.source.length, pair.target.length]
    expect(Math.min(...lengths)).toBeGreaterThan(20)
    expect(Math.max(...lengths)).toBeGreaterThan(0.1 * sizeUsual)
    expect(Math.max(...lengths)).toBeLessThan(1.3 * sizeUsual)
    expectSound(pair)
  }
})

function expectSound({ source, target, truth }: GeneratedPair): void {
  for (const [side, records] of Object.entries({ source, target })) {
    const ids = new Set(records.map(({ id }) => id))
    expect(ids.size).toBe(records.length)
    const told = truth.flatMap((group) => (side === 'source' ? group.source : group.target))
    expect(new Set(told).size).toBe(told.length)
    expect(told.filter((id) => !ids.has(id))).toEqual([])
  }
}
