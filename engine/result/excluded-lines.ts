import type { RunState } from '../match/run-state.ts'
import type { ExcludedLine } from './line.ts'
import { idOf } from './match-lines.ts'

/** One line for each excluded record, by (side, id), source first. */
export function excludedLines(run: RunState): ExcludedLine[] {
  return (['source', 'target'] as const).flatMap((side) => {
    const { rankById } = run[side].ordering
    const rows = run.exclusions.flatMap((exclusion) => exclusion[side].map((row) => ({ row, rule: exclusion.ruleId })))
    return rows
      .sort((a, b) => (rankById[a.row] ?? 0) - (rankById[b.row] ?? 0))
      .map(({ row, rule }): ExcludedLine => ({ kind: 'excluded', rule, [side]: [idOf(run, side, row)] }))
  })
}
