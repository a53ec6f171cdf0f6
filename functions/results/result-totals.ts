import type { RunSummary } from '@tallystick/engine'
import type { ResultTotals } from '../../schema/result.ts'
import { auditTrailIdOf } from './result-item.ts'

/** What a reconciliation response says of all of the run; records that a rule excluded are in no count. */
export const totalsOf = (summary: RunSummary, resultRoot: string): ResultTotals => ({
  total_matches: summary.matchCount,
  matched_count: summary.source.matched,
  unmatched_count: summary.source.open + summary.target.open,
  confidence_breakdown: { ...summary.confidence },
  audit_trail_id: auditTrailIdOf(resultRoot),
})
