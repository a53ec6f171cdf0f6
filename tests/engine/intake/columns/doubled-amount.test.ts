import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'
import { row, xlsxOf } from '../xlsx/xlsx-writer.ts'

const of = (header: string, ...rows: readonly string[]) => [header, ...rows].map((each) => `${each}\n`).join('')

describe('a file with two columns of the name of its amount', () => {
  it('is refused with both places, and read by either mapping that it offers', () => {
    const text = of('Id,Date,Amount,Amount', 'a,2026-03-01,10.00,12.00', 'b,2026-03-02,5.00,5.00')
    expect(faultsOf(intakeOf(text))).toEqual(['1 undecided_column Amount amount'])
    expect(detailsOf(intakeOf(text))).toBe(
      'Got two columns "Amount" with different amounts, column 3 with "10.00" and column 4 with "12.00": wanted a mapping that chooses one, {"amount":"Amount"} or {"amount":"Amount#2"}',
    )
    expect(recordsOf(intakeOf(text, { mapping: { amount: 'Amount' } }))[0]?.amount).toBe('10')
    expect(recordsOf(intakeOf(text, { mapping: { amount: 'Amount#2' } }))[0]?.amount).toBe('12')
  })

  it('keeps its flags and the rest of the mapping in what it offers', () => {
    const text = of('Day,Betrag,S/H,Betrag', '01.03.2026,10.00,S,11.00', '02.03.2026,5.00,H,5.00')
    const [, offered = ''] = /or (\{.*\})$/.exec(detailsOf(intakeOf(text, { mapping: { date: 'Day' } }))) ?? []
    expect(JSON.parse(offered)).toMatchObject({ date: 'Day', amount: { column: 'Betrag#2', flag: 'S/H' } })
    expect(recordsOf(intakeOf(text, { mapping: JSON.parse(offered) })).map(({ amount }) => amount)).toEqual([
      '-11',
      '5',
    ])
  })

  it('may be a workbook', () => {
    const rows = row('Date', 'Amount', 'Amount') + row('2026-03-01', 10, 12)
    expect(detailsOf(intakeOf(xlsxOf({ sheets: [{ name: 'S', rows }] }), { format: xlsxFormat }))).toContain(
      'column 2 with "10" and column 3 with "12"',
    )
  })

  it.each([
    ['equal amounts', of('Date,Amount,Amount', '2026-03-01,10.00,10.00')],
    [
      'the same written otherwise',
      of('Date,Amount,Amount', '2026-03-01,10.00,EUR 10.0', '2026-03-02,"1,234.50",1234.5'),
    ],
    ['a blank one', of('Date,Amount,Amount', '2026-03-01,10.00,')],
    ['a currency', of('Date,Amount,Amount', '2026-03-01,10.00,EUR')],
    ['another field twice', of('Date,Amount,Text,Text', '2026-03-01,10.00,a,b')],
  ])('is read where the second has %s', (_, text) => {
    expect(recordsOf(intakeOf(text))[0]?.amount).toBe('10')
  })
})
