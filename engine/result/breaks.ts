import { byteAt } from '../base/at.ts'
import { type Finding, isHeld, type Match, type RunState, status } from '../match/run-state.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import { sumName } from '../rules/sum.ts'
import { deviations } from './compared.ts'
import { sumDeviation } from './compared-group.ts'
import type { BreakLine, CandidateLine } from './line.ts'
import type { NearMiss } from './near-miss.ts'
import { explainOpenRecords, type OpenBreak } from './open-records.ts'
import { idOf, type SideRows } from './record-ids.ts'
import { type Places, placeRecords } from './record-order.ts'

/** A break with its records as rows; `line` holds everything but the ids and the group. */
export interface Break extends SideRows {
  readonly line: Omit<BreakLine, 'source' | 'target' | 'candidates' | 'group'>
  readonly candidates: readonly CandidateLine[]
  /** Set where no near misses were looked for. */
  readonly isUnexplained?: true
}

/** The ids of matches: of the match that holds a record, and of a match itself. */
export interface MatchIds {
  ofRow(side: Side, row: number): string | undefined
  ofMatch(match: Match): string
}

/**
 * Puts every record that is neither matched nor excluded into exactly one break: ambiguities under review, then other
 * findings whose records are all still open (the earliest first), surplus twins, and the rest with their near misses.
 * `places` returns the order of the run's records, for callers that know it already.
 */
export function classifyBreaks(run: RunState, ids: MatchIds, places: () => Places = () => placeRecords(run)): Break[] {
  const free = { source: openRows(run, 'source'), target: openRows(run, 'target') }
  const take = (rows: SideRows): void => {
    for (const row of rows.source) free.source.delete(row)
    for (const row of rows.target) free.target.delete(row)
  }
  const breaks: Break[] = run.findings.filter(isHeld).map((finding) => breakOfFinding(run, finding))
  for (const finding of run.findings) {
    if (
      isHeld(finding) ||
      !finding.source.every((row) => free.source.has(row)) ||
      !finding.target.every((row) => free.target.has(row))
    )
      continue
    breaks.push(breakOfFinding(run, finding))
    take(finding)
  }
  for (const { source, target, counts, repeats } of run.surpluses) {
    const rows = {
      source: source.filter((row) => free.source.has(row)),
      target: target.filter((row) => free.target.has(row)),
    }
    if (rows.source.length + rows.target.length === 0) continue
    breaks.push({
      ...rows,
      line: { kind: 'break', reason: 'duplicate', counts, repeats: repeats.map(ids.ofMatch).sort() },
      candidates: [],
    })
    take(rows)
  }
  const rules = run.rules.filter(({ compiled }) => compiled.rule.action === 'match')
  const open = explainOpenRecords(run, rules, { source: [...free.source], target: [...free.target], places })
  return [...breaks, ...open.map((each) => breakOfOpen(run, each, ids))]
}

function openRows(run: RunState, side: Side): Set<number> {
  const { statuses, ordering } = run[side]
  return new Set([...ordering.rowsInTwinOrder].filter((row) => byteAt(statuses, row) === status.open))
}

function breakOfFinding(run: RunState, { reason, rule, source, target, candidates, work }: Finding): Break {
  return {
    source,
    target,
    line: {
      kind: 'break',
      reason,
      failed: { ...(reason === 'sum_mismatch' && { field: sumName }), rule: rule.compiled.rule.id },
      ...(reason === 'sum_mismatch' && sumDeviation({ rule, source, target })),
      ...(work && { work: { ...work } }),
    },
    candidates: candidates.map(([s, t]) => ({
      source: idOf(run, 'source', s),
      target: idOf(run, 'target', t),
      ...deviations(rule, s, t),
    })),
  }
}

function breakOfOpen(
  run: RunState,
  { reason, source, target, nearest, isUnexplained }: OpenBreak,
  ids: MatchIds,
): Break {
  const [first] = nearest
  const isPair = source.length > 0 && target.length > 0
  const other = oppositeSide(source.length > 0 ? 'source' : 'target')
  const takenBy = (miss: NearMiss): string | undefined => ids.ofRow(other, miss[other])
  return {
    source,
    target,
    line: {
      kind: 'break',
      reason,
      ...(first && { failed: { field: first.failed.criterion.name, rule: first.rule.compiled.rule.id } }),
      ...(first && isPair && first.failed.deviation(first.source, first.target)),
    },
    candidates: isPair ? [] : nearest.map((miss) => candidateOf(run, miss, takenBy(miss))),
    ...(isUnexplained && { isUnexplained }),
  }
}

function candidateOf(run: RunState, miss: NearMiss, takenBy: string | undefined): CandidateLine {
  return {
    source: idOf(run, 'source', miss.source),
    target: idOf(run, 'target', miss.target),
    ...deviations(miss.rule, miss.source, miss.target),
    ...(takenBy !== undefined && { takenBy }),
  }
}
