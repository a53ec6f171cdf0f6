import { describe, expect, it } from 'vitest'
import type { FileFormat } from '../../../../engine/intake/format/format.ts'
import { formats } from '../../../../engine/intake/formats.ts'
import { openIntake } from '../../../../engine/intake/intake.ts'
import { openRows } from '../../support/open-rows.ts'
import { sha256 } from '../../support/sha256.ts'
import { float, odsOf, row as odsRow } from '../ods/ods-writer.ts'
import { detailsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { ledgerOf, row } from '../xlsx/xlsx-writer.ts'
import { type PackedFile, zipOf } from '../zip/zip-writer.ts'

function formatNamed(name: string): FileFormat {
  const format = formats.find((each) => each.name === name)
  if (format === undefined) throw new Error(`There is no format ${name}`)
  return format
}

const [zipFormat, xlsxFormat] = [formatNamed('zip'), formatNamed('xlsx')]

const read = (files: readonly PackedFile[], options: Options = {}) =>
  intakeOf(zipOf(files), { format: zipFormat, ...options })
const csv = (name: string, amount: string | number): PackedFile => ({
  name,
  content: `date,amount\n2026-03-31,${amount}\n`,
})
const xlsx = ledgerOf([row('2026-03-31', 7)])
const pdf = { name: 'statement.pdf', content: '%PDF-1.7' }

/** Amount and file of each record. */
const amountsIn = (end: ReturnType<typeof read>) =>
  recordsOf(end).map(({ amount, attributes }) => [amount, attributes.file])

describe('files of a zip', () => {
  it('are one dataset in the order of their names, whose records know their file', () => {
    const ndjson = { name: 'a/z.json', content: '{"date":"2026-03-31","amount":"3"}\n' }
    const files = [csv('b.csv', 2), csv('a.csv', 1), ndjson, { name: 'c.xlsx', content: xlsx, isStored: true }]
    const amounts = [
      ['1', 'a.csv'],
      ['3', 'a/z.json'],
      ['2', 'b.csv'],
      ['7', 'c.xlsx'],
    ]
    expect(amountsIn(read(files))).toEqual(amounts)
    for (const size of [1, 7]) expect(amountsIn(intakeOf(zipOf(files), { format: zipFormat }, [size]))).toEqual(amounts)
  })

  it('keep a column that is called as the file is', () => {
    const end = read([{ name: 'a.csv', content: 'date,amount,file\n2026-03-31,1,x\n2026-03-31,2,\n' }])
    expect(recordsOf(end).map(({ attributes }) => attributes)).toEqual([
      { file: 'a.csv', 'file#2': 'x' },
      { file: 'a.csv' },
    ])
  })

  it('have faults with their name, and with that of a sheet', () => {
    const book = { name: 'b.xlsx', content: ledgerOf([row('2026-03-31', '<c t="e"><v>#N/A</v></c>')]) }
    const end = read([csv('a.csv', 'x'), book])
    expect(end).toMatchObject({
      faults: [
        { file: 'a.csv', line: 2, code: 'invalid_decimal' },
        { file: 'b.xlsx: Sheet1', line: 2, code: 'invalid_cell' },
      ],
    })
  })

  it('may be beside others that no format reads, which are warned of, and those of systems', () => {
    const ofSystems = ['__MACOSX/._a.csv', '.DS_Store', '~$book.xlsx', 'x/Thumbs.db', 'desktop.ini'].map((name) => ({
      name,
      content: 'x',
    }))
    const end = read([pdf, csv('a.csv', 1), ...ofSystems])
    expect(amountsIn(end)).toEqual([['1', 'a.csv']])
    expect(end).toMatchObject({
      summary: { warnings: [{ code: 'missing_currency' }, { code: 'skipped_files', count: 1 }] },
    })
  })

  it('may be texts about the others, which the fault says to take out', () => {
    const readme = { name: 'readme.txt', content: 'These are the statements of March.\nAsk us, if you miss one.\n' }
    const end = read([csv('a.csv', 1), readme])
    expect(end).toMatchObject({ faults: [{ file: 'readme.txt', line: 1, code: 'header_not_found' }] })
    expect(detailsOf(end)).toContain('where the file is no export, take it out of the zip\nThe columns')
    expect(detailsOf(read([readme]))).not.toContain('take it out')
  })

  it('are named in warnings, with the line of the first of them', () => {
    const end = read([
      { name: 'a.csv', content: 'date,amount,currency,id\n2026-03-31,1,EUR,x\n' },
      { name: 'b.csv', content: 'date,amount,currency,id\n2026-03-31,1,EUR,y\n,2,,x\n' },
      { name: 'c.xlsx', content: xlsx },
      pdf,
    ])
    const place = { firstLine: 3, file: 'b.csv' }
    expect(end.ok && end.summary.warnings).toEqual([
      { code: 'repeated_id', count: 1, ...place },
      { code: 'missing_currency', count: 2, ...place },
      { code: 'missing_date', count: 1, ...place, totals: { XXX: '2' } },
      { code: 'skipped_files', count: 1, firstLine: 1 },
    ])
  })

  it('get the options of the upload', () => {
    const end = read([csv('a.csv', 1)], { currency: 'EUR', mapping: { amount: 'amount', 'attributes.when': 'date' } })
    expect(recordsOf(end)).toMatchObject([{ currency: 'EUR', attributes: { when: '2026-03-31' } }])
    expect(detailsOf(read([{ name: 'c.xlsx', content: xlsx }], { sheet: 'x' }))).toContain('no sheet "x"')
  })
})

describe('a zip is refused', () => {
  it.each<[string, readonly PackedFile[], string]>([
    [
      'without a file that can be read',
      [pdf, { name: 'b.png', content: Buffer.from('\u0089PNG\r\n', 'latin1') }],
      '"b.png" (image)',
    ],
    ['of pictures and documents alone', [pdf], '"statement.pdf" (pdf), none of which'],
    ['without files', [{ name: 'a/', content: '', isStored: true }], 'without files'],
    ['in a zip', [{ name: 'a.zip', content: zipOf([csv('a.csv', 1)]) }], 'Got a zip inside a zip'],
    ['of Numbers', [{ name: 'Index/Document.iwa', content: 'x' }], 'a workbook of Numbers'],
    ['with a damaged file', [{ ...csv('a.csv', 1), checksum: 1 }], 'damaged'],
    ['with an empty file', [{ name: 'a.csv', content: '' }], 'Got an empty file'],
  ])('%s', (_, files, said) => {
    expect(detailsOf(read(files))).toContain(said)
  })

  it('that holds more than is unpacked when the workbooks in it are counted', () => {
    const large = ledgerOf([row('2026-03-31', 7)], { files: { 'xl/media/a.png': '\u0000'.repeat(25 * 1024 * 1024) } })
    const end = read([
      { name: 'a.xlsx', content: large },
      { name: 'b.xlsx', content: large },
    ])
    expect(detailsOf(end)).toContain('larger than 48 MB')
  })

  it('that is larger than is held, and one that is nothing', () => {
    const end = intakeOf(Buffer.alloc(17 * 1024 * 1024, 'PK'), { format: zipFormat })
    expect(detailsOf(end)).toContain('more than 16 MB')
    expect(detailsOf(intakeOf('', { format: zipFormat }))).toContain('Got an empty file')
    expect(detailsOf(intakeOf('date,amount', { format: zipFormat }))).toContain('neither a workbook')
    expect(detailsOf(intakeOf('PK', { format: zipFormat }))).toContain('without its end')
  })
})

describe('an archive that is a workbook', () => {
  const formatOf = (bytes: Uint8Array, format: FileFormat) => {
    const intake = openIntake({ format, sha256, rows: openRows })
    intake.write(bytes)
    return { end: intake.end(), format: intake.format() }
  }
  const ods = odsOf([{ name: 'S', rows: odsRow('Date', 'Amount') + odsRow('2026-03-31', float('7')) }])

  it('is known by its content, whatever it is called', () => {
    for (const format of [zipFormat, xlsxFormat]) {
      expect(formatOf(xlsx, format)).toMatchObject({ end: { ok: true }, format: 'xlsx' })
      expect(formatOf(ods, format)).toMatchObject({ end: { ok: true }, format: 'ods' })
    }
    expect(formatOf(zipOf([csv('a.csv', 1)]), zipFormat)).toMatchObject({ end: { ok: true }, format: 'zip' })
    expect(detailsOf(formatOf(zipOf([csv('a.csv', 1)]), xlsxFormat).end)).toContain('a zip that is no workbook')
  })
})
