import { describe, expect, it } from 'vitest'
import { needlesOf } from '../../../functions/console/engine-worker/record-search.ts'
import { typedAmount } from '../../../functions/console/engine-worker/typed-amount.ts'

describe('an amount that a person typed', () => {
  it.each([
    ['1000', '1000'],
    ['-1000.50', '-1000.50'],
    ['1,000.50', '1000.50'],
    ['1.000,50', '1000.50'],
    ['1 000', '1000'],
    ['1 000 000,5', '1000000.5'],
    ['1\u202f000', '1000'],
    ["1'000.50", '1000.50'],
    ['€1000', '1000'],
    ['-€ 1.000', '-1000'],
    ['€-5', '-5'],
    ['1000 eur', '1000'],
    ['CHF 1’000.50', '1000.50'],
    ['12,50', '12.50'],
    ['1.000', '1000'],
    ['1,000', '1000'],
    ['1.000.000', '1000000'],
    ['0.125', '0.125'],
    ['1234.567', '1234.567'],
  ])('%s is %s', (typed, amount) => {
    expect(typedAmount(typed)).toBe(amount)
  })

  it.each(['', 'abc', '1.00.0', '1,00,000', '10 00', '1000-', '--5', '-€-5', 'INV 2041', '1.000,50.2', '2026-03-02'])(
    '%j is none',
    (typed) => {
      expect(typedAmount(typed)).toBeUndefined()
    },
  )

  it('is found as records have it', () => {
    expect(needlesOf('1.254,30')).toEqual(['1.254,30', '1254.30'])
    expect(needlesOf('INV 2041')).toEqual(['inv 2041'])
  })
})
