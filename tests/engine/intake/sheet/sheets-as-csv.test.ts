import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { row, xlsxOf } from '../xlsx/xlsx-writer.ts'

const sheet = (rows: readonly string[], options: Options = {}) =>
  intakeOf(xlsxOf({ sheets: [{ name: 'S', rows: rows.join('') }] }), { format: xlsxFormat, ...options })
const warningsOf = (end: ReturnType<typeof sheet>) => (end.ok ? end.summary.warnings : end.faults)

const error = '<c t="e"><v>#REF!</v></c>'

describe('an export that was saved as a workbook', () => {
  const stripe = [
    row('id', 'Type', 'Source', 'Amount', 'Fee', 'Net', 'Currency', 'Created (UTC)', 'Description'),
    row('txn_1', 'charge', 'ch_1', 30, 1.17, 28.83, 'eur', '2026-03-01 10:00', 'Order 1'),
  ]

  it.each(['stripe', 'bank', undefined])('is read by its map, of the kind %s', (kind) => {
    expect(recordsOf(sheet([row('Balance history'), ...stripe], { kind }))).toMatchObject([
      { id: 'txn_1', amount: '30', fee: '1.17', net: '28.83', currency: 'EUR', date: '2026-03-01', reference: 'ch_1' },
    ])
  })

  it('has the columns that are made of others, whose dates are dates', () => {
    const rows = [
      row('TransferWise ID', 'Date', 'Amount', 'Currency', 'Description', 'Merchant', 'Payee Name', 'Total fees'),
      row('T-1', '2026-03-31', -5.5, 'GBP', 'Card', 'Shop', '', 0.1),
      row('T-2', '01-04-2026', '-1,234.50', 'GBP', 'Sent', '', 'Ann'),
    ]
    expect(recordsOf(sheet(rows, { kind: 'wise' }))).toMatchObject([
      { id: 'T-1', amount: '-5.5', fee: '0.1', date: '2026-03-31', counterparty: 'Shop' },
      { id: 'T-2', amount: '-1234.5', date: '2026-04-01', counterparty: 'Ann' },
    ])
    const wide = [...rows, row('T-3', '2026-04-01', 1, 'GBP', 'x', '', '', '', 'y')]
    expect(faultsOf(sheet(wide, { kind: 'wise' }))).toEqual(['4 too_many_cells null null'])
  })

  it('has values of the row above, and is without rows that move no money', () => {
    const rows = [
      row('Journal', '', ''),
      row('Date', 'Transaction Type', 'Num', 'Account', 'Debit', 'Credit'),
      row('03/31/2026', 'Invoice', 1001, 'Receivables', 1.234),
      row('', '', '', 'Sales', '', 1.234),
      row('', '', '', '', 1.234, 1.234),
    ]
    const end = sheet(rows, { kind: 'quickbooks' })
    expect(recordsOf(end)).toMatchObject([
      { amount: '1.234', date: '2026-03-31', reference: '1001', type: 'Invoice', account: 'Receivables' },
      { amount: '-1.234', date: '2026-03-31', reference: '1001', type: 'Invoice', account: 'Sales' },
    ])
    expect(warningsOf(end)).toContainEqual(expect.objectContaining({ code: 'skipped_entries', count: 1, firstLine: 5 }))
    const bad = [...rows.slice(0, 3), row('', '', '', error, '', 1)]
    expect(faultsOf(sheet(bad, { kind: 'quickbooks' }))).toEqual(['4 invalid_cell Account null'])
  })

  it('has days without a year in the year that its first row says', () => {
    const head = Array.from({ length: 22 }, (_, index) => ({ 0: 'EXTF', 12: 20260101, 21: 'EUR' })[index] ?? '')
    const rows = [
      row(...head),
      row('Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'Konto', 'Belegdatum', 'Buchungstext'),
      row(119, 'S', 8400, 103, 'Miete'),
      row('1.234,50', 'H', 8400, '3112', 'Strom'),
    ]
    expect(recordsOf(sheet(rows))).toMatchObject([
      { amount: '119', currency: 'EUR', date: '2026-03-01', account: '8400', description: 'Miete' },
      { amount: '-1234.5', currency: 'EUR', date: '2026-12-31' },
    ])
  })
})

describe('rows of a sheet that are no records', () => {
  const rows = [
    row('Account statement'),
    row('Date', 'Description', 'Amount'),
    row('2026-03-31', 'a', 5),
    row('Total', '', '', 5),
    row('', 'Checked', error),
  ]

  it('are left out where the mapping says so, with a warning at their line', () => {
    const mapping = { skip: [{ starts: 'Total' }, { column: 'Date', blank: true as const }] }
    const end = sheet(rows, { mapping })
    expect(recordsOf(end)).toEqual([{ date: '2026-03-31', amount: '5', description: 'a' }])
    expect(warningsOf(end)).toContainEqual(expect.objectContaining({ code: 'skipped_entries', count: 2, firstLine: 4 }))
  })

  it('are faults without it, which say the mapping that leaves them out', () => {
    const end = sheet(rows)
    expect(faultsOf(end)).toEqual(['4 not_a_record null null', '5 not_a_record null null'])
    expect(detailsOf(end)).toContain('{"skip":[{"column":"Date","starts":"Total"}]} leaves such rows out')
  })

  it('are not those whose amount has no value', () => {
    const bad = [row('Date', 'Amount'), row('2026-03-31', 5), row('2026-04-01', error)]
    const mapping = { skip: [{ column: 'Amount', blank: true as const }] }
    expect(faultsOf(sheet(bad, { mapping }))).toEqual(['3 invalid_cell Amount null'])
    expect(faultsOf(sheet(bad))).toEqual(['3 invalid_cell Amount null'])
  })

  it('may be records without a date, which are warned of', () => {
    const end = sheet([row('Date', 'Amount'), row('2026-03-31', 5), row('', 5)])
    expect(warningsOf(end)).toContainEqual(expect.objectContaining({ code: 'missing_date', count: 1, firstLine: 3 }))
  })
})

describe('a sheet whose header is not found', () => {
  const rows = [row('Report'), row('When', 'What', 'Sum'), row('2026-03-31', 'a', 5.25), row('2026-04-01', 'b', -6)]

  it('has its columns in the fault, some of their values, and a mapping to paste', () => {
    const end = sheet(rows)
    expect(faultsOf(end)).toEqual(['1 header_not_found null null'])
    expect(detailsOf(end)).toContain('The columns of line 2:\n  "When": "2026-03-31", "2026-04-01"\n  "What": "a", "b"')
    const mapping = JSON.parse(detailsOf(end).split('guesses are right: ')[1] ?? '')
    expect(recordsOf(sheet(rows, { mapping })).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-03-31', '5.25'],
      ['2026-04-01', '-6'],
    ])
  })

  it('has the mapping with the names that are there', () => {
    const end = sheet(rows, { mapping: { amount: 'sum', date: 'Wen' } })
    expect(faultsOf(end)).toEqual(['1 unknown_column Wen null'])
    expect(detailsOf(end)).toContain('{"amount":"Sum","date":"When"}')
  })

  it('has columns by their positions where the mapping says that there is none', () => {
    const end = sheet(rows.slice(2), { mapping: { header: false, amount: '3', date: '7' } })
    expect(faultsOf(end)).toEqual(['1 unknown_column 7 null'])
    expect(detailsOf(end)).toContain('{"header":false,"amount":"3","date":"1"}')
  })
})

describe('a column of a sheet', () => {
  it('that is called Valuta is the currency where currencies are in it', () => {
    const rows = [row('Date', 'Amount', 'Valuta'), row('2026-03-31', 5, 'EUR')]
    expect(recordsOf(sheet(rows))).toEqual([{ date: '2026-03-31', amount: '5', currency: 'EUR' }])
  })
})
