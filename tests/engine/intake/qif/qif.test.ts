import { describe, expect, it } from 'vitest'
import { qifFormat } from '../../../../engine/intake/qif/qif.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

const read = (file: string | Uint8Array, options: Options = {}, sizes?: readonly number[]) =>
  intakeOf(file, { ...options, format: qifFormat }, sizes)
const recordsIn = (file: string | Uint8Array, options?: Options) => recordsOf(read(file, options))
/** A list of movements of a bank account, each without its `^`. */
const bank = (...records: readonly string[]) => `!Type:Bank\n${records.map((record) => `${record}\n^\n`).join('')}`
const datesIn = (file: string, options?: Options) => recordsIn(file, options).map(({ date }) => date)
const amountsIn = (...amounts: readonly string[]) =>
  recordsIn(bank(...amounts.map((amount) => `D2026-03-01\nT${amount}`))).map(({ amount }) => amount)

const sample =
  '!Account\nNGiro "1"\nDMy account\nTBank\n^\n!Type:Bank\nD13/04/2026\nT-1,234.50\nCX\nN7\nPMüller\nMTea\nLFood\nAWeg 1\n^\n' +
  '\nD14/04/2026\nU5.00\nAWeg 2\nAWien\nL[Savings]\nSFood\nD1/04/2026\nEhalf\n$2.00\nS\n%60\n$3.00\nF1\n^\n' +
  '!Account\nNCash\n^\n!type:cash \nD15/04/2026\nT2.00\nU2.000\n^'

describe('QIF', () => {
  it('is read with its accounts, splits and other lines, in parts of any size, whatever ends a line', () => {
    const first = {
      account: 'Giro "1"',
      amount: '-1234.5',
      date: '2026-04-13',
      reference: '7',
      counterparty: 'Müller',
      description: 'Tea',
      status: 'X',
      attributes: { address: 'Weg 1', category: 'Food' },
    }
    const attributes = {
      address: 'Weg 2, Wien',
      category: '[Savings]',
      others: 'F1',
      splits: 'Food (half) 2.00;  60 3.00',
    }
    const records = [
      first,
      { account: 'Giro "1"', amount: '5', date: '2026-04-14', attributes },
      { account: 'Cash', amount: '2', date: '2026-04-15' },
    ]
    for (const ending of ['\n', '\r\n', '\r'])
      for (const size of [1, 7, 65_536])
        expect(recordsOf(read(sample.replaceAll('\n', ending), {}, [size])), `${size}`).toEqual(records)
  })

  it('has the currency that the caller names', () => {
    expect(recordsIn(bank('D2026-03-01\nT1'), { currency: 'EUR' })).toEqual([
      { amount: '1', date: '2026-03-01', currency: 'EUR' },
    ])
  })

  it.each([
    ["6/24'23", '2023-06-24'],
    ["24/ 6' 5", '2005-06-24'],
    ['24.06.2023', '2023-06-24'],
    ["24.6'23", '2023-06-24'],
    ['2023-06-24', '2023-06-24'],
    ['6-24-98', '1998-06-24'],
    ['20230624', '2023-06-24'],
  ])('reads the date %s', (text, date) => {
    expect(datesIn(bank(`D${text}\nT1`))).toEqual([date])
  })

  it('finds the order of day and month in the whole file', () => {
    const dates = (...texts: readonly string[]) => bank(...texts.map((text) => `D${text}\nT1`))
    expect(datesIn(dates('1/2/26', "3/4'26", '31/1/2026'))).toEqual(['2026-02-01', '2026-04-03', '2026-01-31'])
    expect(datesIn(dates('1/2/26', '1/31/26'))).toEqual(['2026-01-02', '2026-01-31'])
    expect(datesIn(dates('5/5/26'))).toEqual(['2026-05-05'])
    expect(faultsOf(read(dates('1/2/26', '3/4/26')))).toEqual(['2 undecided_date D date'])
    expect(faultsOf(read(dates('31/1/26', '1/31/26')))).toEqual(['5 invalid_date D date'])
  })

  it('takes the order from the caller, or from the file', () => {
    const file = bank('D1/2/26\nT1', "D3/ 4'26\nT1")
    const mapped = (format: string) => datesIn(file, { mapping: { date: { format } } })
    expect(mapped('DD/MM/YYYY')).toEqual(['2026-02-01', '2026-04-03'])
    expect(mapped('MM/DD/YY')).toEqual(['2026-01-02', '2026-03-04'])
    expect(datesIn(bank('D26/02/01\nT1'), { mapping: { date: { format: 'YY/MM/DD' } } })).toEqual(['2026-02-01'])
    expect(datesIn(`!Option:MDY\n${file}`)).toEqual(['2026-01-02', '2026-03-04'])
    expect(datesIn(`!Option:DMY\n${file}`)).toEqual(['2026-02-01', '2026-04-03'])
  })

  it('finds the decimal sign in the whole file, or asks', () => {
    expect(amountsIn('1,234', '-1,234.50', '5')).toEqual(['1234', '-1234.5', '5'])
    expect(amountsIn('1.234', '-1.234,50')).toEqual(['1234', '-1234.5'])
    expect(amountsIn('1,5', '1,234')).toEqual(['1.5', '1.234'])
    const file = bank('D2026-03-01\nT1,234')
    expect(faultsOf(read(file))).toEqual(['3 undecided_decimal T amount'])
    expect(recordsIn(file, { mapping: { decimal: ',' } })[0].amount).toBe('1.234')
  })

  it('counts what is no movement of money', () => {
    const end = read(
      '!Option:AutoSwitch\n!Account\nNA\n^\nNB\n^\n!Clear:AutoSwitch\n!Type:Cat\nNFood\nE\n^\n!Type:Invst\nD1/1/26\nNBuy\n^\n' +
        '!Type:Prices\n"A",1,"1/1/26"\n^\n!Type:Memorized\nKD\nT-1\n^\n!Type:Bank\n^\n!Type:Oth L\nD2026-03-01\nT1\n^\n',
    )
    expect(recordsOf(end)).toEqual([{ account: 'B', amount: '1', date: '2026-03-01' }])
    const warnings = end.ok ? end.summary.warnings : []
    expect(warnings).toContainEqual({ code: 'skipped_entries', count: 5, firstLine: 3 })
  })

  it('has its types with spaces in them or without', () => {
    for (const type of ['OthA', 'Oth L', 'oth  a ', 'C Card', 'Bank'])
      expect(recordsIn(`!Type:${type}\nD2026-03-01\nT1\n^\n`), type).toHaveLength(1)
  })

  it('is read in whatever encoding shows after megabytes of ASCII', () => {
    const file = bank(...Array.from({ length: 5000 }, () => 'D2026-03-01\nT1'), 'D2026-03-01\nT1\nPMüller')
    for (const encoding of ['latin1', 'utf8'] as const)
      expect(recordsIn(Buffer.from(file, encoding)).at(-1)).toMatchObject({ counterparty: 'Müller' })
  })
})

