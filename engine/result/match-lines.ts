import { at } from '../base/at.ts'
import { openSuggestions } from '../match/closest/suggest.ts'
import { entriesById } from '../match/id-order.ts'
import type { Match, RunState } from '../match/run-state.ts'
import { sides } from '../record/side.ts'
import type { Deviation } from '../rules/criteria/criterion-kind.ts'
import { comparedValues, deviations } from './compared.ts'
import { comparedSum, groupDeviations, hasDays, lowestSimilarity } from './compared-group.ts'
import { confidenceOf } from './confidence.ts'
import { convertedValues } from './conversions.ts'
import type { ExcludedLine, MatchLine } from './line.ts'
import { byIds, idOf, idsOf } from './record-ids.ts'
import { differencesOf } from './totals.ts'
import { isTurned } from './turned.ts'

/** The lines of what the rules of a run found: matches, suggestions and exclusions. */

/** The lines of a run's matches by (source ids, target ids), each beside its match. */
export function matchLines(run: RunState): { readonly match: Match; readonly line: MatchLine }[] {
  return run.matches.toSorted(byIds(run)).map((match) => ({ match, line: matchLine(run, match) }))
}

/** The lines of a run's suggestions by (source ids, target ids), without those of records that were matched later. */
export const suggestionLines = (run: RunState): MatchLine[] =>
  openSuggestions(run)
    .sort(byIds(run))
    .map((suggestion) => ({ ...matchLine(run, suggestion), kind: 'suggestion' }))

/** One line for each excluded record, by (side, id), source first. */
export const excludedLines = (run: RunState): ExcludedLine[] =>
  sides.flatMap((side) => {
    const rows = run.exclusions.flatMap((exclusion) => exclusion[side].map((row) => ({ row, rule: exclusion.ruleId })))
    return entriesById(run[side], rows).map(
      ({ row, rule }): ExcludedLine => ({ kind: 'excluded', rule, [side]: [idOf(run, side, row)] }),
    )
  })

function matchLine(run: RunState, match: Match): MatchLine {
  const { rule } = match.rule.compiled
  const line: MatchLine = {
    kind: 'match',
    rule: rule.id,
    confidence: confidenceOf(match),
    source: idsOf(run, 'source', match.source),
    target: idsOf(run, 'target', match.target),
    ...comparedValues(run, match),
    ...comparedSum(match),
    ...(match.nodes ? groupDeviations(match) : pairDeviations(match)),
    ...lowestSimilarity(match),
    ...convertedValues(match),
  }
  return {
    ...line,
    ...(rule.variance !== undefined &&
      (hasDays(match) || differencesOf(run, match).accepted.size > 0) && { variance: rule.variance }),
    ...(isTurned(run, match) && { turned: true }),
    ...(match.interchangeable && { interchangeable: true }),
    ...(match.ambiguous && { ambiguous: true }),
  }
}

/** A match without nodes is a pair. */
function pairDeviations({ rule, source, target }: Match): Deviation {
  return deviations(rule, at(source, 0), at(target, 0))
}
