import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Column, Row, Sheet } from '../../../../functions/audit/workbook/sheet.ts'
import { writeWorkbook } from '../../../../functions/audit/workbook/workbook.ts'
import { type ReadCell, type ReadSheet, readWorkbook } from '../../../support/worker/read-workbook.ts'

async function bytesOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of writeWorkbook(sheets)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const sheetOf = (columns: readonly Column[], rows: Sheet['rows']): Sheet => ({ name: 'Sheet', columns, rows })

const readBack = async (sheets: readonly Sheet[]): Promise<readonly ReadSheet[]> => readWorkbook(await bytesOf(sheets))

/** The cells of one column below its title. */
async function column(kind: Column['kind'], values: readonly string[]): Promise<readonly (ReadCell | undefined)[]> {
  const [sheet] = await readBack([
    sheetOf(
      [{ title: 'title', kind }],
      values.map((value) => [value]),
    ),
  ])
  return sheet?.rows.slice(1).map(([cell]) => cell) ?? []
}

const text = (title: string): Column => ({ title, kind: 'text' })

describe('a workbook', () => {
  it('holds its sheets with their headings, and absent cells nowhere', async () => {
    const rows: readonly Row[] = [
      ['1', null, ''],
      [null, null, 'c'],
    ]
    expect(
      await readBack([{ name: 'A', columns: [text('x'), text('y'), text('z')], rows }, sheetOf([text('x')], [])]),
    ).toEqual([
      { name: 'A', rows: [['x', 'y', 'z'], ['1'], [null, null, 'c']], filter: 'A1:C3' },
      { name: 'Sheet', rows: [['x']], filter: 'A1:A1' },
    ])
  })

  it('shows an amount with the digits of its currency, and with more where it has more', async () => {
    const columns: readonly Column[] = [{ title: 'amount', kind: 'amount', currencyIn: 'currency' }, text('currency')]
    const rows = [
      ['1234.5', 'EUR'],
      ['-1234', 'JPY'],
      ['0.5', 'KWD'],
      ['0.125', 'EUR'],
      ['7', null],
      ['7.5', 'ZZZ'],
    ]
    const [sheet] = await readBack([sheetOf(columns, rows)])
    expect(sheet?.rows.slice(1).map(([amount]) => amount)).toEqual([
      { number: '1234.5', format: '#,##0.00' },
      { number: '-1234', format: '#,##0' },
      { number: '0.5', format: '#,##0.000' },
      { number: '0.125', format: '#,##0.000' },
      { number: '7', format: '#,##0' },
      { number: '7.5', format: '#,##0.0' },
    ])
  })

  it('writes an amount that a float64 does not hold as text, with the digits of its currency', async () => {
    const columns: readonly Column[] = [{ title: 'amount', kind: 'amount', currencyIn: 'currency' }, text('currency')]
    const [sheet] = await readBack([
      sheetOf(columns, [
        ['1234567890123456.5', 'EUR'],
        ['1e3', 'EUR'],
      ]),
    ])
    expect(sheet?.rows.slice(1).map(([amount]) => amount)).toEqual(['1234567890123456.50', '1e3'])
  })

  it('counts dates as programs do from March 1900 on, and leaves earlier ones text', async () => {
    expect(await column('date', ['2026-03-31', '1900-03-01', '9999-12-31', '1900-02-28', '2026-02-30'])).toEqual([
      { number: '46112', format: 'yyyy-mm-dd' },
      { number: '61', format: 'yyyy-mm-dd' },
      { number: '2958465', format: 'yyyy-mm-dd' },
      '1900-02-28',
      '2026-02-30',
    ])
  })

  it('writes counts as whole numbers', async () => {
    expect(await column('count', ['0', '-12', '1.5'])).toEqual([
      { number: '0', format: '0' },
      { number: '-12', format: '0' },
      '1.5',
    ])
  })

  it.each([
    '007',
    '=1+1',
    '-1',
    '+49 30 1',
    '@SUM(A1)',
    ' spaced ',
    'a\r\nb\rc\td',
    '<&">',
    '_x0041_',
    '_x0041\u0001',
    '\uD800',
  ])('gives the text %j back as text', async (value) => {
    expect(await column('text', [value])).toEqual([value])
  })

  it('gives any text back', async () => {
    const characters = fc.constantFrom(
      '_',
      'x',
      '0',
      '4',
      'F',
      '\u0000',
      '\u001F',
      '\r',
      '\n',
      '\uDC00',
      '\uFFFF',
      '&',
      '<',
    )
    const values = fc.array(
      fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: characters, minLength: 1 })),
    )
    await fc.assert(
      fc.asyncProperty(values, async (texts) => {
        expect(await column('text', texts)).toEqual(texts)
      }),
    )
  })

  it('cuts a text that is too long for a cell where a reader sees it', async () => {
    const [fits, cut, paired] = await column('text', [
      'a'.repeat(32_767),
      'a'.repeat(32_768),
      `${'a'.repeat(32_765)}😀b`,
    ])
    expect(fits).toBe('a'.repeat(32_767))
    expect(cut).toBe(`${'a'.repeat(32_766)}…`)
    expect(paired).toBe(`${'a'.repeat(32_765)}…`)
  })

  it('names sheets as programs take them', async () => {
    const names = ["'[a]:*?/\\'", 'A', 'a', 'History', '', 'x'.repeat(40), 'x'.repeat(31), 'a & "b"']
    const sheets = await readBack(names.map((name) => ({ name, columns: [text('x')], rows: [] })))
    expect(sheets.map(({ name }) => name)).toEqual([
      '--a-------',
      'A',
      'a (2)',
      'History (2)',
      'Sheet',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
      'a & "b"',
    ])
  })

  it('goes on in a further sheet where one has as many rows or bytes as it can', async () => {
    const rows = ['1', '2', '3', '4', '5'].map((each) => [each])
    const parts: Uint8Array[] = []
    const limits = { rowCountMax: 3, byteCountMax: 2 ** 31 }
    for await (const part of writeWorkbook([sheetOf([text('x')], rows), sheetOf([text('y')], [])], limits))
      parts.push(part)
    const sheets = await readWorkbook(new Uint8Array(await new Blob(parts).arrayBuffer()))
    expect(sheets.map(({ name, rows }) => [name, rows.flat().join('')])).toEqual([
      ['Sheet', 'x12'],
      ['Sheet (2)', 'x34'],
      ['Sheet (3)', 'x5'],
      ['Sheet (4)', 'y'],
    ])
  })

  it('has letters for columns beyond the 26th', async () => {
    const columns = Array.from({ length: 703 }, (_, index) => text(String(index)))
    const [sheet] = await readBack([sheetOf(columns, [])])
    expect(sheet?.filter).toBe('A1:AAA1')
  })

  it('is the same whenever it is made', async () => {
    const sheets = [sheetOf([text('x')], [['a'], ['b']])]
    expect(await bytesOf(sheets)).toEqual(await bytesOf(sheets))
  })

  it('refuses an amount whose currency is in no column', async () => {
    await expect(bytesOf([sheetOf([{ title: 'a', kind: 'amount', currencyIn: 'b' }], [])])).rejects.toThrow('b')
  })

  it('asks for few rows before the first of them are taken, and ends the reading when nobody takes more', async () => {
    let [asked, isEnded] = [0, false]
    async function* rows(): AsyncGenerator<Row> {
      try {
        for (; asked < 100_000; asked++) yield [`row ${asked}`]
      } finally {
        isEnded = true
      }
    }
    const parts = writeWorkbook([sheetOf([text('x')], rows())])
    while (asked === 0) await parts.next()
    await parts.next()
    expect(asked).toBeLessThan(2_000)
    await parts.return(undefined)
    expect(isEnded).toBe(true)
  })
})
