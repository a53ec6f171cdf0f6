import type { Match, RunState } from '../match/run-state.ts'
import { comparedValues, deviations } from './compared.ts'
import { comparedSum, groupDeviations, hasDays, lowestSimilarity } from './compared-group.ts'
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
  return (a, b) => compareRows(a.source, b.source, sourceRank) || compareRows(a.target, b.target, targetRank)
}

function compareRows(left: readonly number[], right: readonly number[], ranks: Int32Array): number {
  for (const [index, row] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = (ranks[row] ?? 0) - (ranks[other] ?? 0)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** The line of one match. */
export function matchLine(run: RunState, match: Match): MatchLine {
  const { rule } = match.rule.compiled
  const line: MatchLine = {
    kind: 'match',
    rule: rule.id,
    confidence: confidenceOf(match),
    source: match.source.map((row) => idOf(run, 'source', row)),
    target: match.target.map((row) => idOf(run, 'target', row)),
    ...comparedValues(run, match),
    ...comparedSum(match),
    ...(match.nodes ? groupDeviations(match) : pairDeviations(match)),
    ...lowestSimilarity(match),
  }
  return {
    ...line,
    ...(rule.variance !== undefined &&
      (hasDays(match) || acceptedDifferences(run, match).size > 0) && { variance: rule.variance }),
    ...(match.interchangeable && { interchangeable: true }),
    ...(match.ambiguous && { ambiguous: true }),
  }
}

const pairDeviations = ({ rule, source: [source = 0], target: [target = 0] }: Match) => deviations(rule, source, target)

/** The id of a record. */
export const idOf = (run: RunState, side: 'source' | 'target', row: number): string =>
  run[side].table.text('id').textAt(row) ?? ''
