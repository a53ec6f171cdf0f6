import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDecimals, compareDecimals, type Decimal, zero } from '../../../engine/base/decimal.ts'
import { createExactSums } from '../../../engine/base/exact-sums.ts'
import { checkLaw } from '../support/law.ts'

const most = 2 ** 52
const units = fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.constantFrom(most, -most, most - 1, 1 - most))

it('adds up to the sum of bigints, however large it becomes', () => {
  checkLaw(
    fc.property(fc.array(fc.tuple(fc.nat(2), units, fc.boolean())), fc.nat(12), (added, scale) => {
      const sums = createExactSums(4, scale)
      const expected = new Map<number, Decimal>()
      for (const [index, each, isDecimal] of added) {
        const amount = { coefficient: BigInt(each), scale: isDecimal ? 3 : scale }
        if (isDecimal) sums.addDecimal(index, amount)
        else sums.add(index, each)
        expected.set(index, addDecimals(expected.get(index) ?? zero, amount))
      }
      for (const index of [0, 1, 2, 3]) {
        const [sum, wanted] = [sums.at(index), expected.get(index)]
        expect(sum === undefined).toBe(wanted === undefined)
        if (sum !== undefined && wanted !== undefined) expect(compareDecimals(sum, wanted)).toBe(0)
      }
    }),
  )
})
