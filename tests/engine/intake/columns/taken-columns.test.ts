import { describe, expect, it } from 'vitest'
import type { TakenColumns } from '../../../../engine/intake/columns/taken-columns.ts'
import { intakeOf, type Options } from '../read.ts'

function heard(text: string, options: Options = {}) {
  const columns: TakenColumns[] = []
  const lines: number[] = []
  const end = intakeOf(text, {
    ...options,
    onColumns: (taken) => columns.push(...taken),
    onRecords: (some) => lines.push(...some),
  })
  expect(end.ok).toBe(true)
  return { columns: columns.map(({ field, columns }) => `${field} ← ${columns.join(', ')}`), lines }
}

describe('who listens to an intake', () => {
  it('hears which columns the fields are read from', () => {
    expect(heard('Buchungstag;Verwendungszweck;Betrag (EUR);Saldo\n01.03.2026;x;1,50;2,50\n').columns).toEqual([
      'amount ← Betrag (EUR)',
      'currency ← Betrag (EUR)',
      'date ← Buchungstag',
      'description ← Verwendungszweck',
      'attributes.Saldo ← Saldo',
    ])
  })

  it('hears of both columns of an amount', () => {
    const sides = 'date,debit,credit,currency\n2026-03-01,,5,EUR\n'
    expect(heard(sides).columns).toEqual(['amount ← debit, credit', 'date ← date', 'currency ← currency'])
    const flagged = 'date,amount,cr dr,currency\n2026-03-01,5,CR,EUR\n'
    expect(heard(flagged).columns).toEqual(['amount ← amount, cr dr', 'date ← date', 'currency ← currency'])
  })

  it('hears of columns that a mapping names by their positions', () => {
    const mapping = { header: false, amount: '2', date: '1', 'attributes.batch': '3' }
    expect(heard('2026-03-01,5,B1\n', { mapping }).columns).toEqual(['amount ← 2', 'date ← 1', 'attributes.batch ← 3'])
  })

  it('hears the physical line of each record, in their order', () => {
    expect(heard('My bank\n\ndate,amount,text\n2026-03-01,5,"a\nb"\n\n2026-03-02,6,c\n').lines).toEqual([4, 7])
    const ndjson = '\n{"amount":1}\n\n{"amount":2}\n'
    expect(heard(ndjson, { format: 'ndjson' })).toEqual({ columns: ['amount ← amount'], lines: [2, 4] })
  })
})
