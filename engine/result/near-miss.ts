import type { BoundCriterion, ComparedValue } from '../match/bound/criterion.ts'
import { type BoundRule, blockingKey, isCostly, pairTest, type Side, valueAt } from '../match/bound/rule.ts'
import { type RunState, status } from '../match/run-state.ts'
import { hasBlockingKey, isKey } from '../rules/plan.ts'
import { createReach, type Neighbours } from './near-miss-reach.ts'
import type { Places } from './place.ts'

/** Pairs that satisfy every criterion of a rule but one: why an open record did not match. */
export interface NearMiss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly source: number
  readonly target: number
}

const neighbourCountMax = 64

/** Steps of comparing texts that all joins of a run may take together, which share them equally: seconds. */
const textStepCountMax = 2 ** 30

export interface NearMissJoin extends Pick<NearMiss, 'rule' | 'failed'> {
  /** Steps that all looking records together may take to compare texts. */
  readonly stepCountMax: number
}

/** Every (rule, left-out criterion) that still has a blocking key, rules in order, then criteria in order. */
export function nearMissJoins(rules: readonly BoundRule[]): NearMissJoin[] {
  const joins = rules.flatMap((rule) =>
    rule.criteria
      .filter((failed) =>
        hasBlockingKey(rule.criteria.filter((each) => each !== failed).map(({ criterion }) => criterion)),
      )
      .map((failed) => ({ rule, failed })),
  )
  const costlyCount = joins.filter(({ rule }) => rule.criteria.some(isCostly)).length
  const stepCountMax = Math.floor(textStepCountMax / Math.max(1, costlyCount))
  return joins.map((join) => ({ ...join, stepCountMax }))
}

export interface NearMissSearch extends NearMissJoin {
  readonly places: Places
  /** Side and row → whether the record looks for near misses. */
  readonly isLooking: (side: Side, row: number) => boolean
  /** Side and row → whether nothing would come of a further near miss of the record: pairs of two such are passed over. */
  readonly isDone: (side: Side, row: number) => boolean
}

/**
 * Calls `visit` for the near misses that the looking records have under one join, each with any record of the other
 * side that is not excluded; a pair that finds itself from both sides is visited twice. A record looks at no more than
 * 64 neighbours, those nearest to it in (amount, date, id) order, so that no list of pairs is ever held, and at no more
 * of them than its share of the join's steps allows, one at least. O(records).
 */
export function visitNearMisses(
  run: RunState,
  search: NearMissSearch,
  visit: (source: number, target: number) => void,
): void {
  const { rule, failed, isDone } = search
  const rest = rule.criteria.filter((each) => each !== failed)
  const wanted = keysLookedFor(run, search, rest)
  const blocks = {
    source: blocksOf(run, search, { criteria: rest, side: 'source', wanted }),
    target: blocksOf(run, search, { criteria: rest, side: 'target', wanted }),
  }
  const share = Math.ceil(search.stepCountMax / Math.max(1, wanted.lookingCount))
  const reach = createReach(rule, failed, share)
  for (const [key, sources] of blocks.source) {
    const targets = blocks.target.get(key)
    if (targets === undefined) continue
    const holds = pairTest(rest, { source: sources[0] ?? 0, target: targets[0] ?? 0 })
    const isMissed = (source: number, target: number): boolean => failed.verdict(source, target) === 'fails'
    const [first, second] = isCostly(failed) ? [holds, isMissed] : [isMissed, holds]
    const look = (source: number, target: number): void => {
      if (isDone('source', source) && isDone('target', target)) return
      if (first(source, target) && second(source, target)) visit(source, target)
    }
    lookAround(search, { side: 'source', rows: sources, others: targets, reach }, look)
    lookAround(search, { side: 'target', rows: targets, others: sources, reach }, (target, source) =>
      look(source, target),
    )
  }
}

interface Surroundings {
  readonly side: Side
  /** Rows of one block: those of `side` and those of the other, each in the order of their places. */
  readonly rows: readonly number[]
  readonly others: readonly number[]
  /** Narrows a record's neighbours to those that it can compare. */
  readonly reach: ReturnType<typeof createReach>
}

