import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareUtf8, fromHex, fromUtf8, toHex, utf8 } from '../../../engine/base/bytes.ts'
import { checkLaw } from '../support/law.ts'

describe('hex', () => {
  it('is lower case, two characters a byte', () => {
    expect(toHex(Uint8Array.of(0, 1, 15, 16, 171, 255))).toBe('00010f10abff')
  })

  it('reads back what it wrote', () => {
    checkLaw(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each(['0', 'AB', '0g', '0x01', ' 00', '00 '])('refuses %j', (text) => {
    expect(() => fromHex(text)).toThrow(TypeError)
  })
})

describe('UTF-8', () => {
  it('reads back what it wrote, a byte order mark included', () => {
    checkLaw(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fromUtf8(utf8(text))).toBe(text)
      }),
    )
    expect(fromUtf8(utf8('\ufeffa'))).toBe('\ufeffa')
  })

  it('refuses bytes that are no UTF-8', () => {
    expect(() => fromUtf8(Uint8Array.of(0xff))).toThrow(TypeError)
  })

  it('orders text as its bytes are ordered', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'z',
        '\u007f',
        '\u0080',
        '\u07ff',
        '\ud7ff',
        '\ue000',
        '\uffff',
        '\u{10000}',
        '\u{10ffff}',
      ),
    })
    checkLaw(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareUtf8(left, right))).toBe(
          Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right))),
        )
      }),
    )
  })
})
