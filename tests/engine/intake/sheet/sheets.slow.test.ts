import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { row, type WrittenSheet, type WrittenWorkbook, xlsxOf } from '../xlsx/xlsx-writer.ts'

const workbook = (sheets: readonly WrittenSheet[], options: Options = {}, more: Partial<WrittenWorkbook> = {}) =>
  intakeOf(xlsxOf({ sheets, ...more }), { format: xlsxFormat, ...options })
const sheet = (rows: readonly string[], options: Options = {}) =>
  workbook([{ name: 'S', rows: rows.join('') }], options)

const header = row('Date', 'Amount')
const first = row('2026-03-31', 5)
const second = row('2026-04-01', 6)
const records = [
  { date: '2026-03-31', amount: '5' },
  { date: '2026-04-01', amount: '6' },
]

describe('the sheet that is read', () => {
  const empty: WrittenSheet = {
    name: 'Empty',
    rows: '<row r="3"><c r="B3" s="1"/><c r="C3" t="str"><v> </v></c></row>',
  }
  const hidden: WrittenSheet = { name: 'Lists', rows: row('EUR') + row('USD'), state: 'veryHidden' }
  const march: WrittenSheet = { name: 'März', rows: header + first }
  const april: WrittenSheet = { name: 'April', rows: header + second }

  it('is the first with data that is not hidden, and others with data are warned of', () => {
    const end = workbook([empty, hidden, march, april])
    expect(recordsOf(end)).toEqual(records.slice(0, 1))
    expect(end).toMatchObject({
      summary: { warnings: [{ code: 'missing_currency' }, { code: 'skipped_sheets', count: 1 }] },
    })
  })

  it('is the one that is named, whatever its case, hidden or not', () => {
    const end = workbook([march, { ...april, state: 'hidden' }], { sheet: 'APRIL' })
    expect(recordsOf(end)).toEqual(records.slice(1))
    expect(end).toMatchObject({ summary: { warnings: [{ code: 'missing_currency' }] } })
  })

  it.each<[string, readonly WrittenSheet[], string | undefined, string]>([
    ['that is not there', [march, april], 'May', 'Got no sheet "May", wanted one of ["März","April"]'],
    ['that is hidden and not named', [empty, { ...march, state: 'hidden' }], undefined, 'wanted one of ["März"] named'],
    ['without anything in it', [empty], undefined, 'without data'],
    ['without a header, where others have one', [{ name: 'Cover', rows: row('About') }, april], undefined, '["April"]'],
  ])('is refused: one %s', (_, sheets, name, said) => {
    expect(detailsOf(workbook(sheets, { sheet: name }))).toContain(said)
  })

  it('is none of the sheets of charts', () => {
    const relations =
      '<Relationships><Relationship Id="rId1" Type="x/chartsheet" Target="charts/1.xml"/><Relationship Id="rId2" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>'
    const end = workbook([empty, march], {}, { files: { 'xl/_rels/workbook.xml.rels': relations } })
    expect(recordsOf(end)).toEqual(records.slice(0, 1))
  })
})

