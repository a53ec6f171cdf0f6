import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortIndices } from '../../../../engine/match/blocks/sort-indices.ts'

describe('sorted indices', () => {
  it('stand as Array.sort, which is stable, puts them, with many ties and with few', () => {
    const keys = fc.oneof(fc.array(fc.nat(3), { maxLength: 200 }), fc.array(fc.nat(), { maxLength: 200 }))
    fc.assert(
      fc.property(keys, (values) => {
        const compare = (a: number, b: number): number => (values[a] ?? 0) - (values[b] ?? 0)
        const indices = Uint32Array.from(values.keys())
        sortIndices(indices, compare)
        expect([...indices]).toEqual([...values.keys()].sort(compare))
      }),
      { numRuns: 1_000 },
    )
  })

  it('are sorted inside a part of a longer list, and nothing around it moves', () => {
    const list = Uint32Array.of(9, 5, 4, 3, 2, 1, 0)
    sortIndices(list.subarray(1, 6), (a, b) => a - b)
    expect([...list]).toEqual([9, 1, 2, 3, 4, 5, 0])
  })

  it('take no more comparisons than a merge does, and only one each when they are in order', () => {
    const count = 1_000
    const countOf = (indices: Uint32Array): number => {
      let comparisons = 0
      sortIndices(indices, (a, b) => {
        comparisons += 1
        return a - b
      })
      return comparisons
    }
    expect(countOf(Uint32Array.from({ length: count }, (_, index) => index))).toBe(count - 1)
    expect(countOf(Uint32Array.from({ length: count }, (_, index) => (index * 617) % count))).toBeLessThan(count * 11)
  })
})
