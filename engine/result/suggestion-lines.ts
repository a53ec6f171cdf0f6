import type { Side } from '../match/bound-rule.ts'
import { openSuggestions } from '../match/closest/suggest.ts'
import type { RunState } from '../match/run-state.ts'
import type { BreakLine, MatchLine } from './line.ts'
import { byIds, matchLine } from './match-lines.ts'

/** The lines of a run's suggestions, by (source id, target id); those of records that were matched later are dropped. */
export const suggestionLines = (run: RunState): MatchLine[] =>
  openSuggestions(run)
    .sort(byIds(run))
    .map((suggestion) => ({ ...matchLine(run, suggestion), kind: 'suggestion' }))

/** The breaks, with `suggested` on those that hold a record of a suggestion. */
export function markSuggested(breaks: readonly BreakLine[], suggestions: readonly MatchLine[]): readonly BreakLine[] {
  const ids = {
    source: new Set(suggestions.flatMap(({ source }) => source)),
    target: new Set(suggestions.flatMap(({ target }) => target)),
  }
  const isSuggested = (line: BreakLine, side: Side): boolean => line[side]?.some((id) => ids[side].has(id)) ?? false
  return breaks.map((line) =>
    isSuggested(line, 'source') || isSuggested(line, 'target') ? { ...line, suggested: true } : line,
  )
}
