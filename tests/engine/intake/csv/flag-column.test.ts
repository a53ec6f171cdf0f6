import { describe, expect, it } from 'vitest'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const amountsOf = (lines: readonly string[], mapping = {}) =>
  recordsOf(intakeOf(lines.join('\n'), { mapping })).map(({ amount }) => amount)

describe('a column that says which amounts are debits', () => {
  it.each([
    ['Type', 'Debit', 'Credit'],
    ['Transaction Type', 'debit', 'credit'],
    ['Sens', 'D', 'C'],
    ['Direction', 'OUT', 'IN'],
    ['+/-', '-', '+'],
    ['', 'S', 'H'],
    ['Art', 'Soll', 'Haben'],
  ])('is known by its values: %s', (name, debit, credit) => {
    const lines = [
      `Date,Text,Amount,${name}`,
      `2026-03-13,a,"1,000.50",${debit}`,
      `2026-03-14,b,20.00,${credit}`,
      'Page 2,,,',
      `Date,Text,Amount,${name}`,
      `2026-03-15,c,3.00,${debit}`,
    ]
    const skip = [{ starts: 'Page' }, { repeatedHeader: true }]
    expect(amountsOf(lines, { skip })).toEqual(['-1000.5', '20', '-3'])
  })

  it('is known where all of them are debits', () => {
    expect(amountsOf(['Date,Amount,Type', '2026-03-13,10.00,DEBIT'])).toEqual(['-10'])
    expect(amountsOf(['Date;Amount; ', '2026-03-13;10.00;S'])).toEqual(['-10'])
  })

  it.each([
    ['whose amounts have signs', ['-10.00,DEBIT', '20.00,CREDIT'], ['-10', '20']],
    ['of words that are of neither side', ['10.00,CARD', '20.00,CHECK'], ['10', '20']],
    ['of countries', ['10.00,IN', '20.00,IN'], ['10', '20']],
    ['of one letter', ['10.00,D', '20.00,D'], ['10', '20']],
    ['that is empty', ['10.00,', '20.00,'], ['10', '20']],
  ])('is none %s', (_, rows, amounts) => {
    const lines = rows.map((row) => `2026-03-13,${row}`)
    expect(amountsOf(['Date,Amount,Type', ...lines])).toEqual(amounts)
  })

  it('is none where the mapping names the amount, and a question where it names the column alone', () => {
    const lines = ['Date,Amount,Kind', '2026-03-13,10.00,DEBIT', '2026-03-14,20.00,CREDIT']
    expect(amountsOf(lines, { amount: 'Amount' })).toEqual(['10', '20'])
    expect(faultsOf(intakeOf(lines.join('\n'), { mapping: { type: 'Kind' } }))).toEqual([
      '2 undecided_sign Kind amount',
    ])
  })

  it.each(['Status', 'Description', 'Reference'])('is none where it is another field: %s', (name) => {
    expect(amountsOf([`Date,Amount,${name}`, '2026-03-13,10.00,D', '2026-03-14,20.00,C'])).toEqual(['10', '20'])
  })
})

describe('a mapping that is offered', () => {
  const offered = (text: string) => JSON.parse(/guesses are right: (.*)$/.exec(detailsOf(intakeOf(text)))?.[1] ?? '')

  it('has the column that says which amounts are debits, and that of the currency', () => {
    const text = ['Day;Sum due;Way;Money', '13.03.2026;10,00;out;EUR', '14.03.2026;20,00;in;EUR'].join('\n')
    const mapping = offered(text)
    expect(mapping).toEqual({
      date: 'Day',
      amount: { column: 'Sum due', flag: 'Way', debitValues: ['OUT'], creditValues: ['IN'] },
      currency: 'Money',
    })
    expect(recordsOf(intakeOf(text, { mapping }))).toEqual([
      { amount: '-10', currency: 'EUR', date: '2026-03-13' },
      { amount: '20', currency: 'EUR', date: '2026-03-14' },
    ])
  })

  it('has no column of fees or rates for the amount', () => {
    const text = ['Day,Source fee amount,Exchange rate,Source sum (after fees)', '2026-03-13,0.50,1.25,100'].join('\n')
    expect(offered(text)).toEqual({ date: 'Day', amount: 'Source sum (after fees)' })
  })

  it('has the words for money that goes out, and leaves out what moves none', () => {
    const text = [
      'Created Datetime,Transaction Type,Amount Submitted',
      '2026-03-01 10:00,sale,10.00',
      '2026-03-01 10:00,refund,5.00',
      '2026-03-01 10:00,void,1.00',
    ].join('\n')
    const mapping = offered(text)
    expect(mapping).toEqual({
      date: 'Created Datetime',
      amount: { column: 'Amount Submitted', flag: 'Transaction Type', debitValues: ['refund'], creditValues: ['sale'] },
      skip: [{ column: 'Transaction Type', equals: 'void' }],
    })
    expect(recordsOf(intakeOf(text, { mapping })).map(({ amount }) => amount)).toEqual(['10', '-5'])
  })

  it('has the sides of a column with a third word, which is a fault then', () => {
    const text = ['When,Direction,Sum', '2026-03-01,OUT,10.00', '2026-03-01,IN,5.00', '2026-03-01,NEUTRAL,1.00'].join(
      '\n',
    )
    const mapping = offered(text)
    expect(mapping.amount).toEqual({ column: 'Sum', flag: 'Direction', debitValues: ['OUT'], creditValues: ['IN'] })
    expect(faultsOf(intakeOf(text, { mapping }))).toEqual(['4 invalid_flag Direction amount'])
  })

  it('has them in a file without a header', () => {
    const mapping = offered('2026-03-01,Coffee,3.50,EUR,D\n2026-03-02,Salary,2000.00,EUR,C')
    const amount = { column: '3', flag: '5', debitValues: ['D'], creditValues: ['C'] }
    expect(mapping).toEqual({ header: false, date: '1', amount, currency: '4' })
  })
})
