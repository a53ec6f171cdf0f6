import { at } from '../base/at.ts'
import { formatDecimal } from '../base/decimal.ts'
import { openSuggestions } from '../match/closest/suggest.ts'
import { entriesById, rowsById } from '../match/id-order.ts'
import type { Match, RunState } from '../match/run-state.ts'
import { rowsBySide, runSeenBy, sideOfPlace } from '../match/seen-run.ts'
import { sides } from '../record/side.ts'
import type { Deviation } from '../rules/criteria/deviation.ts'
import { comparedValues, deviations } from './compared.ts'
import { comparedSum, groupDeviations, hasDays, lowestSimilarity } from './compared-group.ts'
import { confidenceOf } from './confidence.ts'
import { convertedValues } from './conversions.ts'
import type { ExcludedLine, MatchLine, NettedLine } from './line.ts'
import { byIds, idOf, idsOf, type SideRows } from './record-ids.ts'
import { differencesOf } from './totals.ts'
import { isTurned } from './turned.ts'

/** The lines of what the rules of a run found: matches, suggestions, exclusions and nettings. */

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

/** One line for each pair or group that a rule netted, by (side, ids), source first; each beside its rows. */
export const nettedLines = (run: RunState): { readonly netting: Match; readonly line: NettedLine }[] =>
  run.nettings
    .map((netting) => {
      const rows = rowsBySide(netting.rule, netting)
      const byId = { source: rowsById(run.source, rows.source), target: rowsById(run.target, rows.target) }
      return { netting, ...byId, line: nettedLine(run, netting, byId) }
    })
    .sort(byIds(run))

function nettedLine(run: RunState, netting: Match, rows: SideRows): NettedLine {
  const { kind, source, target, ...rest } = matchLine(run, netting)
  const side = sideOfPlace(netting.rule, 'source')
  return { ...rest, kind: 'netted', side, records: idsOf(run, side, rows[side]) }
}

function matchLine(run: RunState, match: Match): MatchLine {
  const seen = runSeenBy(run, match.rule)
  const { rule } = match.rule.compiled
  const line: MatchLine = {
    kind: 'match',
    rule: rule.id,
    confidence: confidenceOf(match),
    source: idsOf(seen, 'source', match.source),
    target: idsOf(seen, 'target', match.target),
    ...comparedValues(seen, match),
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
    ...residualOf(run, match),
    ...(match.interchangeable && { interchangeable: true }),
    ...(match.ambiguous && { ambiguous: true }),
  }
}

/** `{ residual }` of a match that left a rest. */
function residualOf(run: RunState, match: Match): Pick<MatchLine, 'residual'> {
  for (const side of sides)
    for (const row of match[side]) {
      const rest = run.restOf[side].get(row)
      if (rest !== undefined && rest.match === match)
        return { residual: { side, id: idOf(run, side, rest.row), amount: formatDecimal(rest.amount) } }
    }
  return {}
}

/** A match without nodes is a pair. */
function pairDeviations({ rule, source, target }: Match): Deviation {
  return deviations(rule, at(source, 0), at(target, 0))
}
