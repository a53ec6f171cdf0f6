import { describe, expect, it } from 'vitest'
import { createRankColumn, rankAt } from '../../../../engine/match/blocks/rank-column.ts'
import type { Units } from '../../../../engine/record/columns.ts'

const columnOf = (ranks: readonly Units[]) => {
  const column = createRankColumn(ranks.length)
  for (const [index, rank] of ranks.entries()) column.put(index, rank)
  return column.finish(ranks.length)
}

describe('a column of ranks', () => {
  it.each<[string, readonly Units[], string]>([
    ['small whole numbers', [0, 7, 2 ** 32 - 1], 'Uint32Array'],
    ['numbers above 32 bits, from the first on', [2 ** 32, 1, 2 ** 53 - 1], 'Float64Array'],
    ['numbers above 32 bits after small ones', [3, 1, 2 ** 40, 2], 'Float64Array'],
    ['bigints after numbers of either size', [3, 2 ** 40, 10n ** 20n, 2, 10n ** 21n], 'Array'],
    ['a bigint first', [10n ** 20n, 1], 'Array'],
  ])('keeps %s as they are, in the least room', (_, ranks, kind) => {
    const column = columnOf(ranks)
    expect(Array.from<Units>(column)).toEqual(ranks)
    expect(column.constructor.name).toBe(kind)
  })

  it('grows with the candidates', () => {
    const ranks = Array.from({ length: 1_000 }, (_, index) => (index < 900 ? index : 2 ** 40))
    expect(Array.from<Units>(columnOf(ranks))).toEqual(ranks)
  })

  it('throws for a candidate that it does not have, instead of reading as rank 0', () => {
    const column = createRankColumn(1)
    column.put(0, 7)
    expect(rankAt(column.finish(1), 0)).toBe(7)
    expect(() => rankAt(column.finish(1), 1)).toThrow(RangeError)
  })
})
