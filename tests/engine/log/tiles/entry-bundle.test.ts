import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../../engine/base/bytes.ts'
import { formatEntries, parseEntries } from '../../../../engine/log/tiles/entry-bundle.ts'
import { checkLaw } from '../../support/law.ts'

describe('a bundle of entries', () => {
  it('holds the length of each entry, big-endian, before its bytes', () => {
    const long = new Uint8Array(258).fill(7)
    expect(formatEntries([utf8('ab'), long])).toEqual(Uint8Array.of(0, 2, 0x61, 0x62, 1, 2, ...long))
  })

  it('gives its entries back, empty ones and the longest too', () => {
    const entries = [new Uint8Array(0), new Uint8Array(65_535).fill(1), utf8('x')]
    expect(parseEntries(formatEntries(entries))).toEqual({ ok: true, value: entries })
    checkLaw(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (each) => {
        expect(parseEntries(formatEntries(each))).toEqual({ ok: true, value: each })
      }),
    )
  })

  it('takes no entry whose length has no place in two bytes', () => {
    expect(() => formatEntries([new Uint8Array(65_536)])).toThrow('Got an entry of 65536 bytes, wanted at most 65535')
  })

  it('is refused wherever it is cut off inside an entry', () => {
    const bytes = formatEntries([utf8('ab'), utf8('cd')])
    const readable = Array.from(bytes, (_, length) => parseEntries(bytes.subarray(0, length)).ok)
    expect(readable).toEqual([true, false, false, false, true, false, false, false])
  })
})
