import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../../../../engine/base/decimal.ts'
import { bindTolerance, scaleOfTolerance } from '../../../../engine/rules/criteria/bound-tolerance.ts'
import { totalsThatHold } from '../../../../engine/rules/criteria/sum-totals.ts'
import type { Sum } from '../../../../engine/rules/language/language.ts'
import { checkLaw } from '../../support/law.ts'

type Compared = Pick<Sum, 'tolerance' | 'sign'>

/** Whether a rule that adds up to these on both sides holds, as it is compared. */
function holds({ tolerance, sign }: Compared, scale: number, s: bigint, t: bigint): boolean {
  const source = sign === 'absolute' && s < 0n ? -s : s
  const target = sign === 'opposite' || (sign === 'absolute' && t < 0n) ? -t : t
  const difference = target - source
  return tolerance === undefined
    ? difference === 0n
    : bindTolerance(tolerance, scale).holds({ source, target, difference })
}

const bound = fc.constantFrom('0', '0.3', '1', '7')
const percent = fc.constantFrom('0', '1', '33.3', '50', '99.9', '100', '100.1', '150', '200', '1000')
const of = fc.constantFrom<'source' | 'target' | 'larger' | 'smaller'>('source', 'target', 'larger', 'smaller')
const tolerance: fc.Arbitrary<Sum['tolerance']> = fc.oneof(
  fc.constant(undefined),
  bound,
  percent.map((each) => `${each}%`),
  fc.record({ from: fc.constantFrom('-3', '-0.1', '0'), to: fc.constantFrom('0', '0.2', '5') }),
  fc.constantFrom({ from: '1', to: '2' }, { from: '-4', to: '-1.5' }),
  fc.record({
    from: fc.constantFrom('-1', '-250%', '-100%', '-33.3%', '-1%', '0%'),
    to: fc.constantFrom('0', '5', '0%', '1%', '33.3%', '100%', '150%'),
  }),
  fc.constantFrom({ from: '10%', to: '150%' }, { from: '-150%', to: '-10%' }, { from: '1', to: '50%' }),
  fc.record({ percent, of }),
  fc.record({ absolute: bound, percent, of, combine: fc.constantFrom<'any' | 'all'>('any', 'all') }),
)
const sign = fc.constantFrom<Sum['sign']>('same', 'opposite', 'absolute')

describe('the totals that hold for the sum of one side', () => {
  it('are those for which the comparison holds, on either side, disjoint and ascending', () => {
    const side = fc.constantFrom<'source' | 'target'>('source', 'target')
    checkLaw(
      fc.property(tolerance, sign, side, fc.integer({ min: -60, max: 60 }), (given, signed, known, own) => {
        const compared: Compared = { sign: signed, ...(given !== undefined && { tolerance: given }) }
        const scale = given === undefined ? 0 : Math.min(1, scaleOfTolerance(given))
        const units = BigInt(own)
        const intervals = totalsThatHold(compared, { side: known, units, scale })
        for (let total = -700n; total <= 700n; total++) {
          const isIn = intervals.filter(({ from, to }) => total >= from && total <= to).length
          const [s, t] = known === 'source' ? [units, total] : [total, units]
          if (isIn !== Number(holds(compared, scale, s, t)))
            expect({ given, signed, known, own, total, isIn }).toBe('told by the comparison')
        }
        for (const [index, { from }] of intervals.entries()) {
          const before = intervals[index - 1]
          if (before) expect(before.to < from).toBe(true)
        }
      }),
    )
  })

  it('are exact beyond the integers of a float', () => {
    const units = parseDecimal('900719925474099301')?.coefficient ?? 0n
    const [interval] = totalsThatHold({ sign: 'same', tolerance: '1' }, { side: 'source', units, scale: 0 })
    expect(interval).toEqual({ from: 900719925474099300n, to: 900719925474099302n })
  })
})
