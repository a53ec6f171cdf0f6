import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from '../../../../engine/base/decimal.ts'
import { currencyOfAmount, decimalSignOf, readAmount } from '../../../../engine/intake/values/number-format.ts'

const read = (text: string, sign: '.' | ',') => {
  const decimal = readAmount(text, sign)
  return decimal && formatDecimal(decimal)
}

describe('readAmount', () => {
  it.each<[string, '.' | ',', string]>([
    ['1234', '.', '1234'],
    ['-12.50', '.', '-12.5'],
    ['1.234,56', ',', '1234.56'],
    ['1.234.567,8', ',', '1234567.8'],
    ['1,234.56', '.', '1234.56'],
    ["1'234.50", '.', '1234.5'],
    ['1’234,50', ',', '1234.5'],
    ['1 234 567,89', ',', '1234567.89'],
    ['1\u00a0234,5', ',', '1234.5'],
    ['1\u202f234.5', '.', '1234.5'],
    ['+50,00', ',', '50'],
    ['33,87-', ',', '-33.87'],
    ['− 5', '.', '-5'],
    ['(1,000.00)', '.', '-1000'],
    ['($5)', '.', '-5'],
    ['£1,183.23', '.', '1183.23'],
    ['+ £1,100.00', '.', '1100'],
    ['-€ 5', '.', '-5'],
    ['€-5', '.', '-5'],
    ['12,50 €', ',', '12.5'],
    ['.5', '.', '0.5'],
    ['5.', '.', '5'],
    ['0,00', ',', '0'],
    [' 7 ', '.', '7'],
    ['1,23,456.00', '.', '123456'],
    ['-12,34,56,789.5', '.', '-123456789.5'],
    ['₹ 1,00,000', '.', '100000'],
    ['1.5E3', '.', '1500'],
    ['-1,25e+02', ',', '-125'],
    ['2E-2', '.', '0.02'],
    ['1,234.50 CR', '.', '1234.5'],
    ['1,234.50Dr.', '.', '-1234.5'],
    ['5.00 USD DR', '.', '-5'],
    ['USD 100', '.', '100'],
    ['100.25USD', '.', '100.25'],
    ['EUR -12,50', ',', '-12.5'],
    ['-12,50 PLN', ',', '-12.5'],
    ['(USD 5.00)', '.', '-5'],
    ['USD (5.00)', '.', '-5'],
    ['1 234,50 Kč', ',', '1234.5'],
    ['100 kr.', '.', '100'],
  ])('reads %j with %s as %s', (text, sign, value) => {
    expect(read(text, sign)).toBe(value)
  })

  it.each<[string, '.' | ',']>([
    ['', '.'],
    ['.', '.'],
    ['abc', '.'],
    ['1e5e', '.'],
    ['1,234.5e2', '.'],
    ['1.5e-20', '.'],
    ['((5))', '.'],
    ['-5 DR', '.'],
    ['(5) CR', '.'],
    ['12 QQQ', '.'],
    ['EUR 12 EUR', '.'],
    ['1,23,45.00', '.'],
    ['1.23.456,00', ','],
    ['5 D', '.'],
    ['1.5', ','],
    ['12,34', '.'],
    ['1,2345', '.'],
    ['1.2.3', '.'],
    ['1,234,56', '.'],
    ["1'234.567.890", '.'],
    ['--5', '.'],
    ['-5-', '.'],
    ['(5', '.'],
    ['(-5)', '.'],
    ['5)', '.'],
    ['1.0000000000001', '.'],
    ['9'.repeat(61), '.'],
  ])('refuses %j with %s', (text, sign) => {
    expect(read(text, sign)).toBeUndefined()
  })
})

describe('currencyOfAmount', () => {
  it.each([
    ['USD 100', 'USD'],
    ['-12,50 PLN', 'PLN'],
    ['(5.00 EUR)', 'EUR'],
    ['100 CR', undefined],
    ['€ 5', undefined],
    ['12 QQQ', undefined],
    ['5', undefined],
  ])('of %s is %s', (text, code) => {
    expect(currencyOfAmount(text)).toBe(code)
  })
})

describe('decimalSignOf', () => {
  it.each([
    ['1234', 'any'],
    ["1'234", 'any'],
    ['12.5', '.'],
    ['12,5', ','],
    ['0.123', '.'],
    ['1234.567', '.'],
    ['1,234.56', '.'],
    ['1.234,56', ','],
    ['1.234.567', ','],
    ['1,234,567', '.'],
    ['1.234', 'undecided'],
    ['£999,999', 'undecided'],
    ['USD 1.234', 'undecided'],
    ['1.234E3', '.'],
    ['1,5E+03', ','],
    ['1,23,456', '.'],
    ['1.2.3', undefined],
    ['n/a', undefined],
  ])('of %s is %s', (text, sign) => {
    expect(decimalSignOf(text)).toBe(sign)
  })

  it('never decides against the sign that an amount was written with', () => {
    const signs = fc.constantFrom('.', ',')
    const groups = fc.constantFrom('', '.', ',', ' ', "'")
    const spelling = fc.tuple(signs, groups).filter(([sign, group]) => sign !== group)
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.integer({ min: 0, max: 99 }), spelling, (whole, hundredths, [sign, group]) => {
        const cents = String(hundredths).padStart(2, '0')
        const text = `${String(whole).replace(/\B(?=(\d{3})+$)/g, group)}${sign}${cents}`
        expect(decimalSignOf(text)).toBe(sign)
        expect(Number(read(text, sign === '.' ? '.' : ','))).toBe(Number(`${whole}.${cents}`))
      }),
    )
  })
})
