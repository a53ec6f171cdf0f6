import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indicesUpTo, radixSort } from '../../../engine/base/radix-sort.ts'

const byComparison = (keys: readonly Uint32Array[], from: Uint32Array): number[] =>
  [...from].sort((a, b) => keys.map((values) => (values[a] ?? 0) - (values[b] ?? 0)).find((order) => order !== 0) ?? 0)

it('sorts stably by several keys, and leaves the list that it is given', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 60 }), fc.boolean(), (rows, isTurned) => {
      const keys = [Uint32Array.from(rows, ([first]) => first), Uint32Array.from(rows, ([, second]) => second)]
      const from = isTurned ? indicesUpTo(rows.length).reverse() : indicesUpTo(rows.length)
      const before = [...from]
      expect([...radixSort(keys, from)]).toEqual(byComparison(keys, from))
      expect([...from]).toEqual(before)
    }),
  )
})

it('sorts a long list, whose digits are longer', () => {
  const count = 20_000
  const values = Uint32Array.from({ length: count }, (_, index) => Math.imul(index, 0x9e3779b1) >>> (index % 20))
  expect([...radixSort([values], indicesUpTo(count))]).toEqual(byComparison([values], indicesUpTo(count)))
})
