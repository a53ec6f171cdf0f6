import { at, byteAt, uint32At } from '../base/at.ts'
import { isCostly, pairTest } from '../match/bound-rule.ts'
import { type RunState, status } from '../match/run-state.ts'
import { oppositeSide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { noKey, type RowKey } from './key-codes.ts'
import { listedJoin } from './near-miss-listed.ts'
import { createReach, neighboursOf } from './near-miss-reach.ts'
import type { PairJoin } from './pair-joins.ts'
import type { Places } from './record-order.ts'

export interface PairSearch extends PairJoin {
  readonly places: Places
  /** Makes the blocking keys of criteria of the run's rules. */
  readonly rowKeys: (criteria: readonly BoundCriterion[]) => RowKey
  /** Side and row → whether the record looks for others. */
  readonly isLooking: (side: Side, row: number) => boolean
  /** Side and row → whether a further pair of the record would change nothing: pairs of two such records are skipped. */
  readonly isDone: (side: Side, row: number) => boolean
}

/**
 * Calls `visit` for the pairs that the looking records have under one join, each with any record of the other side that
 * is not excluded; a pair of two looking records may be visited twice. A record is compared with at most 64
 * neighbours, the nearest in (amount, date, id) order, so that no list of pairs is ever held, and with no more of them
 * than its share of the join's steps allows, but at least one. O(records).
 */
export function visitPairs(run: RunState, search: PairSearch, visit: (source: number, target: number) => void): void {
  const { rule, failed } = search
  const rest = rule.criteria.filter((each) => each !== failed)
  const keyOf = keysInScope(run, search, rest)
  const { keys, lookingCount } = keysLookedFor(run, search, keyOf)
  // Most keys are on one side only, and a list of rows for each would cost more than computing the keys twice.
  const ofSource = new Set(keysOf(search, 'source', { keys, keyOf }))
  const targetBlocks = blocksOf(search, 'target', { keys: ofSource, keyOf })
  const sourceBlocks = blocksOf(search, 'source', { keys: targetBlocks, keyOf })
  const share = Math.ceil(search.stepCountMax / Math.max(1, lookingCount))
  const reach = createReach(rule, failed, share)
  const joined = listedJoin(run, search, rest)
  for (const [key, sources] of sourceBlocks) {
    const targets = targetBlocks.get(key)
    if (targets === undefined) continue
    const holds = pairTest(rest, { source: at(sources, 0), target: at(targets, 0) })
    const isMissed = (source: number, target: number): boolean =>
      failed === undefined || failed.verdict(source, target) === 'fails'
    const [first, second] = failed && isCostly(failed) ? [holds, isMissed] : [isMissed, holds]
    const look = (source: number, target: number): void => {
      if (first(source, target) && second(source, target)) visit(source, target)
    }
    const lookBack = (target: number, source: number): void => look(source, target)
    if (joined === undefined) {
      lookAround(search, { side: 'source', rows: sources, others: targets, reach }, look)
      lookAround(search, { side: 'target', rows: targets, others: sources, reach }, lookBack)
      continue
    }
    const listed = joined({ source: sources, target: targets })
    for (const row of sources)
      if (search.isLooking('source', row))
        lookAround(search, { side: 'source', rows: [row], others: listed('source', row), reach }, look)
    for (const row of targets)
      if (search.isLooking('target', row))
        lookAround(search, { side: 'target', rows: [row], others: listed('target', row), reach }, lookBack)
  }
}

interface Surroundings {
  readonly side: Side
  /** Rows of one block: those of `side` and those of the other side, each in the order of their places. */
  readonly rows: readonly number[]
  readonly others: readonly number[]
  /** Narrows a record's neighbours to those that it can compare. */
  readonly reach: ReturnType<typeof createReach>
}

/** Calls `look` for each looking row and its neighbours, unless all of them are done. */
function lookAround(
  { places, isLooking, isDone }: PairSearch,
  { side, rows, others, reach }: Surroundings,
  look: (row: number, other: number) => void,
): void {
  const otherSide = oppositeSide(side)
  // How many of the first `index` records of `others` are not done. By the time they are visited, fewer may be.
  const pendingBefore = new Uint32Array(others.length + 1)
  let pendingCount = 0
  others.forEach((row, index) => {
    if (!isDone(otherSide, row)) pendingCount += 1
    pendingBefore[index + 1] = pendingCount
  })
  for (const row of rows) {
    if (!isLooking(side, row)) continue
    const near = neighboursOf(places, { side, row, others })
    if (isDone(side, row) && uint32At(pendingBefore, near.start) === uint32At(pendingBefore, near.end)) continue
    const { start, end } = reach({ side, row, others }, near)
    let isPending = !isDone(side, row)
    for (let index = start; index < end; index++) {
      const other = at(others, index)
      if (!isPending && isDone(otherSide, other)) continue
      look(row, other)
      isPending &&= !isDone(side, row)
    }
  }
}

interface KeysLookedFor {
  readonly keys: ReadonlySet<number>
  /** How many looking records have a key. */
  readonly lookingCount: number
}

/** The blocking keys of the looking records. Blocks without a looking record are skipped. */
function keysLookedFor(run: RunState, search: PairSearch, keyOf: RowKey): KeysLookedFor {
  const keys = new Set<number>()
  let lookingCount = 0
  for (const side of sides) {
    for (const row of run[side].statuses.keys()) {
      const key = search.isLooking(side, row) ? keyOf(side, row) : noKey
      if (key === noKey) continue
      keys.add(key)
      lookingCount += 1
    }
  }
  return { keys, lookingCount }
}

interface WantedKeys {
  readonly keys: { has(key: number): boolean }
  readonly keyOf: RowKey
}

/** The keys that a side has, of those looked for. */
const keysOf = ({ places }: PairSearch, side: Side, { keys, keyOf }: WantedKeys): number[] =>
  Array.from(places.rowsByPlace[side], (row) => keyOf(side, row)).filter((key) => keys.has(key))

/** The rows of a side by the keys looked for, each list in the order of the rows' places. */
function blocksOf({ places }: PairSearch, side: Side, { keys, keyOf }: WantedKeys): Map<number, number[]> {
  const rowsByKey = new Map<number, number[]>()
  for (const row of places.rowsByPlace[side]) {
    const key = keyOf(side, row)
    if (!keys.has(key)) continue
    const rows = rowsByKey.get(key)
    if (rows === undefined) rowsByKey.set(key, [row])
    else rows.push(row)
  }
  return rowsByKey
}

/** The blocking keys of the records that are in scope. */
function keysInScope(run: RunState, { rule, rowKeys }: PairSearch, criteria: readonly BoundCriterion[]): RowKey {
  const keyOf = rowKeys(criteria)
  const takesPart = { source: rule.sourceTakesPart, target: rule.targetTakesPart }
  return (side, row) =>
    byteAt(run[side].statuses, row) !== status.excluded && takesPart[side](row) ? keyOf(side, row) : noKey
}
