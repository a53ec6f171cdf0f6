import { at, int32At } from '../base/at.ts'
import { formatDecimal } from '../base/decimal.ts'
import { entriesById, idRank, rowsById } from '../match/blocks/id-order.ts'
import { openSuggestions } from '../match/closest/suggest.ts'
import type { MatchList } from '../match/state/match-list.ts'
import type { LinedRun, Match, RunState } from '../match/state/run-state.ts'
import { rowsBySide, sideOfPlace } from '../match/state/seen-run.ts'
import { sides } from '../record/side.ts'
import type { Deviation } from '../rules/criteria/deviation.ts'
import { comparedValues, deviations } from './compared.ts'
import { comparedSum, groupDeviations, hasDays, lowestSimilarity } from './compared-group.ts'
import { confidenceOf } from './confidence.ts'
import { convertedValues } from './conversions.ts'
import { differencesOf } from './differences.ts'
import type { ExcludedLine, MatchLine, NettedLine } from './line.ts'
import { byIds, idOf, idsOf, type PlacedLine, type SideRows } from './record-ids.ts'
import { isTurned } from './turned.ts'

/** The matches by source ids. A record is in one match, so the first source id decides. O(records). */
export function matchesById({ source, matches }: RunState): MatchList {
  const rows = matches.columns().source
  const order = new Int32Array(source.table.rowCount).fill(none)
  for (let index = 0; index < rows.length; index++) {
    const rank = idRank(source, int32At(rows, index))
    if (int32At(order, rank) !== none) throw new Error('Completeness: two matches begin with one source record')
    order[rank] = index
  }
  let count = 0
  for (let rank = 0; rank < order.length; rank++) {
    const index = int32At(order, rank)
    if (index !== none) order[count++] = index
  }
  return matches.inOrder(order.subarray(0, count))
}

const none = -1

/** The suggestions by source ids, then target ids. Suggestions with a record that was matched later are left out. */
export const suggestionsById = (run: RunState): Match[] => openSuggestions(run).sort(byIds(run))

/** One line for each excluded record: source records by id, then target records by id. */
export const excludedLines = (run: RunState): PlacedLine<ExcludedLine>[] =>
  sides.flatMap((side) => {
    const rows = run.exclusions.flatMap((exclusion) => exclusion[side].map((row) => ({ row, rule: exclusion.ruleId })))
    return entriesById(run[side], rows).map(
      ({ row, rule }): PlacedLine<ExcludedLine> => ({
        source: [],
        target: [],
        [side]: [row],
        line: { kind: 'excluded', rule, [side]: [idOf(run, side, row)] },
      }),
    )
  })

/** One line for each netted pair or group: those of the source by ids, then those of the target. */
export const nettedLines = (run: RunState): (PlacedLine<NettedLine> & { readonly netting: Match })[] =>
  [...run.nettings]
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

export function matchLine(run: LinedRun, match: Match): MatchLine {
  const { rule } = match.rule.compiled
  const seen = rule.side === undefined ? run : { source: run[rule.side], target: run[rule.side] }
  const line: MatchLine = {
    kind: rule.action === 'suggest' ? 'suggestion' : 'match',
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

function residualOf(run: LinedRun, match: Match): Pick<MatchLine, 'residual'> {
  for (const side of sides)
    for (const row of match[side]) {
      const residual = run.residualOf[side].get(row)
      if (residual !== undefined && isSamePair(residual.match, match))
        return { residual: { side, id: idOf(run, side, residual.row), amount: formatDecimal(residual.amount) } }
    }
  return {}
}

/** A record is in one match, so the first rows of two matches of one rule tell whether they are the same. */
const isSamePair = (left: Match, right: Match): boolean =>
  left.rule === right.rule && left.source[0] === right.source[0] && left.target[0] === right.target[0]

/** Requires a match of one record a side. */
function pairDeviations({ rule, source, target }: Match): Deviation {
  return deviations(rule, at(source, 0), at(target, 0))
}
