import { env } from 'cloudflare:workers'
import { joinBytes, utf8 } from '@tallystick/engine/base'
import { expect, it } from 'vitest'
import { zipOf } from '../../../../functions/audit/zip/zip.ts'
import { openRequestMemory } from '../../../../functions/service/http/middleware/memory-budget.ts'
import type { DatasetRecord } from '../../../../schema/dataset.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { countHealthy, watchedDatabase } from '../../../support/worker/count-healthy.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** What else an isolate does while it reads an upload, most of all one of few bytes that are many. */

const sizes = { short: 15_000, long: 300_000 }
const rowCount = sizeOf(sizes)
const path = '/api/v1/datasets?name=a&adapter=bank:a'
const header = 'date,amount,currency\n'
const row = '2026-03-01,1.00,EUR\n'

/** One more answer between two stretches of as many unpacked bytes. */
const byteCountPerTurn = 128 * 1024

async function zipped(files: { readonly [name: string]: string }): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const packed = Object.entries(files).map(([name, content]) => ({
    name,
    parts: [Uint8Array.from(utf8(content))],
    isDeflated: true as const,
  }))
  for await (const part of zipOf(packed)) parts.push(part)
  return Uint8Array.from(joinBytes(parts))
}

const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="${namespace}/${type}" Target="${target}"/></Relationships>`
const sheetRow = (...cells: readonly string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
const tableRow = (...cells: readonly string[]) =>
  `<t:table-row>${cells.map((cell) => `<t:table-cell><x:p>${cell}</x:p></t:table-cell>`).join('')}</t:table-row>`

interface Repeated {
  /** The name of the file, in which `head` is followed by `part` for each row. */
  readonly name: string
  readonly head: string
  readonly part: string
  readonly tail: string
  readonly others?: { readonly [name: string]: string }
}

/** Files whose rows are all alike. */
const files: { readonly [format: string]: Repeated } = {
  zip: { name: 'a.csv', head: header, part: row, tail: '' },
  xlsx: {
    name: 'xl/sheet.xml',
    head: `<worksheet><sheetData>${sheetRow('Date', 'Amount')}`,
    part: sheetRow('2026-03-01', '1.00'),
    tail: '</sheetData></worksheet>',
    others: {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': `<workbook xmlns:r="${namespace}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships('worksheet', 'sheet.xml'),
    },
  },
  ods: {
    name: 'content.xml',
    head: `<o:document-content xmlns:o="o" xmlns:t="t" xmlns:x="x"><o:body><o:spreadsheet><t:table t:name="S">${tableRow('Date', 'Amount')}`,
    part: tableRow('2026-03-01', '1.00'),
    tail: '</t:table></o:spreadsheet></o:body></o:document-content>',
    others: { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' },
  },
}

const { database, isQuiet } = watchedDatabase(env.DB)
const app = createTestApp({ env: { DB: database } })

it.each(Object.entries(files))(
  inForms('a file of as many equal rows, as %s, gives others a turn by what it unpacks to', sizes),
  { timeout: hangMilliseconds },
  async (_, { name, head, part, tail, others }) => {
    const { client } = await app.newTenant()
    const body = await zipped({ ...others, [name]: `${head}${part.repeat(rowCount)}${tail}` })
    const uploaded = client.post(path, body, { 'Content-Type': 'application/zip' })
    const count = await countHealthy(uploaded, { app, isQuiet })
    const response = await uploaded
    expect(response.status).toBe(201)
    expect(await response.json<DatasetRecord>()).toMatchObject({ recordCount: rowCount })
    expect(count).toBeGreaterThanOrEqual(Math.floor((part.length * rowCount) / byteCountPerTurn))
  },
)

it('memory is set aside for what a file unpacks to, and the upload refused where there is none', async () => {
  const { isolate, newTenant } = createTestApp({ memoryWaitMilliseconds: 0 })
  const { client } = await newTenant()
  const other = openRequestMemory(isolate)
  await other.takeForBody(22 * 1024 * 1024)
  const post = async (count: number) => {
    const body = await zipped({ 'a.csv': header + row.repeat(count) })
    return client.post(path, body, { 'Content-Type': 'application/zip' })
  }
  expect((await post(1_000)).status).toBe(201)
  const refused = await post(110_000)
  expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'temporarily_overloaded' })
  other.release()
  expect((await post(110_000)).status).toBe(201)
})
