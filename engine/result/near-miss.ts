import type { BoundCriterion } from '../match/bound-criterion.ts'
import { type BoundRule, blockingKey, isCostly, pairTest, type Side } from '../match/bound-rule.ts'
import { type RunState, status } from '../match/run-state.ts'
import { hasBlockingKey } from '../rules/plan.ts'
import type { Places } from './place.ts'

/** Pairs that satisfy every criterion of a rule but one: why an open record did not match. */
export interface NearMiss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly source: number
  readonly target: number
}

const neighbourCountMax = 64

/** Every (rule, left-out criterion) that still has a blocking key, rules in order, then criteria in order. */
export function nearMissJoins(
  rules: readonly BoundRule[],
): { readonly rule: BoundRule; readonly failed: BoundCriterion }[] {
  return rules.flatMap((rule) =>
    rule.criteria
      .filter((failed) =>
        hasBlockingKey(rule.criteria.filter((each) => each !== failed).map(({ criterion }) => criterion)),
      )
      .map((failed) => ({ rule, failed })),
  )
}

export interface NearMissSearch {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly places: Places
  /** Side and row → whether the record looks for near misses. */
  readonly isLooking: (side: Side, row: number) => boolean
}

/**
 * Calls `visit` for the near misses that the looking records have under one join, each with any record of the other
 * side that is not excluded; a pair that finds itself from both sides is visited twice. A record looks at no more than
 * 64 neighbours, those nearest to it in (amount, date, id) order, so that no list of pairs is ever held. O(records).
 */
export function visitNearMisses(
  run: RunState,
  search: NearMissSearch,
  visit: (source: number, target: number) => void,
): void {
  const rest = search.rule.criteria.filter((each) => each !== search.failed)
  const blocks = {
    source: blocksOf(run, search, { criteria: rest, side: 'source' }),
    target: blocksOf(run, search, { criteria: rest, side: 'target' }),
  }
  const { placeOf } = search.places
  for (const [key, sources] of blocks.source) {
    const targets = blocks.target.get(key)
    if (targets === undefined) continue
    const holds = pairTest(rest, { source: sources[0] ?? 0, target: targets[0] ?? 0 })
    const isMissed = (source: number, target: number): boolean => search.failed.verdict(source, target) === 'fails'
    const [first, second] = isCostly(search.failed) ? [holds, isMissed] : [isMissed, holds]
    const look = (source: number, target: number): void => {
      if (first(source, target) && second(source, target)) visit(source, target)
    }
    for (const source of sources) {
      if (!search.isLooking('source', source)) continue
      const { start, end } = neighbours(targets, placeOf.target, placeOf.source[source] ?? 0)
      for (let index = start; index < end; index++) look(source, targets[index] ?? 0)
    }
    for (const target of targets) {
      if (!search.isLooking('target', target)) continue
      const { start, end } = neighbours(sources, placeOf.source, placeOf.target[target] ?? 0)
      for (let index = start; index < end; index++) look(sources[index] ?? 0, target)
    }
  }
}

/** The rows of a side that are in scope, by blocking key, each list in the order of their places. */
function blocksOf(
  run: RunState,
  { rule, places }: NearMissSearch,
  { criteria, side }: { readonly criteria: readonly BoundCriterion[]; readonly side: Side },
): Map<string, number[]> {
  const { statuses } = run[side]
  const takesPart = side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart
  const rowsByKey = new Map<string, number[]>()
  for (const row of places.rowsByPlace[side]) {
    if (statuses[row] === status.excluded || !takesPart(row)) continue
    const key = blockingKey(criteria, side, row)
    if (key === undefined) continue
    const rows = rowsByKey.get(key)
    if (rows === undefined) rowsByKey.set(key, [row])
    else rows.push(row)
  }
  return rowsByKey
}

/** The stretch of `sorted` nearest to `place`. O(log n). */
function neighbours(sorted: readonly number[], placeOf: Int32Array, place: number): { start: number; end: number } {
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((placeOf[sorted[middle] ?? 0] ?? 0) < place) low = middle + 1
    else high = middle
  }
  const start = Math.max(0, Math.min(low - neighbourCountMax / 2, sorted.length - neighbourCountMax))
  return { start, end: Math.min(sorted.length, start + neighbourCountMax) }
}
