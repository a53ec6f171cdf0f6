import { type Residual, sumResiduals } from '@tallystick/audit/report/residuals'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { TotalsLine } from '@tallystick/engine/result'
import type { Sides } from './record-texts.ts'
import type { Finished, SideCounts } from './totals-report.ts'

export interface Reconciled {
  readonly outcome: ReconcileResult
  readonly sides: Sides
  readonly residuals: readonly Residual[]
}

/** The figures for the summary of a reconciliation on this machine. O(records) where matches left residuals. */
export function finishedHere({ outcome, sides, residuals }: Reconciled): Omit<Finished, 'out' | 'reportPath'> {
  const { summary, leafCount, resultRoot, passes } = outcome
  const countsOf = (side: 'source' | 'target', excludedName: 'excludedSource' | 'excludedTarget'): SideCounts => ({
    recordCount: sides[side].summary.recordCount,
    residualCount: residuals.filter((residual) => residual.side === side).length,
    excludedCount: passes.reduce((sum, pass) => sum + pass[excludedName], 0),
  })
  return {
    summary,
    leafCount,
    resultRoot,
    totals: totalsOf(outcome),
    sides: { source: countsOf('source', 'excludedSource'), target: countsOf('target', 'excludedTarget') },
    excluding: passes.filter(({ action }) => action === 'exclude'),
    residualSums: sumResiduals(residuals, sides),
  }
}

function totalsOf({ chunks }: ReconcileResult): TotalsLine {
  const chunk = chunks.findLast(({ view }) => view === 'totals')
  if (chunk === undefined) throw new Error('A result has no totals')
  return JSON.parse(chunk.text)
}
