import { describe, expect, it } from 'vitest'
import { furtherColumnNames } from '../../../../engine/intake/columns/further-names.ts'
import { generalColumnNames } from '../../../../engine/intake/columns/kinds.ts'
import type { TakenColumns } from '../../../../engine/intake/columns/taken-columns.ts'
import { intakeOf } from '../read.ts'

/** The columns of the fields; undefined if the file is refused. */
function columnsOf(text: string): readonly string[] | undefined {
  const columns: TakenColumns[] = []
  const end = intakeOf(text, { onColumns: (taken) => columns.push(...taken) })
  return end.ok ? columns.map(({ field, columns }) => `${field} ← ${columns.join(', ')}`) : undefined
}

describe('a list without the usual names of columns', () => {
  it('is read by the names of an invoice, an order, a cheque or an order to pay', () => {
    const files = [
      ['Invoice No,Due Date,Total (EUR)\n7,2026-03-02,5.00\n', ['amount ← Total (EUR)', 'date ← Due Date']],
      ['Order,Order Date,Order Total\n7,2026-03-02,5.00\n', ['amount ← Order Total', 'date ← Order Date']],
      ['Serial;Posted;Withdrawals;Deposits\n7;02.03.2026;5,00;\n', ['amount ← Withdrawals, Deposits', 'date ← Posted']],
      ['Kunde;Fällig am;Rechnungsbetrag\nx;02.03.2026;5,00\n', ['amount ← Rechnungsbetrag', 'date ← Fällig am']],
    ] as const
    for (const [text, wanted] of files) expect(columnsOf(text)).toEqual(expect.arrayContaining([...wanted]))
  })

  it('is refused where the values are no dates or no amounts', () => {
    expect(columnsOf('Invoice No,Posted,Total\n7,yes,5.00\n')).toBeUndefined()
    expect(columnsOf('Invoice No,Posted,Total\n7,2026-03-02,five\n')).toBeUndefined()
    expect(columnsOf('Invoice No,Posted,Total\n7,2026-03-02,5.00\n')).toContain('date ← Posted')
  })

  it('is read by the usual names wherever a row has them, above or below', () => {
    const columns = columnsOf(
      'Due Date,Total\n2026-03-31,9.00\n\nDate,Amount,Due Date,Total\n2026-03-02,5.00,2026-03-31,9.00\n',
    )
    expect(columns).toEqual([
      'amount ← Amount',
      'date ← Date',
      'attributes.Due Date ← Due Date',
      'attributes.Total ← Total',
    ])
  })

  it('has names that are no usual names of the same field', () => {
    for (const [field, further] of furtherColumnNames) {
      const usual = generalColumnNames.get(field)?.map((name) => name.replaceAll(' ', ''))
      expect(further.filter((name) => usual?.includes(name))).toEqual([])
      expect(new Set(further).size).toBe(further.length)
    }
  })
})

describe('the mapping that a fault offers', () => {
  it('never takes a commission for the amount', () => {
    const end = intakeOf('order,posted on day,price paid,commission\nA,2026-03-02,50.00,-7.50\n')
    expect(JSON.stringify(end)).toContain('price paid')
    expect(JSON.stringify(end)).toMatch(/amount\W+price paid/)
  })
})
