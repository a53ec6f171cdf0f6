import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWorkBudget } from '../../../engine/match/work-budget.ts'
import { checkLaw } from '../support/law.ts'

/** What a budget of 10 holds and has given up, each sorted. */
function spend(works: readonly number[]) {
  const budget = createWorkBudget<number>(10)
  const givenUp = works.flatMap((work) => budget.add(work, work))
  const sorted = (items: readonly number[]): number[] => items.toSorted((a, b) => a - b)
  return { held: sorted(budget.held()), givenUp: sorted(givenUp) }
}

describe('a budget of work', () => {
  it('holds all that it has room for, in the order in which it came', () => {
    const budget = createWorkBudget<string>(10)
    expect([...budget.add('a', 4), ...budget.add('b', 1), ...budget.add('c', 5)]).toEqual([])
    expect(budget.held()).toEqual(['a', 'b', 'c'])
  })

  it('gives up the costliest first', () => {
    expect(spend([4, 6, 3])).toEqual({ held: [3, 4], givenUp: [6] })
  })

  it('gives up items of one cost together, so that none of them is preferred', () => {
    expect(spend([4, 4, 4])).toEqual({ held: [], givenUp: [4, 4, 4] })
  })

  it('gives up at once what costs as much as something it has given up', () => {
    expect(spend([1, 11, 11, 9])).toEqual({ held: [1, 9], givenUp: [11, 11] })
  })

  it('gives up hundreds of thousands at once', () => {
    const budget = createWorkBudget<number>(200_000)
    const givenUp = Array.from({ length: 200_001 }, (_, item) => budget.add(item, 1))
    expect(givenUp.at(-1)).toHaveLength(200_001)
    expect(budget.held()).toEqual([])
  })

  it('ends up with the same, whatever the order', () => {
    const works = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
    const shuffled = works.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    checkLaw(
      fc.property(shuffled, ([all, other]) => {
        const { held, givenUp } = spend(all)
        expect(spend(other)).toEqual({ held, givenUp })
        expect([...held, ...givenUp]).toEqual(all.toSorted((a, b) => a - b))
        const sum = held.reduce((total, work) => total + work, 0)
        expect(sum).toBeLessThanOrEqual(10)
        const [least] = givenUp
        const alike = givenUp.filter((work) => work === least).reduce((total, work) => total + work, 0)
        if (least !== undefined) expect(sum + alike).toBeGreaterThan(10)
      }),
    )
  })
})
