import { describe, expect, it } from 'vitest'
import { claimsOf } from './pairs/claims.ts'
import { developmentSeeds, testSeeds } from './pairs/generated-pair.ts'
import { pairKinds } from './pairs/index.ts'
import { scoreOf } from './pairs/score.ts'

/** Pairs whose truth is known are of use only where rules can reach the truth. */

const seeds = [...developmentSeeds.slice(0, 6), ...testSeeds.slice(0, 2)]

describe.each(Object.entries(pairKinds))('a generated pair of %s', (_kind, generate) => {
  it.each(seeds)('is found whole by rules by hand: seed %i', (seed) => {
    const pair = generate(seed)
    const { f1, wrongShare, wrong } = scoreOf(pair.truth, claimsOf(pair, pair.rules))
    expect({ f1: f1 >= 0.97 ? 'reached' : f1, wrong: wrongShare <= 0.002 ? [] : wrong, of: pair.layout }).toEqual({
      f1: 'reached',
      wrong: [],
      of: pair.layout,
    })
  })
})
