import type { Limits } from '../match/state/limits.ts'
import type { Pass } from '../match/state/run-state.ts'
import { type BySide, sides } from '../record/side.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { absentFields, type RunWarning } from './absent-fields.ts'
import type { HeaderLine, TotalsLine } from './line.ts'
import { type SideFigures, sideWarnings } from './side-warnings.ts'
import { type RunSummary, type SummaryFigures, summaryOf } from './summary.ts'
import { type RunSums, totalsLine } from './totals.ts'

/** What is counted of a run: in memory, or added up over its pieces. */
export interface RunFigures extends SummaryFigures, RunSums, SideFigures {
  /** Open records that did not search for near misses, since there were too many. */
  readonly unsearched: BySide<number>
}

interface EndedRun {
  readonly policy: CompiledPolicy
  readonly limits: Limits
  readonly header: HeaderLine
}

export interface RunOutcome {
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly passes: readonly Pass[]
  /** Likely mistakes in the rules or the records. They are no part of the result's lines. */
  readonly warnings: readonly RunWarning[]
}

/** Throws when the totals are not complete. */
export function outcomeOf({ policy, limits, header }: EndedRun, figures: RunFigures): RunOutcome {
  const totals = totalsLine(figures)
  const summary = summaryOf(figures, totals)
  return {
    totals,
    summary,
    passes: figures.passes,
    warnings: [
      ...sideWarnings({ policy, header, summary }, figures),
      ...unsearchedWarnings(figures.unsearched, limits.explainedCountMax),
      ...absentFields(policy, figures.fields),
    ],
  }
}

/**
 * A warning for each side on which some open records did not search for near misses.
 *
 * `42 open records of source have no candidates: near misses are looked for the first 100000 of a side by id.`
 */
const unsearchedWarnings = (counts: BySide<number>, most: number): readonly RunWarning[] =>
  sides.flatMap((side): RunWarning[] => {
    if (counts[side] === 0) return []
    const detail = `${counts[side]} open records of ${side} have no candidates: near misses are looked for the first ${most} of a side by id.`
    return [{ code: 'unexplained_open', side, detail }]
  })
