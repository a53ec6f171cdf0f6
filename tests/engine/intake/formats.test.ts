import { describe, expect, it } from 'vitest'
import type { FileFormat } from '../../../engine/intake/format/format.ts'
import { refusedFormats } from '../../../engine/intake/format/refused-formats.ts'
import { formatNames, formatOfMediaType, formats } from '../../../engine/intake/formats.ts'

const rows: readonly FileFormat[] = formats

describe('the table of formats', () => {
  it('has each name and each media type once, as they stand on the wire', () => {
    const names = [...rows, ...refusedFormats].map(({ name }) => name)
    const mediaTypes = rows.flatMap((row) => row.mediaTypes)
    for (const words of [names, mediaTypes]) expect(new Set(words).size).toBe(words.length)
    for (const word of [...names, ...mediaTypes]) expect(word).toMatch(/^[a-z0-9]+([/.+-][a-z0-9]+)*$/)
    for (const { mediaTypes, extensions } of rows) {
      expect(mediaTypes.length).toBeGreaterThan(0)
      for (const extension of extensions) expect(extension).toMatch(/^\.[a-z0-9]+$/)
    }
  })

  it('leads from each media type to its format, and from others nowhere', () => {
    for (const row of rows)
      for (const mediaType of row.mediaTypes) expect(formatOfMediaType(mediaType)?.name).toBe(row.name)
    expect([formatOfMediaType('text/html'), formatOfMediaType(undefined)]).toEqual([undefined, undefined])
  })

  it('lists its names in order', () => {
    const names = ['bai2', 'camt', 'csv', 'json', 'mt940', 'ndjson', 'ods', 'ofx', 'qif', 'xlsx', 'zip']
    expect(formatNames).toEqual(names)
  })

  it('has a sentence with the way out for every file that is recognised but not read', () => {
    expect(refusedFormats.map(({ refusal }) => refusal)).toEqual([
      ...refusedFormats.map(() =>
        expect.stringMatching(/^Got an? .+, wanted a file of records: .*(export|open it|unpack it|save)/),
      ),
    ])
  })
})

describe('a file that is refused', () => {
  /** Bytes as the characters of their numbers; sniffers get them without white space and zeros. */
  const sniffed = (text: string, isAll: boolean) =>
    refusedFormats.flatMap(({ name, sniff }) => {
      const result = sniff(Buffer.from(text, 'latin1'), isAll, Buffer.from(text, 'latin1'))
      return result === 'no' ? [] : [`${name} ${result}`]
    })

  it('is certain once all of its signature is there, and undecided while it may still come', () => {
    expect(sniffed('%PDF-1.7', false)).toEqual(['pdf certain'])
    expect(sniffed('%PD', false)).toEqual(['pdf undecided'])
    expect(sniffed('%PD', true)).toEqual([])
    expect(sniffed('', false)).toHaveLength(refusedFormats.length)
    expect(sniffed('<', false)).toEqual(['html undecided', 'spreadsheet-xml undecided'])
    expect(sniffed(`<?xml?><Document>${'x'.repeat(1024)}`, false)).toEqual([])
  })
})
