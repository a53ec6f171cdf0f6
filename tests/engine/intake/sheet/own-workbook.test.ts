import { expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { writeWorkbook } from '../../../../functions/audit/workbook/workbook.ts'
import { intakeOf, recordsOf } from '../read.ts'

/** The workbooks of reports, which another program writes than the tests of the reader. */
it('reads back what a report says, whatever the sizes of the parts', async () => {
  const parts: Uint8Array[] = []
  const sheet = {
    name: 'Breaks',
    columns: [
      { title: 'ID', kind: 'text' },
      { title: 'Date', kind: 'date' },
      { title: 'Amount', kind: 'amount', currencyIn: 'Currency' },
      { title: 'Currency', kind: 'text' },
      { title: 'Note', kind: 'text' },
    ],
    rows: [
      ['007', '2026-03-31', '-1234.5', 'EUR', '=1+1 & <b>'],
      ['a_x000D_b', '1900-03-01', '0.000001', 'JPY', null],
      ['3', '9999-12-31', '123456789012345678', null, 'two\r\nlines\u0001'],
    ],
  } as const
  for await (const part of writeWorkbook([sheet])) parts.push(part)
  const bytes = Buffer.concat(parts)
  const records = [
    { id: '007', date: '2026-03-31', amount: '-1234.5', currency: 'EUR', attributes: { Note: '=1+1 & <b>' } },
    { id: 'a_x000D_b', date: '1900-03-01', amount: '0.000001', currency: 'JPY' },
    { id: '3', date: '9999-12-31', amount: '123456789012345678', attributes: { Note: 'two\r\nlines\u0001' } },
  ]
  for (const size of [1, 7, 65_536]) expect(recordsOf(intakeOf(bytes, { format: xlsxFormat }, [size]))).toEqual(records)
})
