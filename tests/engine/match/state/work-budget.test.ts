import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWorkBudget } from '../../../../engine/match/state/work-budget.ts'
import { checkLaw } from '../../support/law.ts'

/** The items that a budget of 10 holds and those that it refuses, each sorted. */
function spend(works: readonly number[]) {
  const budget = createWorkBudget<number>(10)
  const refused = works.flatMap((work) => budget.add(work, work))
  const sorted = (items: readonly number[]): number[] => items.toSorted((a, b) => a - b)
  return { held: sorted(budget.affordable()), refused: sorted(refused) }
}

describe('a budget of work', () => {
  it('holds all that it has room for, in the order in which it came', () => {
    const budget = createWorkBudget<string>(10)
    expect([...budget.add('a', 4), ...budget.add('b', 1), ...budget.add('c', 5)]).toEqual([])
    expect(budget.affordable()).toEqual(['a', 'b', 'c'])
  })

  it('refuses the costliest first', () => {
    expect(spend([4, 6, 3])).toEqual({ held: [3, 4], refused: [6] })
  })

  it('refuses items of one cost together, so that none of them is preferred', () => {
    expect(spend([4, 4, 4])).toEqual({ held: [], refused: [4, 4, 4] })
  })

  it('refuses at once an item that costs as much as a refused one', () => {
    expect(spend([1, 11, 11, 9])).toEqual({ held: [1, 9], refused: [11, 11] })
  })

  it('refuses hundreds of thousands at once', () => {
    const budget = createWorkBudget<number>(200_000)
    const refused = Array.from({ length: 200_001 }, (_, item) => budget.add(item, 1))
    expect(refused.at(-1)).toHaveLength(200_001)
    expect(budget.affordable()).toEqual([])
  })

  it('ends up with the same, whatever the order', () => {
    const works = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
    const shuffled = works.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    checkLaw(
      fc.property(shuffled, ([all, other]) => {
        const { held, refused } = spend(all)
        expect(spend(other)).toEqual({ held, refused })
        expect([...held, ...refused]).toEqual(all.toSorted((a, b) => a - b))
        const sum = held.reduce((total, work) => total + work, 0)
        expect(sum).toBeLessThanOrEqual(10)
        const [least] = refused
        const alike = refused.filter((work) => work === least).reduce((total, work) => total + work, 0)
        if (least !== undefined) expect(sum + alike).toBeGreaterThan(10)
      }),
    )
  })
})
