import { expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { camtFormat } from '../../../engine/intake/camt/camt.ts'
import { formats } from '../../../engine/intake/formats.ts'
import { type FileIntakeOptions, openIntake } from '../../../engine/intake/intake.ts'
import { jsonFormat } from '../../../engine/intake/json/json-file.ts'
import { ndjsonFormat } from '../../../engine/intake/json/ndjson.ts'
import { csvFormat } from '../../../engine/intake/kinds/csv-format.ts'
import { mt940Format } from '../../../engine/intake/mt940/mt940.ts'
import { ofxFormat } from '../../../engine/intake/ofx/ofx.ts'
import { qifFormat } from '../../../engine/intake/qif/qif.ts'
import { openRows } from '../support/open-rows.ts'
import { sha256 } from '../support/sha256.ts'
import { entry, file, statement } from './camt/camt-sample.ts'
import * as ods from './ods/ods-writer.ts'
import { row, xlsxOf } from './xlsx/xlsx-writer.ts'
import { zipOf } from './zip/zip-writer.ts'

/** How much an intake does between two pauses, whatever the bytes ask for: others wait as long for their turn. */

const zipFormat = at(
  formats.filter(({ name }) => name === 'zip'),
  0,
)

type Options = Omit<FileIntakeOptions, 'sha256' | 'rows'>

interface Most {
  /** Records that were read. */
  readonly recordCount: number
  /** The most records, and the most bytes of full chunks, between two pauses. */
  readonly perPause: number
  readonly bytesPerPause: number
  readonly ok: boolean
}

/** Reads a file that arrives all at once. */
function mostBetweenPauses(content: string | Uint8Array, options: Options): Most {
  let recordCount = 0
  const intake = openIntake({ ...options, sha256, rows: openRows, onRecords: (lines) => (recordCount += lines.length) })
  let [before, perPause, bytesPerPause] = [0, 0, 0]
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  for (const steps of [() => intake.reading(bytes), () => intake.ending()])
    for (const chunks of steps()) {
      perPause = Math.max(perPause, recordCount - before)
      bytesPerPause = Math.max(
        bytesPerPause,
        chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0),
      )
      before = recordCount
    }
  perPause = Math.max(perPause, recordCount - before)
  return { recordCount, perPause, bytesPerPause, ok: intake.end().ok }
}

const rowCount = 9_000
const equalRows = `date,amount\n${'2026-03-01,1\n'.repeat(rowCount)}`
/** A column that becomes 300 attributes. */
const wide = {
  amount: 'a',
  ...Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`attributes.${String(index).padEnd(100, 'x')}`, 'a']),
  ),
}
const wideCount = 200
const repeated = ods
  .row(ods.date('2026-03-31'), ods.float('1'))
  .replace('<table:table-row', `<table:table-row table:number-rows-repeated="${rowCount}"`)
const details = '<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>'.repeat(rowCount)

const files: Readonly<
  Record<string, { readonly content: string | Uint8Array; readonly options: Options; readonly recordCount?: number }>
> = {
  'a zip of a CSV of equal rows': {
    content: zipOf([{ name: 'a.csv', content: equalRows }]),
    options: { format: zipFormat },
  },
  'a workbook of equal rows': {
    content: xlsxOf({ sheets: [{ name: 'S', rows: row('Date', 'Amount') + row('2026-03-01', 1).repeat(rowCount) }] }),
    options: { format: zipFormat },
  },
  'an OpenDocument sheet with a row for many': {
    content: ods.odsOf([{ name: 'S', rows: ods.row('Date', 'Amount') + repeated }]),
    options: { format: zipFormat },
  },
  'a CSV whose last row decides': {
    content: `date,amount\n${'1/2/26,1\n'.repeat(rowCount - 1)}31/2/26,1\n`.replace('31/2', '31/3'),
    options: { format: csvFormat },
  },
  'a sheet whose last row decides': {
    content: xlsxOf({
      sheets: [{ name: 'S', rows: row('Date', 'Amount') + row('1/2/26', 1).repeat(rowCount - 1) + row('31/3/26', 1) }],
    }),
    options: { format: zipFormat },
  },
  'NDJSON whose last record decides': {
    content: `${'{"amount":"1","date":"1/2/26"}\n'.repeat(rowCount - 1)}{"amount":"1","date":"31/3/26"}\n`,
    options: { format: ndjsonFormat },
  },
  'a JSON list whose last record decides': {
    content: `[${'{"amount":"1","date":"1/2/26"},'.repeat(rowCount - 1)}{"amount":"1","date":"31/3/26"}]`,
    options: { format: jsonFormat },
  },
  'a QIF whose last record decides': {
    content: `!Type:Bank\n${'D1/2/26\nT1\n^\n'.repeat(rowCount - 1)}D31/3/26\nT1\n^\n`,
    options: { format: qifFormat },
  },
  'a CSV of narrow rows and wide records': {
    content: `a\n${'1\n'.repeat(wideCount)}`,
    options: { format: csvFormat, mapping: wide },
    recordCount: wideCount,
  },
  'NDJSON of narrow and wide records': {
    content: '{"a":1}\n'.repeat(wideCount),
    options: { format: ndjsonFormat, mapping: wide },
    recordCount: wideCount,
  },
  'a JSON list of narrow and wide records': {
    content: `[${Array(wideCount).fill('{"a":1}').join()}]`,
    options: { format: jsonFormat, mapping: wide },
    recordCount: wideCount,
  },
  'an entry of camt with many details': {
    content: file(statement(entry(`+${rowCount}`, `<NtryDtls>${details}</NtryDtls>`))),
    options: { format: camtFormat },
  },
  'MT940 in one part': {
    content: `:20:S\n:25:1\n:28C:1\n:60F:C260301EUR0,\n${':61:260301C1,NTRFX\n'.repeat(rowCount)}:62F:C260301EUR${rowCount},\n-\n`,
    options: { format: mt940Format },
  },
  'OFX in one part': {
    content: `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${'<STMTTRN><DTPOSTED>20260301<TRNAMT>1</STMTTRN>'.repeat(rowCount)}</BANKTRANLIST></STMTRS></OFX>`,
    options: { format: ofxFormat },
  },
}

it.each(Object.entries(files))('%s is read with pauses', (_, { content, options, recordCount = rowCount }) => {
  const most = mostBetweenPauses(content, options)
  expect(most).toMatchObject({ ok: true, recordCount })
  // Of the smallest records, a chunk has 6,000.
  expect(most.perPause).toBeLessThanOrEqual(8_000)
  // The record that is one too many for a chunk comes after a batch of others.
  expect(most.bytesPerPause).toBeLessThanOrEqual(3 * 256 * 1024)
})

it('a file in which nothing decides is refused with pauses', () => {
  const intake = openIntake({ format: csvFormat, sha256, rows: openRows })
  let pauseCount = 0
  const bytes = new TextEncoder().encode(`date,amount\n${'1/2/26,1\n'.repeat(rowCount)}`)
  for (const _ of intake.reading(bytes)) pauseCount += 1
  for (const _ of intake.ending()) pauseCount += 1
  expect(intake.end()).toMatchObject({ ok: false, faults: [{ code: 'undecided_date' }] })
  expect(pauseCount).toBeGreaterThan(rowCount / 3_000)
})
