import { fromUtf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { rowsOfLine } from '../../../../functions/audit/report/report-row.ts'
import { reportSheet } from '../../../../functions/audit/report/report-sheet.ts'
import {
  namesInLine,
  type RecordLine,
  type ShownRecord,
  shownRecordOf,
} from '../../../../functions/audit/report/shown-record.ts'
import { writeCsv } from '../../../../functions/audit/report/write-csv.ts'
import type { View } from '../../../../schema/result.ts'

const records = new Map<string, ShownRecord>(
  [
    { id: 's1', date: '2026-03-02', amount: '100', currency: 'EUR', reference: 'INV-1', description: '=1+1' },
    { id: 's2', date: '2026-03-03', amount: '23.5', currency: 'EUR' },
    { id: 't1', date: '2026-03-02', gross: '123.5', net: '100', currency: 'EUR', counterparty: 'Birch & Sons' },
    { id: 't2', date: '2026-03-04', amount: '1234', currency: 'JPY' },
  ].map((record) => [record.id, shownRecordOf(record)]),
)

/** The rows of lines as objects by title, without empty cells. */
async function rowsOf(view: View, lines: readonly RecordLine[]): Promise<readonly unknown[]> {
  const rows = lines.flatMap((line) => rowsOfLine(line, { id: 'id_1', recordOf: ({ id }) => records.get(id) }))
  const sheet = reportSheet(view, rows)
  const read: unknown[] = []
  for await (const row of sheet.rows)
    read.push(
      Object.fromEntries(
        row.flatMap((cell, index) => (cell === null ? [] : [[sheet.columns[index]?.title, cell] as const])),
      ),
    )
  return read
}

const s1 = {
  'source id': 's1',
  'source date': '2026-03-02',
  'source amount': '100',
  'source currency': 'EUR',
  'source reference': 'INV-1',
  'source description': '=1+1',
}
const s2 = { 'source id': 's2', 'source date': '2026-03-03', 'source amount': '23.5', 'source currency': 'EUR' }
const t1 = {
  'target id': 't1',
  'target date': '2026-03-02',
  'target amount': '100',
  'target currency': 'EUR',
  'target counterparty': 'Birch & Sons',
}
const t2 = { 'target id': 't2', 'target date': '2026-03-04', 'target amount': '1234', 'target currency': 'JPY' }

describe('the rows of a line', () => {
  it('are a row a record of the longer side, with the figures on the first', async () => {
    const line = { kind: 'match', rule: 'r', confidence: 'high', source: ['s1', 's2'], target: ['t1'] } as const
    expect(
      await rowsOf('matches', [{ ...line, difference: '-23.5', days: -1, variance: 'fee', ambiguous: true }]),
    ).toEqual([
      {
        ...{ id: 'id_1', rule: 'r', confidence: 'high', variance: 'fee' },
        ...{ difference: '-23.5', currency: 'EUR', days: '-1', explanation: 'another choice was as good' },
        ...s1,
        ...t1,
      },
      { id: 'id_1', rule: 'r', confidence: 'high', variance: 'fee', ...s2 },
    ])
  })

  it('say why a break is open, and show what came near below it', async () => {
    const line: RecordLine = {
      kind: 'break',
      reason: 'missing_in_target',
      source: ['s1'],
      failed: { rule: 'r', field: 'amount', needs: { tolerance: '1134' } },
      hint: 'factor_10',
      candidates: [
        { source: 's1', target: 't2', difference: '1134', days: 2 },
        { source: 's1', target: 't1', takenBy: 'mat_1' },
      ],
      taken: [{ source: 's1', target: 't1', takenBy: 'mat_1' }],
    }
    expect(namesInLine(line)).toEqual([
      { side: 'source', id: 's1' },
      { side: 'target', id: 't1' },
      { side: 'target', id: 't2' },
    ])
    const common = { id: 'id_1', reason: 'missing_in_target', hint: 'factor_10', rule: 'r' }
    expect(await rowsOf('breaks', [line])).toEqual([
      {
        ...common,
        role: 'own',
        explanation:
          'no record of the target belongs to it; one amount is ten times the other; r fails at amount alone, needs tolerance 1134',
        ...s1,
      },
      { ...common, role: 'taken', explanation: 'every criterion holds, but mat_1 has it', ...t1 },
      { ...common, role: 'candidate', difference: '1134', currency: 'JPY', days: '2', explanation: 'came near', ...t2 },
    ])
  })

  it('name no currency of a difference between two', async () => {
    const line: RecordLine = {
      kind: 'break',
      reason: 'currency_mismatch',
      source: ['s1'],
      target: ['t2'],
      difference: '1134',
    }
    const [row] = await rowsOf('breaks', [line])
    expect(row).toEqual(expect.not.objectContaining({ currency: expect.anything() }))
  })

  it('have the id alone of a record that is not there any more', async () => {
    expect(await rowsOf('excluded', [{ kind: 'excluded', rule: 'r', target: ['gone'] }])).toEqual([
      { id: 'id_1', rule: 'r', 'target id': 'gone' },
    ])
  })

  it('stand on the side that records were netted on', async () => {
    const line = { kind: 'netted', rule: 'r', confidence: 'exact', side: 'target', records: ['t1', 't2'] } as const
    expect(await rowsOf('netted', [line])).toEqual([
      { id: 'id_1', rule: 'r', confidence: 'exact', ...t1 },
      { id: 'id_1', rule: 'r', confidence: 'exact', ...t2 },
    ])
  })
})

describe('a sheet as CSV', () => {
  it('has amounts with the digits of their currency, and no formula that a spreadsheet would run', async () => {
    const line: RecordLine = {
      kind: 'break',
      reason: 'amount_mismatch',
      source: ['s1'],
      target: ['t2'],
      difference: '-0.5',
    }
    const rows = rowsOfLine(line, { id: 'brk_1', recordOf: ({ id }) => records.get(id) })
    const parts: Uint8Array[] = []
    for await (const part of writeCsv(reportSheet('breaks', rows))) parts.push(part)
    expect(parts.map(fromUtf8).join('')).toBe(
      'id,role,reason,hint,rule,difference,currency,days,explanation,' +
        'source id,source date,source amount,source currency,source reference,source description,source counterparty,' +
        'target id,target date,target amount,target currency,target reference,target description,target counterparty\r\n' +
        "brk_1,own,amount_mismatch,,,-0.5,,,the amounts differ,s1,2026-03-02,100.00,EUR,INV-1,'=1+1,," +
        't2,2026-03-04,1234,JPY,,,\r\n',
    )
  })
  it('has semicolons and decimal commas where a locale wants them', async () => {
    const columns = [
      { title: 'amount', kind: 'amount', currencyIn: 'currency' },
      { title: 'currency', kind: 'text' },
    ] as const
    const rows = [
      ['-1234.5', 'EUR'],
      ['0.125', '=1,5; a'],
    ]
    const parts: Uint8Array[] = []
    const notation = { separator: ';', decimalSign: ',' } as const
    for await (const part of writeCsv({ columns, rows }, notation)) parts.push(part)
    expect(parts.map(fromUtf8).join('')).toBe(`amount;currency\r\n-1234,50;EUR\r\n0,125;"'=1,5; a"\r\n`)
  })
})
