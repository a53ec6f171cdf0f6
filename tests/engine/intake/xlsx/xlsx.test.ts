import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { ledgerOf, row, type WrittenSheet, xlsxOf } from './xlsx-writer.ts'

const read = (bytes: Uint8Array, options: Options = {}) => intakeOf(bytes, { format: xlsxFormat, ...options })
const date = '<c s="1"><v>46112</v></c>'
const dated = (amount: string, reference = '<c/>', note = '<c/>') => `<row>${date}${amount}${reference}${note}</row>`
const numbered = (text: string) => `<c><v>${text}</v></c>`
const formats = [14]

/** The records of a sheet that has these rows. */
const recordsIn = (rows: readonly string[], workbook = {}, options: Options = {}) =>
  recordsOf(read(ledgerOf(rows, { formats, ...workbook }), options))

const day = '2026-03-31'

describe('numbers', () => {
  it.each([
    ['1234.5500000000002', '1234.55'],
    ['0.30000000000000004', '0.3'],
    ['-0.1', '-0.1'],
    ['1.2345E3', '1234.5'],
    ['-1.5e-3', '-0.0015'],
    ['1234567.890123456', '1234567.89012346'],
    ['33.333333333333336', '33.3333333333333'.slice(0, 15)],
    ['2.8421709430404007E-14', '0'],
    ['999999999999999.9', '1000000000000000'],
    ['123456789012345678', '123456789012345678'],
    ['1.234', '1.234'],
    ['.5', '0.5'],
  ])('%s is %s', (text, amount) => {
    expect(recordsIn([dated(numbered(text))])).toEqual([{ date: day, amount }])
  })

  it('are no amounts that could be read in two ways, beside texts that are', () => {
    const rows = [dated(numbered('1.234')), dated('<c t="str"><v>1.234,50</v></c>')]
    expect(recordsIn(rows).map(({ amount }) => amount)).toEqual(['1.234', '1234.5'])
  })

  it('are text in a reference, with the zeros that are shown, and all digits', () => {
    const rows = [
      dated('<c><v>1</v></c>', '<c s="2"><v>123</v></c>', '<c><v>4111111111111111</v></c>'),
      dated('<c><v>1</v></c>', '<c><v>2.5</v></c>'),
    ]
    expect(recordsIn(rows, { formats: [14, '000000'] })).toEqual([
      { date: day, amount: '1', reference: '000123', attributes: { Note: '4111111111111111' } },
      { date: day, amount: '1', reference: '2.5' },
    ])
  })

  it.each(['abc', '1,5', '0x10', 'NaN', '1e9999', '--1'])('%s is none', (text) => {
    const end = read(ledgerOf([dated(numbered(text))], { formats }))
    expect(faultsOf(end)).toEqual(['2 invalid_cell Amount null'])
    expect(detailsOf(end)).toContain('in Sheet1!B2')
  })
})

describe('dates', () => {
  const dateOf = (cell: string, workbook = {}) => recordsIn([`<row>${cell}<c><v>1</v></c></row>`], workbook)[0]

  it.each<[string | number, string, string]>([
    [14, '46112', '2026-03-31'],
    ['dd/mm/yyyy', '1', '1900-01-01'],
    ['dd/mm/yyyy', '59', '1900-02-28'],
    ['dd/mm/yyyy', '61', '1900-03-01'],
    ['[$-407]d. mmmm yyyy;@', '46112', '2026-03-31'],
    ['[Red]yyyy"-"mm"-"dd', '46112', '2026-03-31'],
    ['mmm', '46112', '2026-03-31'],
    ['yyyy\\.mm\\.dd', '46112.99999999999', '2026-04-01'],
    ['d', '2958465', '9999-12-31'],
    [31, '46112', '2026-03-31'],
  ])('by the format %s, %s is %s', (format, serial, wanted) => {
    expect(dateOf(`<c s="1"><v>${serial}</v></c>`, { formats: [format] })).toEqual({ date: wanted, amount: '1' })
  })

  it('count from 1904 where the workbook says so', () => {
    const properties = 'date1904="1"'
    expect(dateOf('<c s="1"><v>44650</v></c>', { formats, properties })).toEqual({ date: day, amount: '1' })
    expect(dateOf('<c s="1"><v>0</v></c>', { formats, properties })).toEqual({ date: '1904-01-01', amount: '1' })
  })

  it('have a time of day in the attributes', () => {
    expect(dateOf('<c s="1"><v>46112.75</v></c>', { formats: [22] })).toEqual({
      date: day,
      amount: '1',
      attributes: { timestamp: '2026-03-31 18:00:00' },
    })
  })

  it('are read as text, as ISO 8601 and as numbers that are dates', () => {
    expect(dateOf('<c t="str"><v>31.03.2026</v></c>')).toMatchObject({ date: day })
    expect(dateOf('<c t="d"><v>2026-03-31T00:00:00.000</v></c>')).toMatchObject({ date: day })
    expect(dateOf('<c><v>20260331</v></c>')).toMatchObject({ date: day })
  })

  it.each(['"Tag" 0', '#,##0.00 \\d', '0.00_d', '[h]:mm', 'General', '0.00E+00', '[$USD] 0', '0%'])(
    'are not what %s shows',
    (format) => {
      const records = recordsIn([`<row>${date}<c s="2"><v>60</v></c></row>`], { formats: [14, format] })
      expect(records).toEqual([{ date: day, amount: '60' }])
    },
  )

  it.each(['60', '0', '0.5', '-1', '2958466', '45000'])('%s in a cell that shows none is a fault', (serial) => {
    const styled = serial === '45000' ? '<c><v>45000</v></c>' : `<c s="1"><v>${serial}</v></c>`
    const end = read(ledgerOf([`<row>${styled}<c><v>1</v></c></row>`], { formats }))
    expect(faultsOf(end)).toEqual(['2 invalid_date Date date'])
  })
})

