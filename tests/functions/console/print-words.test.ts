import { describe, expect, it } from 'vitest'
import { rowsOfLine } from '../../../functions/audit/report/report-row.ts'
import type { RecordLine } from '../../../functions/audit/report/shown-record.ts'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { ShownLine } from '../../../functions/console/engine-worker/engine-types.ts'
import { itemWords, periodWords } from '../../../functions/console/result/print-words.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const record = { date: '2026-03-01', currency: 'EUR', reference: 'A', description: null, counterparty: 'Birch' }
const amounts: { readonly [id: string]: string } = { s1: '100', s2: '100', t1: '99.5' }

function shown(line: RecordLine, source: number): ShownLine {
  const rows = rowsOfLine(line, { id: 'x', recordOf: ({ id }) => ({ ...record, id, amount: amounts[id] ?? null }) })
  const sum = (amount: string) => ({ amount, currency: 'EUR' })
  const sums = { source: sum(source === 1 ? '100' : '200'), target: sum('99.5') }
  const facts = { amount: '1', currency: 'EUR', ageDays: 0, fileLine: 1, sums }
  return { position: 0, leaf: 0, rows, recordCounts: { source, target: 1 }, ...facts }
}

describe('an open item on paper', () => {
  it('has both amounts where they differ', () => {
    const line = shown(
      { kind: 'break', reason: 'amount_mismatch', source: ['s1'], target: ['t1'], difference: '-0.5' },
      1,
    )
    expect(itemWords(line, 'source')).toBe('Mar 1, 2026 · Birch · A · 100.00 EUR')
    expect(itemWords(line, 'target')).toBe('Mar 1, 2026 · Birch · A · 99.50 EUR')
  })

  it('counts the records of a side that has several', () => {
    const line = shown({ kind: 'break', reason: 'ambiguous', source: ['s1', 's2'], target: ['t1'] }, 2)
    expect(itemWords(line, 'source')).toBe('Mar 1, 2026 · Birch · A · 2 records · 200.00 EUR')
    expect(itemWords(line, 'target')).toBe('Mar 1, 2026 · Birch · A · 99.50 EUR')
  })
})

describe('the period of a run', () => {
  it('is that of the records of both sides', async () => {
    const session = createEngineSession({ sha256, openRows })
    const days = { source: ['2026-03-02', '2026-03-09'], target: ['2026-02-27', '2026-03-05'] }
    for (const side of ['source', 'target'] as const) {
      const text = `id,date,amount\n${days[side].map((day, row) => `${side}${row},${day},1.00\n`).join('')}`
      await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, () => undefined)
    }
    const start = await session.reconcile({ policy: [{ id: 'r', match: [{ field: 'amount' }] }] }, () => undefined)
    expect(start).toMatchObject({ kind: 'done', run: { since: '2026-02-27', asOf: '2026-03-09' } })
  })

  it.each([
    ['2026-03-01', '2026-03-31', 'Mar 1, 2026 to Mar 31, 2026'],
    ['2026-03-01', '2026-03-01', 'Mar 1, 2026'],
    [null, null, undefined],
  ])('from %s to %s is %s', (since, asOf, words) => {
    expect(periodWords({ since, asOf })).toBe(words)
  })
})