describe('QIF is refused', () => {
  it.each([
    ['', '1 malformed_file null null'],
    ['D1/1/26\nT1\n^\n', '1 malformed_file null null'],
    ['D1/1/26\nT1\n!Type:Bank\n', '1 malformed_file null null'],
    [bank('D2026-01-31\nT1\n^\u001aD2026-01-31\nM2'), '4 malformed_file ^ null'],
    ['!Type:Bank\nD2026-01-31\nT-10', '2 malformed_file null null'],
    ['!Type:Bank\nD2026-01-31\nT-10\n!Type:Cat\n', '2 malformed_file null null'],
    [bank('D2026-01-31\nT1\nT2'), '4 malformed_file T null'],
    [bank('D2026-01-31\nD2026-01-31\nT2'), '3 malformed_file D null'],
    [bank('D2026-01-31\nPx'), '2 missing_amount null amount'],
    [bank('D2026-01-31\nT1x'), '3 invalid_decimal T amount'],
    [bank('D2026-02-31\nT1'), '2 invalid_date D date'],
    [bank(`D2026-01-31\nT1\nM${'x'.repeat(70_000)}`), '2 record_too_large null null'],
  ])('%#', (file, fault) => {
    for (const size of [65_536, 13]) expect(faultsOf(read(file, {}, [size]))[0]).toBe(fault)
  })

  it('with a mapping of columns, as it has none', () => {
    const end = read(bank(), { mapping: { amount: 'T', date: { column: 'D', format: 'DD/MM/YYYY' } } })
    expect(faultsOf(end)).toEqual(['1 unknown_column null amount', '1 unknown_column null date'])
    expect(detailsOf(end)).toContain('Got a mapping of amount, wanted no mapping but date.format and decimal: QIF has')
  })
})
