import { countResiduals } from '../match/state/hand-matches.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { fieldsFound } from './absent-fields.ts'
import { amountSizes } from './amount-sizes.ts'
import type { Break } from './break.ts'
import type { ClaimedLines } from './claimed-lines.ts'
import { exchangeDifferences } from './conversions.ts'
import type { BreakReason } from './line.ts'
import type { RunFigures } from './outcome.ts'
import { countSide, sumSide } from './side-sums.ts'
import { daysFound } from './side-warnings.ts'

interface Classified {
  readonly claimed: ClaimedLines
  readonly suggestionCount: number
  readonly breaks: readonly Break[]
}

/** Counts a run in memory. O(records). */
export function countRun(run: RunState, { claimed, suggestionCount, breaks }: Classified): RunFigures {
  const { confidence, settled, differences } = claimed
  const unsearchedIn = (side: Side): number =>
    breaks.filter((each) => each.isUnsearched && each[side].length > 0).length
  return {
    passes: run.passes,
    source: countSide(run, 'source'),
    target: countSide(run, 'target'),
    residualCount: run.residuals.length + countResiduals(run.byHand),
    decidedCount: run.byHand?.matches.length ?? 0,
    suggestionCount,
    confidence: confidence(),
    reasons: countReasons(breaks),
    sums: { source: sumSide(run, 'source', settled), target: sumSide(run, 'target', settled) },
    differences,
    fx: exchangeDifferences(run),
    unsearched: { source: unsearchedIn('source'), target: unsearchedIn('target') },
    fields: {
      source: fieldsFound(run.begun.source.table, run.attributePaths),
      target: fieldsFound(run.begun.target.table, run.attributePaths),
    },
    days: { source: daysFound(run.begun.source.table), target: daysFound(run.begun.target.table) },
    sizes: () => ({ source: amountSizes(run.begun.source.table), target: amountSizes(run.begun.target.table) }),
  }
}

/** A break counts once, even if it has several lines. */
export function countReasons(breaks: readonly Break[]): { readonly [reason in BreakReason]?: number } {
  const byReason = Map.groupBy(breaks, ({ line }) => line.reason)
  return Object.fromEntries([...byReason].map(([reason, same]) => [reason, same.length]))
}
