import type { Match, RunState } from '../match/run-state.ts'
import { comparedValues, deviations, lowestSimilarity } from './compared.ts'
import { confidenceOf } from './confidence.ts'
import type { MatchLine } from './line.ts'
import { acceptedDifferences } from './totals.ts'

/** The lines of a run's matches, by (source id, target id), each beside its match. */
export function matchLines(run: RunState): { readonly match: Match; readonly line: MatchLine }[] {
  return run.matches.toSorted(byIds(run)).map((match) => ({ match, line: matchLine(run, match) }))
}

/** The order of matches in an artifact: by (source id, target id). */
export function byIds(run: RunState): (left: Match, right: Match) => number {
  const [sourceRank, targetRank] = [run.source.ordering.rankById, run.target.ordering.rankById]
  return (a, b) =>
    (sourceRank[a.source] ?? 0) - (sourceRank[b.source] ?? 0) ||
    (targetRank[a.target] ?? 0) - (targetRank[b.target] ?? 0)
}

/** The line of one match. */
export function matchLine(run: RunState, match: Match): MatchLine {
  const { rule } = match.rule.compiled
  const line: MatchLine = {
    kind: 'match',
    rule: rule.id,
    confidence: confidenceOf(match),
    source: [idOf(run, 'source', match.source)],
    target: [idOf(run, 'target', match.target)],
    ...comparedValues(run, match),
    ...deviations(match.rule, match.source, match.target),
    ...lowestSimilarity(match.rule, match.source, match.target),
  }
  return {
    ...line,
    ...(rule.variance !== undefined &&
      (line.days !== undefined || acceptedDifferences(run, match).size > 0) && { variance: rule.variance }),
    ...(match.interchangeable && { interchangeable: true }),
    ...(match.ambiguous && { ambiguous: true }),
  }
}

/** The id of a record. */
export const idOf = (run: RunState, side: 'source' | 'target', row: number): string =>
  run[side].table.text('id').textAt(row) ?? ''
