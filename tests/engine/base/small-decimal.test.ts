import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../../../engine/base/decimal.ts'
import {
  createSmallDecimal,
  type DecimalSpelling,
  decimalByteCountMax,
  putDecimal,
} from '../../../engine/base/small-decimal.ts'
import { bytesOf, createWordBuffer, rangeOf, stringOf } from '../../../engine/base/word-buffer.ts'
import { readAmount } from '../../../engine/intake/values/number-format.ts'

const plain: DecimalSpelling = { sign: '.', group: '' }

function read(text: string, spelling: DecimalSpelling) {
  const decimal = createSmallDecimal(spelling)
  const bytes = bytesOf(rangeOf(`"${text}"`))
  return decimal.read(bytes, 1, bytes.length - 1)
    ? { coefficient: decimal.coefficient, scale: decimal.scale }
    : undefined
}

const small = (decimal: ReturnType<typeof parseDecimal>) =>
  decimal && { coefficient: Number(decimal.coefficient), scale: decimal.scale }

/** Digits, signs and separators in any order, and decimals as people write them. */
const spellings = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,-'), maxLength: 9 }),
  fc.stringMatching(/^-?[0-9]{1,12}([.,][0-9]{1,12})?$/),
  fc.stringMatching(/^-?[0-9]{1,3}([.,][0-9]{3}){1,3}([.,][0-9]{1,3})?$/),
)

describe('a decimal in bytes', () => {
  it('is read as the same decimal in a text, or not at all', () => {
    fc.assert(
      fc.property(spellings, (text) => {
        const own = read(text, plain)
        if (own !== undefined) expect(own).toEqual(small(parseDecimal(text)))
        else expect(/^-?\d{1,3}(\.\d{1,9})?$/.test(text)).toBe(false)
      }),
    )
  })

  it.each<[DecimalSpelling]>([[{ sign: '.', group: ',' }], [{ sign: ',', group: '.' }]])(
    'is grouped as an amount of %j is, or not read at all',
    (spelling) => {
      fc.assert(
        fc.property(spellings, (text) => {
          const own = read(text, spelling)
          if (own !== undefined)
            expect(own).toEqual(small(spelling.sign === '' ? undefined : readAmount(text, spelling.sign)))
        }),
      )
      const { sign, group } = spelling
      expect(read(`-1${group}234${group}567${sign}80`, spelling)).toEqual({ coefficient: -12345678, scale: 1 })
    },
  )

  it.each(['', '-', '.', '1.', '.5', '--1', '1e3', '+1', '1234567890123456', '0.1234567890123', '1,5', ' 1', '1.2.3'])(
    'leaves %j to a reader of texts',
    (text) => {
      expect(read(text, plain)).toBeUndefined()
    },
  )

  it('without a sign is whole', () => {
    expect(['12', '-7', '1.5', '1,5', '1.0'].map((text) => read(text, { sign: '', group: '' })?.coefficient)).toEqual([
      12,
      -7,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('has no minus where it is zero', () => {
    expect(Object.is(read('-0.00', plain)?.coefficient, 0)).toBe(true)
  })

  it('is written as the same decimal in a text', () => {
    const coefficients = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2000, max: 2000 }))
    fc.assert(
      fc.property(coefficients, fc.integer({ min: 0, max: 12 }), (coefficient, scale) => {
        fc.pre(scale === 0 || coefficient % 10 !== 0)
        const buffer = createWordBuffer(decimalByteCountMax)
        putDecimal(buffer, coefficient, scale)
        expect(stringOf({ ...buffer, start: 0 })).toBe(formatDecimal({ coefficient: BigInt(coefficient), scale }))
      }),
    )
  })
})
