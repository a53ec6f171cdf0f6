import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import type { IntakeEnd } from '../../../engine/intake/intake.ts'
import { detailsOf, faultsOf, intakeOf, linesOf, type Options } from './read.ts'

/** Real exports of banks, in `bank-csv` of the directory that TALLYSTICK_VECTORS names; they are not part of the project. */
const directory = process.env['TALLYSTICK_VECTORS']

const read = (name: string, options: Options = {}): IntakeEnd => intakeOf(bytesOf(name), options, [17])
const bytesOf = (name: string): Buffer => readFileSync(`${directory}/bank-csv/bank2ynab__${name}`)

/** Records, and their control totals, of an export that must be readable. */
const measured = (end: IntakeEnd) =>
  end.ok ? [end.summary.recordCount, Object.values(end.summary.totals)] : faultsOf(end)

const firstOf = (end: IntakeEnd) => JSON.parse(at(linesOf(end), 0))

/** Without the exports there is nothing to try. */
const itReal = it.skipIf(directory === undefined)

describe('a bank’s real export', () => {
  itReal.each<[string, number, string]>([
    ['20171001-20171106.csv', 1, '-59.99'],
    ['2019-03-02_11-50-46_bunq-statement.csv', 7, '-23.82'],
    ['CSV_A_20180414_112204.csv', 3, '-1037.49'],
    ['MonzoDataExport_February2018_2018-02-26_174335.csv', 1, '-10'],
    ['TH_20180521-20180523.csv', 1, '-111.11'],
    ['Umsaetze_KtoNr538917600_EUR_02-03-2018_1503.CSV', 1, '-17.22'],
    ['export_BE11123456789012_20180304_1422.csv', 1, '-3.4'],
    ['export_KBC-Mastercard Business Essential_20200204_1604.csv', 3, '2.73'],
    ['test_BOI_TransactionExport.csv', 27, '-419.61'],
  ])('%s needs no mapping', (name, count, total) => {
    expect(measured(read(name))).toEqual([count, [total]])
  })

  itReal('takes the currency from a header and counterparties with their umlauts', () => {
    expect(firstOf(read('20171001-20171106.csv'))).toMatchObject({
      currency: 'EUR',
      counterparty: 'NINTENDO OF EUROPE',
    })
    expect(Object.keys(firstOf(read('20171001-20171106.csv')).attributes)).toContain('Fremdwährung')
    expect(firstOf(read('TH_20180521-20180523.csv'))).toMatchObject({ currency: 'CZK', date: '1111-11-11' })
  })

  itReal('in which day and month could be either is asked about, and read when told', () => {
    const name = '20180226_12345678.csv'
    expect(faultsOf(read(name))).toEqual(['2 undecided_date Date date'])
    const mapping = { date: { column: 'Date', format: 'DD/MM/YYYY' } }
    expect(firstOf(read(name, { mapping }))).toMatchObject({ date: '2018-02-10', amount: '-5' })
  })

  itReal('with pending payments is refused at each of them', () => {
    const faults = faultsOf(read('MS_JANE_SMITH_01-12-2019_14-12-2019.csv'))
    const pending = [2, 3, 4].map((line) => `${line} invalid_date Date Processed date`)
    // Beside `CR` in one row, amounts without it may be debits.
    expect(faults).toEqual([...pending, expect.stringMatching(/^\d+ undecided_sign 4 amount$/)])
  })

  itReal('with pending payments is read without them', () => {
    const skip = [{ column: 'Date Processed', equals: 'pending' }]
    const amount = { column: 'Amount', flag: '4', debitValues: [''], creditValues: ['CR'] }
    const end = read('MS_JANE_SMITH_01-12-2019_14-12-2019.csv', { mapping: { amount, skip } })
    expect(measured(end)).toEqual([10, ['-285.8']])
  })

  itReal(
    'with pound signs, and credits marked in a column without a name, is read once the payments are booked',
    () => {
      const text = bytesOf('MS_JANE_SMITH_01-12-2019_14-12-2019.csv').toString().replaceAll('Pending', '13-Dec-2019')
      const mapping = { amount: { column: 'Amount', flag: '4', debitValues: [''], creditValues: ['CR'] } }
      const spent = [67.4, 8.99, 37.8, 1183.23, 18.89, 23, 80.99, 1.5, 50, 10, 9.99, 8.2]
      const total = 110_000 - spent.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
      expect(measured(intakeOf(text, { mapping, currency: 'GBP' }))).toEqual([13, [String(total / 100)]])
    },
  )

  itReal('in Czech is read with its encoding and without, with a mapping and without', () => {
    const mapping = {
      amount: 'Zaúčtovaná částka',
      currency: 'Měna účtu',
      date: 'Datum zaúčtování',
      counterparty: 'Název protiúčtu',
    }
    const end = read('Movements_1234512345_201805271848.csv', { encoding: 'windows-1250', mapping })
    expect(firstOf(end)).toMatchObject({
      amount: '-1',
      currency: 'CZK',
      date: '2018-05-27',
      counterparty: 'Name Surname',
    })
    expect(read('Movements_1234512345_201805271848.csv', { encoding: 'windows-1250' })).toEqual(end)
    expect(read('Movements_1234512345_201805271848.csv')).toEqual(end)
  })

  itReal('without a header is read by the positions of its columns', () => {
    const mapping = { header: false, date: '1', amount: { debit: '3', credit: '4' }, description: '5' } as const
    const [record, end] = [firstOf, read('dba33fceecd62c3c727893361e0ba4d3.P000000027355791.csv', { mapping })]
    expect(record(end)).toMatchObject({
      date: '2018-02-27',
      amount: '-7.8',
      description: "MCDONALD'S (TAM KIOSK) SI NG 22FEB",
    })
  })

  const columns = { header: false, date: '1', description: '2', valueDate: '3' } as const

  itReal.each<[string, Options['mapping'], number]>([
    ['test_row_format_neg_inflow.csv', { ...columns, amount: '4', currency: '5' }, 71],
    ['test_row_format_default.csv', { ...columns, amount: { credit: '4', debit: '5' } }, 71],
    ['test_delimiter_tab.csv', { ...columns, amount: { credit: '4', debit: '5' } }, 71],
  ])('%s is refused at the row without an amount, and read without it', (name, mapping, line) => {
    const refused = read(name, { mapping })
    expect(faultsOf(refused)).toEqual([`${line} not_a_record null null`])
    const passing = JSON.parse(/The mapping (\{.*\}) leaves/.exec(detailsOf(refused))?.[1] ?? '')
    expect(passing).toEqual({
      ...mapping,
      skip: [{ column: '1', starts: 'A null transaction, just to confuse things' }],
    })
    const end = read(name, { mapping: passing })
    expect(measured(end)).toEqual([73, ['-4580.7']])
    expect(end.ok && end.summary.warnings).toContainEqual({ code: 'skipped_entries', count: 1, firstLine: line })
  })

  itReal('whose flags are not all known is refused at each that is not', () => {
    const amount = { column: '4', flag: '5', debitValues: ['O'], creditValues: ['I'] }
    const faults = faultsOf(read('test_row_format_CD_flag.csv', { mapping: { ...columns, amount } }))
    expect(faults.at(-1)).toBe('74 invalid_flag 5 amount')
    expect(faults).toContain('71 not_a_record null null')
  })
})