describe('texts', () => {
  const noteOf = (cell: string, strings: readonly string[] = []) =>
    recordsIn([dated('<c><v>1</v></c>', '<c/>', cell)], { strings })[0]?.attributes?.['Note']

  it('are shared, of runs, without the phonetic ones', () => {
    const strings = [
      '<si><t xml:space="preserve"> a &amp; b </t></si>',
      '<si><r><rPr><b/></rPr><t>Mie</t></r><r><t>te</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t>two_x000D__x005F_x000A_ lines</t></si>',
    ]
    const texts = strings.map((_, index) => noteOf(`<c t="s"><v>${index}</v></c>`, strings))
    expect(texts).toEqual(['a & b', 'Miete', '東京', 'two\r_x000A_ lines'])
  })

  it('are inline, and of formulas', () => {
    expect(noteOf('<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>')).toBe('ab')
    expect(noteOf('<c t="str"><f>A1&amp;"x"</f><v>ax</v></c>')).toBe('ax')
    expect(noteOf('<c t="str"><f>IF(A1,"","")</f><v></v></c>')).toBeUndefined()
  })

  it('are booleans in columns of their own', () => {
    expect(noteOf('<c t="b"><v>1</v></c>')).toBe(true)
    expect(recordsIn([dated('<c><v>1</v></c>', '<c t="b"><v>0</v></c>')])[0]?.reference).toBe('false')
  })

  it('that are not among the shared ones are a fault', () => {
    for (const index of ['7', '-1', 'x'])
      expect(detailsOf(read(ledgerOf([dated(`<c t="s"><v>${index}</v></c>`)], { formats })))).toContain('Sheet1!B2')
  })
})

describe('formulas and errors', () => {
  it.each([
    ['<c t="e"><v>#N/A</v></c>', 'the error #N/A in Sheet1!B2'],
    ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'the error #DIV/0! in Sheet1!B2'],
    ['<c><f>SUM(A1)</f></c>', 'a formula that has no value yet in Sheet1!B2'],
    ['<c><f>SUM(A1)</f><v></v></c>', 'a formula that has no value yet in Sheet1!B2'],
    ['<c><f t="shared" si="0"/></c>', 'a formula that has no value yet in Sheet1!B2'],
  ])('%s is a fault', (cell, said) => {
    const end = read(ledgerOf([dated(cell)], { formats }))
    expect(faultsOf(end)).toEqual(['2 invalid_cell Amount null'])
    expect(end).toMatchObject({ faults: [{ file: 'Sheet1' }] })
    expect(detailsOf(end)).toContain(said)
  })

  it('have the value that was calculated, and none where it still is to be', () => {
    const rows = [dated('<c><f>1+1</f><v>2</v></c>')]
    expect(recordsIn(rows)).toEqual([{ date: day, amount: '2' }])
    expect(detailsOf(read(ledgerOf(rows, { formats, calculation: 'fullCalcOnLoad="1"' })))).toContain('no value yet')
  })

  it('do not matter above the header', () => {
    const sheet: WrittenSheet = {
      name: 'A b',
      rows: `${row('<c t="e"><v>#REF!</v></c>')}${row('Date', 'Amount')}${row('2026-03-31', 5)}${row('2026-03-31', '<c t="e"><v>#REF!</v></c>')}`,
    }
    const end = read(xlsxOf({ sheets: [sheet] }))
    expect(detailsOf(end)).toContain("in 'A b'!B4")
  })
})