describe('the table of a sheet', () => {
  it('begins below lines of a title, has its rows where they say, and blank ones left out', () => {
    const placed =
      '<row r="4"><c r="B4" t="str"><v>Date</v></c><c r="D4" t="str"><v>Amount</v></c></row>' +
      '<row r="9" hidden="1"><c r="B9" t="str"><v>2026-03-31</v></c><c r="D9"><v>5</v></c></row>' +
      '<row r="12"><c r="B12" t="str"><v>2026-04-01</v></c><c r="D12"><v>x</v></c></row>'
    const end = sheet([row('Export of 1 April'), placed])
    expect(faultsOf(end)).toEqual(['12 invalid_cell Amount null'])
    expect(recordsOf(sheet([row('Export of 1 April'), placed.replace('>x<', '>6<')]))).toEqual(records)
  })

  it('says which columns it takes, and which name has no row', () => {
    const taken: unknown[] = []
    sheet([header, first], { onColumns: (columns) => taken.push(columns) })
    expect(taken).toEqual([
      [
        { field: 'amount', columns: ['Amount'] },
        { field: 'date', columns: ['Date'] },
      ],
    ])
    expect(faultsOf(sheet([row('a', 'b'), first]))).toEqual(['1 header_not_found null null'])
    expect(faultsOf(sheet([header, first], { mapping: { amount: 'Sum' } }))).toEqual(['1 unknown_column Sum null'])
  })

  it('is read by a mapping, with columns by their positions where it has no header', () => {
    const mapping = { amount: { debit: 'Out', credit: 'In' }, date: { column: 'When', format: 'DD/MM/YYYY' } }
    const rows = [row('When', 'Out', 'In'), row('31/03/2026', '', 5), row('2026-04-01', 6, '')]
    expect(recordsOf(sheet(rows, { mapping })).map(({ amount }) => amount)).toEqual(['5', '-6'])
    const positions = { header: false, date: '1', amount: '2' }
    expect(recordsOf(sheet([first, second], { mapping: positions }))).toEqual(records)
    expect(faultsOf(sheet([first], { mapping: { ...positions, id: '3' } }))).toEqual(['1 unknown_column 3 null'])
  })

  it('has nothing behind its last column', () => {
    expect(faultsOf(sheet([header, first, row('2026-03-31', 5, '', 'x')]))).toEqual(['3 too_many_cells null null'])
    expect(recordsOf(sheet([header, row('2026-03-31', 5, '', ' ')]))).toEqual(records.slice(0, 1))
  })

  it('reads amounts that are text as those of a CSV', () => {
    const rows = [row('Datum', 'Betrag (EUR)'), row('31.03.2026', '1.234,50 €'), row('01.04.2026', 6)]
    expect(recordsOf(sheet(rows))).toEqual([
      { date: '2026-03-31', amount: '1234.5', currency: 'EUR' },
      { date: '2026-04-01', amount: '6', currency: 'EUR' },
    ])
    expect(faultsOf(sheet([header, row('2026-03-31', '1.234')]))).toEqual(['2 undecided_decimal Amount amount'])
  })
})

describe('the columns of a sheet', () => {
  const rows = [row('Day', 'Sum due', 'Way'), row('2026-03-31', 5, 'out'), row('2026-04-01', 6, 'in')]
  const offered = (options: Options = {}) =>
    JSON.parse(/guesses are right: (.*)$/.exec(detailsOf(sheet(rows, options)))?.[1] ?? '')

  it('are shown where none is known, with a mapping that reads them', () => {
    expect(detailsOf(sheet(rows))).toContain('The columns of line 1:\n  "Day": "2026-03-31", "2026-04-01"\n')
    expect(recordsOf(sheet(rows, { mapping: offered() })).map(({ amount }) => amount)).toEqual(['-5', '6'])
  })

  it('are shown where the mapping names another', () => {
    const mapping = { date: 'Dya', amount: 'Sum due' }
    expect(offered({ mapping })).toEqual({ date: 'Day', amount: 'Sum due' })
  })

  it('are known by their values as those of a CSV', () => {
    const values = [row('Datum', 'Amount', 'Valuta', 'Type'), row('2026-03-31', 5, 'SEK', 'Debit')]
    expect(recordsOf(sheet(values))).toEqual([{ date: '2026-03-31', amount: '-5', currency: 'SEK', type: 'Debit' }])
  })
})

describe('merged cells of a header', () => {
  const merged = (rows: string, merges: readonly string[]) => workbook([{ name: 'S', rows, merges }])

  it('count in the last of their rows, and for each of their columns', () => {
    const rows =
      row('Date', 'Amount', '') + row('', 'Debit', 'Credit') + row('2026-03-31', '', 5) + row('2026-04-01', 6, '')
    const end = merged(rows, ['A1:A2', 'B1:C1'])
    expect(recordsOf(end).map(({ amount }) => amount)).toEqual(['5', '-6'])
  })

  it('may reach into a row that has nothing of its own', () => {
    expect(recordsOf(merged(`${header}<row r="3">${first.slice(5)}`, ['A1:A2', 'B1:B2']))).toEqual(records.slice(0, 1))
  })

  it('name every column that they cover', () => {
    const end = merged(row('Date', 'Amount', 'Text', '') + row('2026-03-31', 5, 'a', 'b'), ['C1:D1'])
    expect(recordsOf(end)).toEqual([{ ...records[0], description: 'a', attributes: { 'Text#2': 'b' } }])
  })

  it('cost no more for being many', () => {
    const merges = Array.from({ length: 20_000 }, () => 'A1:XFD1000')
    expect(recordsOf(merged(header + first, merges))).toEqual(records.slice(0, 1))
  })
})

