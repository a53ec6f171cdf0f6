import { describe, expect, it } from 'vitest'
import { createHeaderReader } from '../../../../engine/intake/columns/header.ts'
import { takenColumns } from '../../../../engine/intake/columns/taken-columns.ts'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const amountsOf = (lines: readonly string[], options = {}) =>
  recordsOf(intakeOf(lines.join('\n'), options)).map(({ amount }) => amount)

describe('the values of a column beside amounts without a sign', () => {
  it.each([
    [
      'Transaction Date,Transaction Amount,Transaction Type,Balance',
      ['04/30/24,45.1,Debit,9', '04/29/24,2500,Credit,54'],
    ],
    ['Date,Description,Amount,Transaction Type', ['4/30/2024,Target,45.10,debit', '4/29/2024,Acme,2500.00,credit']],
    ['Buchungstag;Verwendungszweck;Währung;Umsatz; ', ['30.04.2020;x;EUR;45,10;S', '29.04.2020;y;EUR;2.500,00;H']],
    ['Buchungstag;Verwendungszweck;Umsatz; ', ['30.04.2020;x;45,10;S', '29.04.2020;y;2500,00;']],
    ['Datum;Amount;Direction', ['30.04.2024;45,10;OUT', '29.04.2024;2500,00;IN']],
    ['Date;Montant;Sens', ['30.04.2024;45,10;Débit', '29.04.2024;2500,00;Crédit']],
  ])('say which are debits: %s', (header, [debit = '', credit = '']) => {
    expect(amountsOf([header, debit])).toEqual(['-45.1'])
    if (!credit.endsWith(';')) expect(amountsOf([header, debit, credit])).toEqual(['-45.1', '2500'])
  })

  it('say nothing where the debits have their minus, and of words that are of neither side', () => {
    const signed = ['Details,Posting Date,Amount', 'DEBIT,04/30/2024,-45.10', 'CREDIT,04/29/2024,20.00']
    expect(amountsOf([...signed, 'DSLIP,04/28/2024,5.00', 'DEBIT,04/28/2024,7.00'])).toEqual(['-45.1', '20', '5', '7'])
    const unsigned = [
      'Date,Amount,Type',
      ...Array<string>(50).fill('2024-04-30,5.00,Credit'),
      '2024-04-30,6.00,Interest',
    ]
    expect(new Set(amountsOf(unsigned))).toEqual(new Set(['5', '6']))
  })

  it.each([
    ['Date,Amount,Card type', '2024-04-30,5.00,debit'],
    ['Date,Amount,Card', '2024-04-30,5.00,Debit\n2024-04-30,5.00,Credit'],
    ['Date,Amount,Grade', '2024-04-30,5.00,D'],
    ['Date,Amount,Type', '2024-04-30,5.00,S'],
    ['Date,Amount,Type', '2024-04-30,5.00,Debit card'],
  ])('are no flags: %s', (header, row) => {
    expect(new Set(amountsOf([header, row]))).toEqual(new Set(['5']))
  })

  it.each(['D/K', 'Debetas/Kreditas', 'Merkmal'])('of both sides are flags in a column %s', (name) => {
    const rows = ['2024-04-30;5,00;D', '2024-04-29;6,00;K']
    expect(amountsOf([`Data;Suma;${name}`, ...rows])).toEqual(['-5', '6'])
  })

  it('are a question where one is blank', () => {
    const lines = ['Date,Amount,Type', '2024-04-30,5.00,Debit', '2024-04-29,6.00,']
    expect(faultsOf(intakeOf(lines.join('\n')))).toEqual(['3 invalid_flag Type amount'])
  })

  it('are a question where one below is another word', () => {
    const lines = ['Date,Amount,Type', ...Array<string>(50).fill('2024-04-30,5.00,Debit'), '2024-04-29,6.00,Fee']
    expect(faultsOf(intakeOf(lines.join('\n')))).toEqual(['52 invalid_flag Type amount'])
  })

  it('are a question where one of the first is another word beside both sides', () => {
    const lines = ['Date,Amount,Type', '2024-04-30,5.00,Debit', '2024-04-29,6.00,Credit', '2024-04-28,7.00,Fee']
    expect(faultsOf(intakeOf(lines.join('\n')))).toEqual(['4 invalid_flag Type amount'])
    const signed = ['Date,Amount,Type', '2024-04-30,5.00,Credit', '2024-04-29,-6.00,Debit', '2024-04-28,-7.00,Fee']
    expect(amountsOf(signed)).toEqual(['5', '-6', '-7'])
  })

  it('leave the type as it is, and are named among the columns', () => {
    const [record] = recordsOf(intakeOf('Date,Amount,Type\n2024-04-30,5.00,Debit'))
    expect(record).toMatchObject({ amount: '-5', type: 'Debit' })
    const header = createHeaderReader({}, undefined)(['Date', 'Amount', 'Type'], [['2024-04-30', '5.00', 'Debit']])
    expect(takenColumns(header)[0]).toEqual({ field: 'amount', columns: ['Amount', 'Type'] })
  })

  it('are in the mapping that a file without a header is told to paste', () => {
    const triodos = ['"30-04-2024","45,10","Debet","x"', '"29-04-2024","2.500,00","Credit","y"']
    const mapping = {
      header: false,
      date: '1',
      amount: { column: '2', flag: '3', debitValues: ['DEBET'], creditValues: ['CREDIT'] },
    }
    expect(detailsOf(intakeOf(triodos.join('\n')))).toContain(JSON.stringify(mapping))
    expect(amountsOf(triodos, { mapping })).toEqual(['-45.1', '2500'])
  })

  it('are no flags of an amount that the mapping names', () => {
    const lines = ['Date,Amount,Type', '2024-04-30,5.00,Debit']
    expect(amountsOf(lines, { mapping: { amount: 'Amount' } })).toEqual(['5'])
  })
})
