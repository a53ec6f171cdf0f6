import { describe, expect, it } from 'vitest'
import type { Format, Sniff } from '../../../engine/intake/format.ts'
import { fileFormats, formatNames, formatOfMediaType, formats, refusedFormats } from '../../../engine/intake/formats.ts'

const rows: readonly Format[] = formats
const bytes = (text: string) => new TextEncoder().encode(text)

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

  it('lists its names in order, and those of raw files apart', () => {
    expect(formatNames).toEqual(['bai2', 'camt', 'csv', 'json', 'mt940', 'ndjson', 'ofx', 'qif'])
    expect(fileFormats.map(({ name }) => name)).toEqual(['csv', 'ndjson', 'camt', 'mt940', 'bai2', 'ofx', 'qif'])
  })

  it('has a sentence for every file that is recognised but not read', () => {
    const refused = [...rows, ...refusedFormats].filter((row) => 'refusal' in row)
    expect(refused.map(({ refusal }) => refusal)).toEqual([
      'Got a JSON array, wanted CSV, or NDJSON: one record a line',
      'Got a zip, as the workbooks of spreadsheets are, wanted CSV, NDJSON, camt, MT940, BAI2, OFX, QIF: save the sheet as CSV',
      'Got a PDF, wanted CSV, NDJSON, camt, MT940, BAI2, OFX, QIF',
    ])
  })
})

describe('a signature', () => {
  const sniff: readonly Sniff[] = refusedFormats.map((format) => format.sniff)
  const sniffed = (text: string, isAll: boolean) => sniff.map((each) => each(bytes(text), isAll))

  it('is certain once all of it is there, and undecided while it may still come', () => {
    expect(sniffed('PK\u0003\u0004x', false)).toEqual(['certain', 'no'])
    expect(sniffed('%PD', false)).toEqual(['no', 'undecided'])
    expect(sniffed('%PD', true)).toEqual(['no', 'no'])
    expect(sniffed('', false)).toEqual(['undecided', 'undecided'])
  })
})
