import { canonicalize } from '@tallystick/engine/base'
import { reconcile } from '@tallystick/engine/reconcile'
import { createTableBuilder } from '@tallystick/engine/record'
import { compileRules } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import { demoRecordCount, demoSides, demoTotals } from '../../../../../functions/service/store/demo/demo-data.ts'
import { demoDataset } from '../../../../../functions/service/store/demo/demo-dataset.ts'

describe('demoSides', () => {
  it('holds 200 records a side with ids of their own', () => {
    const { bank, ledger } = demoSides()
    expect([bank.length, ledger.length]).toEqual([demoRecordCount, demoRecordCount])
    expect(new Set([...bank, ...ledger].map(({ id }) => id)).size).toBe(2 * demoRecordCount)
  })

  it('gives a smaller demo the first records of the large one', () => {
    const { bank, ledger } = demoSides(25)
    expect(bank).toEqual(demoSides().bank.slice(0, 25))
    expect(ledger).toEqual(demoSides().ledger.slice(0, 25))
  })

  it('shows every kind of outcome in the first ten records a side', () => {
    const { summary } = reconcileFirst(10, [{ field: 'reference' }, { field: 'amount', tolerance: 0.01 }])
    expect(summary.confidence).toEqual({ exact: 5, high: 1, medium: 0, low: 0 })
    expect(summary.breaks).toEqual({
      amount_mismatch: 1,
      duplicate: 1,
      missing_in_source: 2,
      missing_in_target: 3,
    })
  })

  it('shows a day of difference to a rule that compares dates', () => {
    const { summary } = reconcileFirst(10, [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }])
    expect(summary.breaks).toMatchObject({ date_mismatch: 1 })
  })

  it('is never ambiguous by amount alone, however many records are shown', () => {
    const { summary } = reconcileFirst(demoRecordCount, [{ field: 'amount', tolerance: 0.01 }])
    expect(summary.ambiguous).toBe(0)
    expect(summary.matchCount).toBe(120)
  })

  it('splits one posting in twenty into two payments of its batch', () => {
    const { bank, ledger } = demoSides()
    const batches = Map.groupBy(bank, (record) => record.attributes?.['batch'])
    batches.delete(undefined)
    expect(batches.size).toBe(20)
    for (const [batch, parts] of batches) {
      const posting = ledger.filter((record) => record.attributes?.['batch'] === batch)
      expect(demoTotals(parts)).toEqual(demoTotals(posting))
    }
  })
})

describe('demoDataset', () => {
  it('has the same bytes, totals and root in every isolate', () => {
    const { text, root, recordCount, totals } = demoDataset('demo-bank')
    expect(text.split('\n')[0]).toBe(canonicalize({ ...demoSides(1).bank[0] }))
    expect(recordCount).toBe(demoRecordCount)
    expect({ root, totals }).toMatchInlineSnapshot(`
      {
        "root": "5bf0fa8e7be39ce47523dac473b9200c202a0a90ae7c2c1b540516eee8a4d576",
        "totals": {
          "EUR": "163968.8",
          "USD": "-28308.6",
        },
      }
    `)
  })
})

function reconcileFirst(count: number, criteria: readonly { field: string; tolerance?: number }[]) {
  const { bank, ledger } = demoSides(count)
  const compiled = compileRules({ form: 'criteria', criteria })
  if (!compiled.ok) throw new Error('The rules of this test compile')
  const table = (records: typeof bank) => {
    const builder = createTableBuilder(compiled.policy.attributePaths)
    builder.addLines(records.map((record) => `${canonicalize({ ...record })}\n`).join(''))
    return { table: builder.finish(), root: '0'.repeat(64) }
  }
  return reconcile({ source: table(bank), target: table(ledger), policy: compiled.policy, sha256 })
}
