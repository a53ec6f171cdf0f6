import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '../../../engine/base/decimal.ts'
import { createSmallDecimal } from '../../../engine/base/small-decimal.ts'
import { bytesOf, rangeOf } from '../../../engine/base/word-buffer.ts'

function read(text: string) {
  const decimal = createSmallDecimal()
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
        const own = read(text)
        if (own !== undefined) expect(own).toEqual(small(parseDecimal(text)))
        else expect(/^-?\d{1,3}(\.\d{1,9})?$/.test(text)).toBe(false)
      }),
    )
  })

  it.each(['', '-', '.', '1.', '.5', '--1', '1e3', '+1', '1234567890123456', '0.1234567890123', '1,5', ' 1', '1.2.3'])(
    'leaves %j to a reader of texts',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )

  it('has no minus where it is zero', () => {
    expect(Object.is(read('-0.00')?.coefficient, 0)).toBe(true)
  })
})
