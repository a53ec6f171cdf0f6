import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromUtf8 } from '../../../engine/base/bytes.ts'
import { formatDate } from '../../../engine/base/date.ts'
import { formatDecimal } from '../../../engine/base/decimal.ts'
import { createWordBuffer, type WordBuffer } from '../../../engine/base/word-buffer.ts'
import { createTextColumnBuilder } from '../../../engine/record/text-column.ts'
import { appendDay, appendUnits, textCell } from '../../../engine/result/cell-bytes.ts'
import { checkLaw } from '../support/law.ts'

function written(append: (buffer: WordBuffer) => void): string {
  const buffer = createWordBuffer(0)
  append(buffer)
  return fromUtf8(buffer.bytes.subarray(0, buffer.end))
}

const most = 2 ** 53
const units = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, -0, most, -most, 1e9, 1e9 - 1, 1e15, 10))

it('writes units as formatDecimal does', () => {
  checkLaw(
    fc.property(units, fc.nat(20), (each, scale) => {
      expect(written((buffer) => appendUnits(buffer, each, scale))).toBe(
        formatDecimal({ coefficient: BigInt(each), scale }),
      )
    }),
  )
})

it('writes texts as JSON does', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => each.isWellFormed())
  checkLaw(
    fc.property(fc.oneof(text, fc.string({ minLength: 1 })), (each) => {
      const column = createTextColumnBuilder()
      column.add(each)
      expect(written((buffer) => textCell(column.finish())(buffer, 0))).toBe(JSON.stringify(each))
    }),
  )
})

it('writes days as formatDate does, more of them than it remembers', () => {
  for (let day = -5_000; day < 5_000; day++)
    expect(written((buffer) => appendDay(buffer, day))).toBe(`"${formatDate(day)}"`)
})