/** A text of 70,000 characters in pieces. */
const runs = `<r><t>${'x'.repeat(10_000)}</t></r>`.repeat(7)

describe('a workbook is refused', () => {
  it.each<[string, string, string]>([
    ['rows out of order', '<row r="2"/><row r="1"/>', 'row 1 out of order'],
    ['rows of no sheet', '<row r="1048577"/>', 'out of order or of no sheet'],
    ['cells of another row', '<row r="1"><c r="A2"/></row>', 'the cell A2'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>1</v></c></row>', 'the cell A1'],
    ['cells of no sheet', '<row r="1"><c r="XFE1"/></row>', 'the cell XFE1'],
    ['a text of no program', row('x'.repeat(100_000)), 'a text of more than 65536 characters'],
    ['a text in runs of no program', `<row><c t="inlineStr"><is>${runs}</is></c></row>`, '65536 in one'],
    ['malformed XML', '<row>', 'in xl/worksheets/sheet1.xml'],
  ])('for %s', (_, rows, said) => {
    expect(detailsOf(sheet([rows]))).toContain(said)
  })

  it.each<[string, { readonly [name: string]: string }, string]>([
    ['two parts of one name', { 'XL/Styles.xml': '<styleSheet/>' }, 'two parts of one name'],
    ['thousands of styles', { 'xl/styles.xml': `<a><cellXfs>${'<xf/>'.repeat(70_001)}</cellXfs></a>` }, '70000 styles'],
    ['thousands of relations', { '_rels/.rels': `<R>${'<Relationship/>'.repeat(5_001)}</R>` }, 'missing parts'],
    ['millions of texts', { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(2_000_001)}</sst>` }, 'million characters'],
    ['entities', { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' }, 'document type declaration'],
    ['missing parts', { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }, 'missing parts'],
    [
      'one part of two sheets',
      { 'xl/workbook.xml': '<workbook><sheet name="a" id="rId1"/><sheet name="b" id="rId1"/></workbook>' },
      'missing parts',
    ],
    [
      'thousands of sheets',
      { 'xl/workbook.xml': `<workbook>${'<sheet id="x"/>'.repeat(1001)}</workbook>` },
      '1000 sheets',
    ],
    [
      'the binary format',
      { '_rels/.rels': '<R><Relationship Type="a/officeDocument" Target="xl/workbook.bin"/></R>' },
      '.xlsb',
    ],
    [
      'text',
      { '_rels/.rels': '<R><Relationship Type="a/officeDocument" Target="word/document.xml"/></R>' },
      'a text document',
    ],
  ])('for %s', (_, files, said) => {
    expect(detailsOf(workbook([{ name: 'S', rows: header + first }], {}, { files }))).toContain(said)
  })

  it('whose few bytes become millions of characters', () => {
    const strings = [`<si><t>${'x'.repeat(60_000)}</t></si>`]
    const text = row('2026-03-31', 5, '<c t="s"><v>0</v></c>')
    const rows = row('Date', 'Amount', 'Text') + text.repeat(2_000)
    const end = workbook([{ name: 'S', rows }], {}, { strings })
    expect(faultsOf(end)).toEqual(['1 dataset_too_large null null'])
  })

  it('whose rows are nothing but wide', () => {
    const wide = '<row><c t="str"><v>2026-03-31</v></c><c><v>5</v></c><c r="XFD#"><v>1</v></c></row>'
    const rows = Array.from({ length: 20_000 }, (_, index) => wide.replace('#', String(index + 2)))
    const head = '<row><c t="str"><v>Date</v></c><c t="str"><v>Amount</v></c><c r="XFD1" t="str"><v>Last</v></c></row>'
    expect(faultsOf(sheet([head, ...rows]))).toEqual(['1 dataset_too_large null null'])
  })
})

it('a column of flags gives the amounts of a sheet their sign', () => {
  const rows = [row('Date', 'Amount', 'Type'), row('2026-03-31', 5, 'Debit'), row('2026-04-01', 6, 'Credit')]
  expect(recordsOf(sheet(rows)).map(({ amount }) => amount)).toEqual(['-5', '6'])
})