/** Calls `look` for each looking row and its neighbours, unless all of them are done. */
function lookAround(
  { places: { placeOf }, isLooking, isDone }: NearMissSearch,
  { side, rows, others, reach }: Surroundings,
  look: (row: number, other: number) => void,
): void {
  const otherSide = side === 'source' ? 'target' : 'source'
  // How many of the first of `others` are not done. Fewer may be left by the time they are looked at, but never more.
  const pendingBefore = new Uint32Array(others.length + 1)
  others.forEach((row, index) => {
    pendingBefore[index + 1] = (pendingBefore[index] ?? 0) + (isDone(otherSide, row) ? 0 : 1)
  })
  for (const row of rows) {
    if (!isLooking(side, row)) continue
    const near = neighbours(others, placeOf[otherSide], placeOf[side][row] ?? 0)
    if (isDone(side, row) && pendingBefore[near.start] === pendingBefore[near.end]) continue
    const { start, end } = reach({ side, row, others }, near)
    for (let index = start; index < end; index++) look(row, others[index] ?? 0)
  }
}

interface KeysLookedFor {
  readonly keys: ReadonlySet<string>
  /** How many looking records have one. */
  readonly lookingCount: number
  /** The key of each looking record that has one. */
  readonly ofLooking: { readonly [side in Side]: readonly (string | undefined)[] }
  /** Whether each value of the row's key is in one of `keys`. Far cheaper than its key, and most rows stop here. */
  readonly mayHave: (side: Side, row: number) => boolean
}

/** The blocking keys of the looking records: most records are matched, and nothing comes of a block of those alone. */
function keysLookedFor(run: RunState, search: NearMissSearch, criteria: readonly BoundCriterion[]): KeysLookedFor {
  const keys = new Set<string>()
  let lookingCount = 0
  const ofLooking = {
    source: new Array<string | undefined>(run.source.statuses.length),
    target: new Array<string | undefined>(run.target.statuses.length),
  }
  const parts = criteria
    .filter(({ criterion }) => isKey(criterion))
    .map((bound) => ({ bound, values: new Set<ComparedValue | undefined>() }))
  for (const side of ['source', 'target'] as const) {
    for (const row of run[side].statuses.keys()) {
      const key = search.isLooking(side, row) ? keyOf(run, search, { criteria, side, row }) : undefined
      if (key === undefined) continue
      keys.add(key)
      lookingCount += 1
      ofLooking[side][row] = key
      for (const { bound, values } of parts) values.add(valueAt(bound, side, row))
    }
  }
  const mayHave = (side: Side, row: number): boolean =>
    parts.every(({ bound, values }) => values.has(valueAt(bound, side, row)))
  return { keys, lookingCount, ofLooking, mayHave }
}

/** The rows of a side that are in scope, by blocking key, each list in the order of their places. */
function blocksOf(
  run: RunState,
  search: NearMissSearch,
  {
    criteria,
    side,
    wanted: { keys, ofLooking, mayHave },
  }: { readonly criteria: readonly BoundCriterion[]; readonly side: Side; readonly wanted: KeysLookedFor },
): Map<string, number[]> {
  const rowsByKey = new Map<string, number[]>()
  for (const row of search.places.rowsByPlace[side]) {
    const key = ofLooking[side][row] ?? (mayHave(side, row) ? keyOf(run, search, { criteria, side, row }) : undefined)
    if (key === undefined || !keys.has(key)) continue
    const rows = rowsByKey.get(key)
    if (rows === undefined) rowsByKey.set(key, [row])
    else rows.push(row)
  }
  return rowsByKey
}

/** The blocking key of a record that is in scope, if it has one. */
function keyOf(
  run: RunState,
  { rule }: NearMissSearch,
  { criteria, side, row }: { readonly criteria: readonly BoundCriterion[]; readonly side: Side; readonly row: number },
): string | undefined {
  const takesPart = side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart
  const isInScope = run[side].statuses[row] !== status.excluded && takesPart(row)
  return isInScope ? blockingKey(criteria, side, row) : undefined
}

/** The stretch of `sorted` nearest to `place`. O(log n). */
function neighbours(sorted: readonly number[], placeOf: Int32Array, place: number): Neighbours {
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((placeOf[sorted[middle] ?? 0] ?? 0) < place) low = middle + 1
    else high = middle
  }
  const start = Math.max(0, Math.min(low - neighbourCountMax / 2, sorted.length - neighbourCountMax))
  return { start, middle: low, end: Math.min(sorted.length, start + neighbourCountMax) }
}
