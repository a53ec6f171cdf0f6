import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  decimalOfNumber,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
} from '../../../engine/base/decimal.ts'

const anyDecimal = fc.record({ coefficient: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), scale: fc.nat(12) })

/** The value as a multiple of 10^-24, as a naive oracle holds it. */
const units = ({ coefficient, scale }: Decimal) => coefficient * 10n ** BigInt(24 - scale)

describe('canonicalDecimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['007.50', '7.5'],
    ['1.10', '1.1'],
    ['-12.5', '-12.5'],
    ['100', '100'],
    ['0.000000000001', '0.000000000001'],
    ['0.0000000000010000', '0.000000000001'],
    ['123456789012345678', '123456789012345678'],
    ['123456.789012345678', '123456.789012345678'],
    ['1000000000000000000000', '1000000000000000000000'],
  ])('reads %s as %s', (text, canonical) => {
    expect(canonicalDecimal(text)).toBe(canonical)
  })

  it.each([
    '',
    ' 1',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1e3',
    '--1',
    '1.2.3',
    'NaN',
    '0x1',
    '١',
    '1234567890123456789',
    '0.0000000000001',
    '1'.padEnd(31, '0'),
  ])('refuses %j', (text) => {
    expect(canonicalDecimal(text)).toBeUndefined()
  })

  it('does not look at endless zeros', () => {
    expect(canonicalDecimal(`1.${'0'.repeat(100_000)}1`)).toBeUndefined()
  })
})

describe('parseDecimal and formatDecimal', () => {
  it('are inverses', () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        const text = formatDecimal(decimal)
        const read = parseDecimal(text)
        expect(read && units(read)).toBe(units(decimal))
        expect(text).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)
        expect(text).not.toBe('-0')
      }),
    )
  })

  it('hold the sum of many values, which has more digits than any of them', () => {
    expect(parseDecimal('123456789012345678901234.5')).toEqual({ coefficient: 1234567890123456789012345n, scale: 1 })
  })
})

describe('decimalOfNumber', () => {
  it.each([
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.5e-8, '-0.000000015'],
    [1.234e22, '12340000000000000000000'],
    [0.1, '0.1'],
    [-0, '0'],
    [123456789012345, '123456789012345'],
  ])('gives %d exactly', (number, text) => {
    const decimal = decimalOfNumber(number)
    expect(decimal && formatDecimal(decimal)).toBe(text)
  })

  it('gives nothing for what has no decimal text of bearable length', () => {
    expect([1e200, 1e-200, Number.NaN, Number.POSITIVE_INFINITY].map(decimalOfNumber)).toEqual(Array(4).fill(undefined))
  })

  it('gives back every decimal of up to 15 digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), fc.nat(12), (coefficient, scale) => {
        const text = formatDecimal({ coefficient, scale })
        const decimal = decimalOfNumber(Number(text))
        expect(decimal && formatDecimal(decimal)).toBe(text)
      }),
    )
  })
})

describe('arithmetic', () => {
  it('is that of the rationals', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (left, right) => {
        expect(units(addDecimals(left, right))).toBe(units(left) + units(right))
        expect(units(subtractDecimals(left, right))).toBe(units(left) - units(right))
        const difference = units(left) - units(right)
        expect(Math.sign(compareDecimals(left, right))).toBe(difference < 0n ? -1 : Number(difference > 0n))
      }),
    )
  })
})
