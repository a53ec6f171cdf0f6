import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromUtf8, utf8 } from '../../../engine/base/bytes.ts'
import { appendBytes, appendString, createWordBuffer } from '../../../engine/base/word-buffer.ts'
import { checkLaw } from '../support/law.ts'

const pieces = fc.array(fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed()))

it('holds the bytes of all that was appended, as text or as bytes, whatever room it began with', () => {
  checkLaw(
    fc.property(pieces, fc.nat(300), (texts, byteCount) => {
      const [byText, byBytes] = [createWordBuffer(byteCount), createWordBuffer(byteCount)]
      for (const text of texts) {
        appendString(byText, text)
        appendBytes(byBytes, utf8(text))
      }
      for (const { bytes, end } of [byText, byBytes]) expect(fromUtf8(bytes.subarray(0, end))).toBe(texts.join(''))
    }),
  )
})
