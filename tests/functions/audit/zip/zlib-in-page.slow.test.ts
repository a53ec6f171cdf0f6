import { constants as zlibConstants, crc32 as zlibCrc32 } from 'node:zlib'
import { joinBytes, utf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { constants, crc32, deflateRawSync } from '../../../../functions/audit/zip/zlib-in-page.ts'
import { inflate } from '../../../support/worker/read-zip.ts'

const finishFlush = constants.Z_SYNC_FLUSH
const lastBlock = Uint8Array.of(1, 0, 0, 0xff, 0xff)

/** Bytes that repeat in part: neither all the same nor all different. */
const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index % 7 === 0 ? (index * index) >> 5 : index >> 9))

describe('what stands for zlib in a page', () => {
  it('has its constant and its checksum, continued too', () => {
    expect(constants.Z_SYNC_FLUSH).toBe(zlibConstants.Z_SYNC_FLUSH)
    for (const length of [0, 1, 3, 4, 5, 1_000]) {
      const bytes = bytesOf(length)
      expect(crc32(bytes)).toBe(zlibCrc32(bytes))
      expect(crc32(bytes, zlibCrc32(utf8('before')))).toBe(zlibCrc32(joinBytes([utf8('before'), bytes])))
    }
  })

  // 32,768 bytes are looked back upon, and 98,304 are held.
  it.each([
    0, 1, 2, 100, 8_191, 8_192, 32_767, 32_768, 65_535, 65_536, 65_537, 98_304, 98_305, 163_840, 163_841, 400_000,
  ])('packs %i bytes so that they unpack again, with other parts behind them', async (length) => {
    const bytes = bytesOf(length)
    const random = crypto.getRandomValues(new Uint8Array(Math.min(length, 65_536)))
    for (const level of [1, 3, 6, 9]) {
      const packed = [bytes, random, bytes].map((part) => deflateRawSync(part, { level, finishFlush }))
      // It ends at a whole byte, with the empty block of a flush.
      for (const part of packed) expect([...part.slice(-4)]).toEqual([0, 0, 0xff, 0xff])
      expect(await inflate(joinBytes([...packed, lastBlock]))).toEqual(joinBytes([bytes, random, bytes]))
    }
  })

  it('packs parts of any length', async () => {
    const text = utf8(
      Array.from(
        { length: 2_000 },
        (_, row) => `<c r="A${row}" t="inlineStr"><is><t>INV-${row * 7919}</t></is></c>`,
      ).join(''),
    )
    for (let length = 7; length < text.length; length = Math.ceil(length * 1.13)) {
      const part = text.subarray(0, length)
      const packed = deflateRawSync(part, { level: 3, finishFlush })
      expect(await inflate(joinBytes([packed, packed, lastBlock]))).toEqual(joinBytes([part, part]))
    }
  })

  it('packs what repeats', () => {
    const part = utf8('<c t="inlineStr"><is><t>same</t></is></c>'.repeat(2_000))
    expect(deflateRawSync(part, { level: 3, finishFlush }).length).toBeLessThan(part.length / 50)
  })

  it('refuses an end and a level that it does not know', () => {
    expect(() => deflateRawSync(bytesOf(1), { level: 3, finishFlush: 4 })).toThrow('wanted Z_SYNC_FLUSH')
    expect(() => deflateRawSync(bytesOf(1), { level: 10, finishFlush })).toThrow('wanted one of 1 to 9')
  })
})
