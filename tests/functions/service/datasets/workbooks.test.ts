import { joinBytes } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { writeWorkbook } from '../../../../functions/audit/workbook/workbook.ts'
import { zipOf } from '../../../../functions/audit/zip/zip.ts'
import type { DatasetRecord } from '../../../../schema/dataset.ts'
import { createTestApp } from '../../../support/worker/client.ts'

const path = '/api/v1/datasets?name=a&adapter=bank:a'
const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  zip: 'application/zip',
}

/** A workbook as the reports of the service are, with a title cell for each column. */
async function workbookOf(...rows: readonly (readonly [string, string, string])[]): Promise<Uint8Array<ArrayBuffer>> {
  const columns = [
    { title: 'Date', kind: 'date' },
    { title: 'Amount', kind: 'amount' },
    { title: 'Currency', kind: 'text' },
  ] as const
  const parts: Uint8Array[] = []
  for await (const part of writeWorkbook([{ name: 'March', columns, rows }])) parts.push(part)
  return Uint8Array.from(joinBytes(parts))
}

/** A zip of these files. */
async function zipped(files: { readonly [name: string]: Uint8Array<ArrayBuffer> }): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const packed = Object.entries(files).map(([name, content]) => ({ name, parts: [content] }))
  for await (const part of zipOf(packed)) parts.push(part)
  return Uint8Array.from(joinBytes(parts))
}

describe('a workbook', () => {
  it('is uploaded as it is, by the type of a workbook or of a zip', async () => {
    const { client } = await createTestApp().newTenant()
    const workbook = await workbookOf(['2026-03-01', '1234.5', 'EUR'], ['2026-03-31', '-0.5', 'EUR'])
    for (const type of [types.xlsx, types.zip]) {
      const response = await client.post(path, workbook, { 'Content-Type': type })
      expect(response.status).toBe(201)
      expect(await response.json<DatasetRecord>()).toMatchObject({
        recordCount: 2,
        totals: { EUR: '1234' },
        period: { from: '2026-03-01', to: '2026-03-31' },
        warnings: [],
      })
    }
  })

  it('that is packed with others has its name in the warnings', async () => {
    const { client } = await createTestApp().newTenant()
    const zip = await zipped({
      'a.xlsx': await workbookOf(['2026-03-01', '1', 'EUR']),
      'b.xlsx': await workbookOf(['2026-03-01', '1', 'EUR'], ['2026-03-01', '2', '']),
    })
    const response = await client.post(path, zip, { 'Content-Type': types.zip })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      warnings: [{ code: 'missing_currency', count: 1, firstLine: 3, file: 'b.xlsx' }],
    })
  })

  it('has the rows of its sheet in the errors', async () => {
    const { client } = await createTestApp().newTenant()
    const workbook = await workbookOf(['2026-03-01', '1', 'EUR'], ['2026-03-31', 'none', 'EUR'])
    const response = await client.post(path, workbook, { 'Content-Type': types.xlsx })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: [{ file: 'March', line: 3, column: 'Amount', code: 'invalid_decimal' }],
    })
  })

  it.each(Object.values(types))('is refused with a sentence where a body of the type %s is none', async (type) => {
    const { client } = await createTestApp().newTenant()
    const response = await client.post(path, 'date,amount\n2026-03-01,1\n', { 'Content-Type': type })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ line: 1, code: 'malformed_file' }] })
  })

  it.each<[string, string, string, string]>([
    [
      'a workbook with a password',
      types.xlsx,
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more',
      'a workbook with a password',
    ],
    ['a workbook', 'text/csv', 'PK\x03\x04\x14\x00\x06\x00', 'a zip or a workbook'],
    ['a page of an error', 'text/csv', '<!DOCTYPE html>\n<html><p>Service unavailable, amount, date</p>', 'a web page'],
    ['a picture', 'text/csv', '\xff\xd8\xff\xe0\x00\x10JFIF', 'an image'],
    ['a PDF', 'application/x-ndjson', '%PDF-1.7\n{}', 'a PDF'],
  ])('is told from %s of the type %s', async (_, type, content, said) => {
    const { client } = await createTestApp().newTenant()
    const body = Uint8Array.from(content, (character) => character.charCodeAt(0))
    const response = await client.post(path, body, { 'Content-Type': type })
    expect(response.status).toBe(422)
    const { errors } = await response.json<{ errors: readonly { detail: string }[] }>()
    expect(errors.map(({ detail }) => detail)).toEqual([expect.stringContaining(`${said}`)])
  })
})
