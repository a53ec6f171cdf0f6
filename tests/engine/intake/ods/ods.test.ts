import { describe, expect, it } from 'vitest'
import { odsFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { createParagraphText } from '../../../../engine/intake/ods/ods-text.ts'
import { cellLengthMax } from '../../../../engine/intake/sheet/cell-budget.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { cell, date, float, odsOf, row, text, type WrittenTable } from './ods-writer.ts'

const day = '2026-03-31'
const header = row('Date', 'Amount', 'Reference', 'Note')
const ledger = (rows: readonly string[], options: Options = {}) =>
  read([{ name: 'Blatt 1', rows: header + rows.join('') }], options)
const read = (tables: readonly WrittenTable[], options: Options = {}, files = {}) =>
  intakeOf(odsOf(tables, files), { format: odsFormat, ...options })

/** The only record of a sheet with this row. */
const recordOf = (...cells: readonly string[]) => recordsOf(ledger([row(...cells)]))[0]
const noteOf = (note: string) => recordOf(date(day), float('1'), '', note)?.attributes?.Note

describe('a cell', () => {
  it.each([
    [float('1234.5500000000002', '1.234,55'), '1234.55'],
    [float('-1E-3'), '-0.001'],
    [cell('office:value-type="currency" office:currency="EUR" office:value="1.234"', '1,23 €'), '1.234'],
    [cell('office:value-type="percentage" office:value="0.19"', '19 %'), '0.19'],
    [cell('office:value-type="float" office:value="5" calcext:value-type="float" table:formula="of:=2+3"', '5'), '5'],
  ])('%s is an amount', (amount, wanted) => {
    expect(recordOf(date(day), amount)).toEqual({ date: day, amount: wanted })
  })

  it('is a date by its value, and has its time of day in the attributes', () => {
    expect(recordOf(date(`${day}T00:00:00`), float('1'))).toEqual({ date: day, amount: '1' })
    expect(recordOf(date(`${day}T17:30:00.500000000`), float('1'))).toEqual({
      date: day,
      amount: '1',
      attributes: { timestamp: `${day} 17:30:00.5` },
    })
    expect(recordOf(text('31.03.2026'), float('1'))).toMatchObject({ date: day })
  })

  it('is text with its lines, spaces and zeros in front, without comments and drawings', () => {
    const annotation = '<office:annotation><text:p>a comment</text:p></office:annotation>'
    const note = `<table:table-cell office:value-type="string">${annotation}<text:p>a<text:s text:c="2"/>b<text:span> c</text:span></text:p><text:p>d<text:line-break/>e<draw:frame xmlns:draw="d"><text:p>f</text:p></draw:frame></text:p></table:table-cell>`
    expect(noteOf(note)).toBe('a  b c\nd\ne')
    expect(recordOf(date(day), float('1'), float('7', '007'))?.reference).toBe('007')
    expect(noteOf(cell('office:value-type="string" office:string-value="whole"', 'cut…'))).toBe('whole')
    expect(noteOf(cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'))).toBe(true)
    expect(noteOf(cell('office:value-type="time" office:time-value="PT7H05M00S"', '7:05'))).toBe('07:05:00')
    expect(noteOf(cell('', 'of no type'))).toBe('of no type')
  })

  it.each([
    [
      cell(
        'office:value-type="string" office:string-value="" calcext:value-type="error" table:formula="of:=NA()"',
        '#N/A',
      ),
      'the error #N/A',
    ],
    [cell('office:value-type="float" office:value="0" table:formula="of:=1/0"', '#DIV/0!'), 'the error #DIV/0!'],
    [cell('office:value-type="float" office:value="0" table:formula="of:=("', 'Err:508'), 'the error Err:508'],
    [cell('table:formula="of:=1+1"'), 'a formula that has no value yet'],
    [cell('office:value-type="float"', '12'), 'of the kind float'],
    [cell('office:value-type="float" office:value="1,5"', '12'), 'of the kind float'],
    [cell('office:value-type="date" office:date-value="31.3.2026"', '12'), 'of the kind date'],
  ])('%s is a fault', (bad, said) => {
    const end = ledger([row(date(day), bad)])
    expect(faultsOf(end)).toEqual(['2 invalid_cell Amount null'])
    expect(detailsOf(end)).toContain(said)
    expect(detailsOf(end)).toContain("'Blatt 1'!B2")
  })
})

describe('a sheet', () => {
  const blankRows = (count: number) =>
    `<table:table-row table:number-rows-repeated="${count}"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
  const repeated = (count: number, inner: string) =>
    inner.replace('<table:table-row', `<table:table-row table:number-rows-repeated="${count}"`)

  it('has repeated cells and rows in their places, and ends before those that hold nothing', () => {
    const end = ledger([
      blankRows(10),
      repeated(2, row(date(day), float('1'))),
      row(date(day), float('x')),
      blankRows(1_048_000),
    ])
    expect(faultsOf(end)).toEqual(['14 invalid_cell Amount null'])
    expect(recordsOf(ledger([repeated(2, row(date(day), float('1')))]))).toHaveLength(2)
    const gap = '<table:table-cell table:number-columns-repeated="2"/>'
    expect(recordOf(date(day), float('1'), gap)).toEqual({ date: day, amount: '1' })
    expect(recordOf(date(day), float('1'), '<table:covered-table-cell/>', 'n')?.attributes).toEqual({ Note: 'n' })
  })

  it('may have groups of rows, rows of a header, and tables inside its cells', () => {
    const inner =
      '<table:table-cell><table:table table:name="In"><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table></table:table-cell>'
    const rows = `<table:table-header-rows>${header}</table:table-header-rows><table:table-row-group>${row(date(day), float('1'), '', inner)}</table:table-row-group>`
    expect(recordsOf(read([{ name: 'S', rows }]))).toEqual([{ date: day, amount: '1' }])
  })

  it('has merged cells in its header', () => {
    const merged = (name: string, columns: number, rows: number) =>
      cell(
        `office:value-type="string" table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`,
        name,
      )
    const covered = '<table:covered-table-cell/>'
    const rows =
      row(merged('Date', 1, 2), merged('Amount', 2, 1), covered) +
      row(covered, 'Debit', 'Credit') +
      row(date(day), float('5'), '')
    expect(recordsOf(read([{ name: 'S', rows }]))).toEqual([{ date: day, amount: '-5' }])
  })

  it('is the first with data that is not hidden, or the one that is named', () => {
    const tables = [
      { name: 'Empty', rows: blankRows(5) },
      { name: 'Hidden', rows: header + row(date(day), float('1')), isHidden: true },
      { name: 'A', rows: header + row(date(day), float('2')) },
      { name: 'B', rows: header + row(date(day), float('3')) },
    ]
    const amountOf = (sheet?: string) => recordsOf(read(tables, { sheet }))[0]?.amount
    expect([amountOf(), amountOf('Hidden'), amountOf('b')]).toEqual(['2', '1', '3'])
    expect(read(tables)).toMatchObject({
      summary: { warnings: [{ code: 'missing_currency' }, { code: 'skipped_sheets', count: 1 }] },
    })
    expect(detailsOf(read(tables, { sheet: 'C' }))).toContain('["Empty","Hidden","A","B"]')
  })

  it.each([
    ['rows that are repeated', repeated(1_048_576, row(date(day), float('1')))],
    ['rows of a long text that are repeated', repeated(100_000, row(date(day), float('1'), 'x'.repeat(60_000)))],
    [
      'columns that are repeated',
      repeated(
        100_000,
        row(
          date(day),
          float('1'),
          '',
          '<table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p></table:table-cell>',
        ),
      ),
    ],
    [
      'columns beyond the last',
      row(
        '<table:table-cell table:number-columns-repeated="99999999999" office:value-type="string"><text:p>x</text:p></table:table-cell>',
      ),
    ],
    ['rows that are repeated by no number', repeated(-1, row('x'))],
    [
      'spaces',
      row(
        date(day),
        float('1'),
        `<table:table-cell office:value-type="string"><text:p>x${'<text:s text:c="1000000000"/>'.repeat(100)}y</text:p></table:table-cell>`,
      ),
    ],
  ])('is bounded where it has %s', (_, rows) => {
    const codes = faultsOf(ledger([rows])).map((fault) => fault.split(' ')[1])
    expect(['dataset_too_large', 'malformed_file', 'too_many_cells', 'record_too_large']).toContain(codes[0])
  })
})

describe('a document is refused', () => {
  it.each<[string, { readonly [name: string]: string }, string]>([
    ['with a password', { 'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>' }, 'password'],
    ['with a password around all of it', { 'encrypted-package': 'x' }, 'password'],
    ['that is text', { mimetype: 'application/vnd.oasis.opendocument.text' }, 'text document'],
    ['with entities', { 'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }, 'document type'],
    ['cut short', { 'content.xml': '<office><table name="a"><table-row>' }, 'content.xml'],
    ['with thousands of sheets', { 'content.xml': `<a>${'<table/>'.repeat(1001)}</a>` }, '1000 sheets'],
  ])('%s', (_, files, said) => {
    expect(detailsOf(read([{ name: 'S', rows: header }], {}, files))).toContain(said)
  })
})

it('a text of a cell is collected up to what a cell may have', () => {
  const text = createParagraphText()
  const spaces = { line: 1, attribute: () => '1000' }
  text.open('p', spaces)
  for (let count = 0; count < 1_000_000; count++) {
    text.open('s', spaces)
    text.close()
  }
  const { length } = text.take()
  expect(length).toBeGreaterThan(cellLengthMax)
  expect(length).toBeLessThanOrEqual(cellLengthMax + 1_000)
})
