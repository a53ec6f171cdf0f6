import { describe, expect, it } from 'vitest'
import type { FileFormat, Sniff } from '../../../engine/intake/format.ts'
import { formatNames, formatOfMediaType, formats, refusedFormats } from '../../../engine/intake/formats.ts'

const rows: readonly FileFormat[] = formats
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

  it('lists its names in order', () => {
    expect(formatNames).toEqual(['csv', 'json', 'ndjson'])
  })

  it('has a sentence for every file that is recognised but not read', () => {
    expect(refusedFormats.map(({ refusal }) => refusal)).toEqual([
      'Got a zip, as the workbooks of spreadsheets are, wanted JSON or CSV or NDJSON: save the sheet as CSV',
      'Got a PDF, wanted JSON or CSV or NDJSON',
    ])
  })
})

describe('a signature', () => {
  const sniff: readonly Sniff[] = refusedFormats.map((format) => format.sniff)
  const sniffed = (text: string, isAll: boolean) => sniff.map((each) => each(bytes(text), isAll, bytes(text)))

  it('is certain once all of it is there, and undecided while it may still come', () => {
    expect(sniffed('PK\u0003\u0004x', false)).toEqual(['certain', 'no'])
    expect(sniffed('%PD', false)).toEqual(['no', 'undecided'])
    expect(sniffed('%PD', true)).toEqual(['no', 'no'])
    expect(sniffed('', false)).toEqual(['undecided', 'undecided'])
  })
})
