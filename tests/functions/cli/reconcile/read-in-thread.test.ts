import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWorthThread, readInThread } from '../../../../functions/cli/reconcile/read-in-thread.ts'
import { readSide, type SideRequest, type SideResult } from '../../../../functions/cli/reconcile/read-side.ts'
import { root } from '../../../support/node/step.ts'

const settings = { currency: undefined, encoding: undefined, kind: undefined, level: undefined, sheet: undefined }
const requestOf = (path: string): SideRequest => ({ ...settings, path, mapping: undefined, attributePaths: 'all' })
const sample = (name: string): string => join(root, 'tests/samples', name)

/** What a run reads of a side, without the functions of its table. */
function valuesOf(read: SideResult) {
  if (!read.ok) return read
  const { table, ...others } = read.side
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const textFields = ['id', 'currency', 'reference', 'description', ...table.attributePaths]
  return {
    ...others,
    lineByteCounts: table.lineByteCounts,
    texts: textFields.map((field) => rows.map(table.text(field).textAt)),
    amounts: rows.map(table.decimal('amount').textAt),
    dates: table.date('date'),
  }
}

describe('a side that a thread reads', () => {
  it.each(['bank-statement.csv', 'ledger.csv'])('has all that it has without the thread: %s', async (name) => {
    const counts: number[] = []
    const inThread = await readInThread(requestOf(sample(name)), (byteCount) => counts.push(byteCount))
    expect(valuesOf(inThread)).toEqual(valuesOf(await readSide(requestOf(sample(name)), () => {})))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(statSync(sample(name)).size)
  })

  it('has the same faults', async () => {
    const request = requestOf(sample('rules.json'))
    const faults = await readInThread(request, () => {})
    expect(faults.ok).toBe(false)
    expect(faults).toEqual(await readSide(request, () => {}))
  })

  it('is worth a thread if both files are large and there is a second core', () => {
    const hasCore = availableParallelism() > 1
    expect([2e7, 1e6, 0].map((other) => isWorthThread([2e9, other]))).toEqual([hasCore, false, false])
  })
})
