import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../../engine/base/bytes.ts'
import { parseDate } from '../../../engine/base/date.ts'
import { dayOfBytes } from '../../../engine/base/date-bytes.ts'
import { isUtf8 } from '../../../engine/base/utf8-check.ts'
import { bytesOf, rangeOf } from '../../../engine/base/word-buffer.ts'
import { endOfJsonText, endOfPlainText, repeated } from '../../../engine/base/word-scan.ts'

describe('bytes', () => {
  it('are UTF-8 where the platform decodes them', () => {
    const byte = fc.constantFrom(
      0x41,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc0,
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
      0xed,
      0xef,
      0xf0,
      0xf1,
      0xf4,
      0xf5,
      0xff,
    )
    const bytes = fc.uint8Array({ maxLength: 6 })
    fc.assert(
      fc.property(
        fc.oneof(
          bytes,
          fc.array(byte, { maxLength: 5 }).map((list) => Uint8Array.from(list)),
        ),
        (each) => {
          expect(isUtf8(each, 0, each.length)).toBe(textOf(each) !== undefined)
        },
      ),
    )
    const text = Buffer.from('é€😀\u07ff\u0800\ud7ff\ue000\uffff')
    for (let end = 0; end <= text.length; end++)
      expect(isUtf8(text, 0, end)).toBe(textOf(text.subarray(0, end)) !== undefined)
  })

  it('are a date where their text is one', () => {
    const unit = fc.constantFrom(...'0123456789-/')
    const nearly = fc.tuple(
      fc.constantFrom('2026-03-01', '2024-02-29', '2023-02-29', '0001-12-31', '9999-11-30'),
      fc.nat(9),
      unit,
    )
    const texts = nearly.map(([text, index, character]) => text.slice(0, index) + character + text.slice(index + 1))
    fc.assert(
      fc.property(fc.oneof(texts, fc.stringMatching(/^\d{4}-\d\d-\d\d$/)), (text) => {
        expect(dayOfBytes(bytesOf(rangeOf(`x${text}`)), 1)).toBe(parseDate(text))
      }),
    )
    expect(dayOfBytes(bytesOf(rangeOf('2026-03-0')), 0)).toBeUndefined()
  })

  it('are searched up to the first that is wanted', () => {
    const unit = fc.constantFrom('a', '!', '#', '[', ']', ' ', '\u007f', '"', '\\', ',', '\n', '\u0000', 'é', '€', '😀')
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 12 }).map((units) => units.join('')),
        fc.nat(3),
        (text, start) => {
          const { view } = rangeOf(`${'x'.repeat(start)}${text}\n`)
          const bytes = Buffer.from(`${'x'.repeat(start)}${text}\n`)
          const first = (isWanted: (byte: number) => boolean) =>
            bytes.findIndex((byte, index) => index >= start && isWanted(byte))
          const isJsonEnd = (byte: number) => byte < 0x20 || byte === 0x22 || byte === 0x5c
          expect(endOfJsonText(view, start)).toBe(first(isJsonEnd))
          expect(endOfPlainText(view, start, repeated(0x2c))).toBe(
            first((byte) => isJsonEnd(byte) || byte === 0x2c || byte > 0x7f),
          )
        },
      ),
    )
  })
})
