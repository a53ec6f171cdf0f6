import { at, byteAt, int32At, uint32At } from '../base/at.ts'
import { indicesUpTo, radixSort } from '../base/radix-sort.ts'
import { isCostly, pairTests, takesPartOf } from '../match/bound-rule.ts'
import { commonGroups, type KeyedRows } from '../match/common-groups.ts'
import { createKeyTable, noKey, type SideKeys } from '../match/key-table.ts'
import { type RunState, status } from '../match/run-state.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { listedJoin } from './near-miss-listed.ts'
import { createReach, neighbourCountMax, neighboursOf } from './near-miss-reach.ts'
import type { PairJoin } from './pair-joins.ts'
import type { Places } from './record-order.ts'
import type { SharedRows } from './shared-rows.ts'

export interface PairSearch extends PairJoin {
  readonly places: Places
  readonly shared: SharedRows
  /** The records of a side that may look for others. */
  readonly lookers: BySide<Iterable<number>>
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
  const { blocks, lookingCount } = blocksLookedFor(run, search, rest)
  const share = Math.ceil(search.stepCountMax / Math.max(1, lookingCount))
  const reach = createReach(rule, failed, share)
  const joined = listedJoin(run, search, rest)
  const testOf = pairTests(rest)
  for (const { source: sources, target: targets } of blocks) {
    const holds = testOf({ source: uint32At(sources, 0), target: uint32At(targets, 0) })
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
    const listed = joined({ source: [...sources], target: [...targets] })
    for (const row of sources)
      if (search.isLooking('source', row))
        lookAround(search, { side: 'source', rows: Uint32Array.of(row), others: listed('source', row), reach }, look)
    for (const row of targets)
      if (search.isLooking('target', row))
        lookAround(
          search,
          { side: 'target', rows: Uint32Array.of(row), others: listed('target', row), reach },
          lookBack,
        )
  }
}

interface Surroundings {
  readonly side: Side
  /** Rows of one block: those of `side` and those of the other side, each in the order of their places. */
  readonly rows: Uint32Array
  readonly others: Uint32Array
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
  // Where all others are near, a look at each tells as much.
  const pendingBefore =
    others.length > neighbourCountMax ? countPending(others, (row) => !isDone(otherSide, row)) : none
  for (const row of rows) {
    if (!isLooking(side, row)) continue
    const near = neighboursOf(places, { side, row, others })
    const hasPending = pendingBefore === none || pendingBefore[near.start] !== pendingBefore[near.end]
    if (isDone(side, row) && !hasPending) continue
    const { start, end } = reach({ side, row, others }, near)
    let isPending = !isDone(side, row)
    for (let index = start; index < end; index++) {
      const other = uint32At(others, index)
      if (!isPending && isDone(otherSide, other)) continue
      look(row, other)
      isPending &&= !isDone(side, row)
    }
  }
}

const none = new Uint32Array()

/** How many of the first records are pending, for each number of them. By the time they are visited, fewer may be. */
function countPending(rows: Uint32Array, isPending: (row: number) => boolean): Uint32Array {
  const pendingBefore = new Uint32Array(rows.length + 1)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    if (isPending(uint32At(rows, index))) count += 1
    pendingBefore[index + 1] = count
  }
  return pendingBefore
}

interface BlocksLookedFor {
  /** The records of each key that a looking record has, where both sides have records; in the order of their places. */
  readonly blocks: readonly BySide<Uint32Array>[]
  /** How many looking records have a key. */
  readonly lookingCount: number
}

function blocksLookedFor(run: RunState, search: PairSearch, criteria: readonly BoundCriterion[]): BlocksLookedFor {
  const lookers = {
    source: [...search.lookers.source].filter((row) => search.isLooking('source', row)),
    target: [...search.lookers.target].filter((row) => search.isLooking('target', row)),
  }
  const keys = createKeyTable(criteria, lookers.source.length + lookers.target.length)
  let lookingCount = 0
  for (const side of sides) {
    const isInScope = scopeOf(run, search, side)
    for (const row of lookers[side]) if (isInScope(row) && keys[side].put(row) !== noKey) lookingCount += 1
  }
  const shared = search.shared.under(criteria, search.lookers)
  const keyedOf = (side: Side): KeyedRows =>
    keyedRows(search.places, side, {
      keys: keys[side],
      rows: shared?.[side] ?? indicesUpTo(at(search.rule.criteria, 0).rowCounts[side]),
      isInScope: scopeOf(run, search, side),
    })
  const keyed = { source: keyedOf('source'), target: keyedOf('target') }
  return { blocks: commonBlocks(keyed, keys.count()), lookingCount }
}

/** Whether a record is in scope: records that are excluded, or do not take part in the rule, are no neighbours. */
function scopeOf(run: RunState, { rule }: PairSearch, side: Side): (row: number) => boolean {
  const { statuses } = run[side]
  const takesPart = takesPartOf(rule, side)
  return (row) => byteAt(statuses, row) !== status.excluded && takesPart(row)
}

interface WantedKeys {
  readonly keys: SideKeys
  /** The rows that may have one of them, ascending. */
  readonly rows: Uint32Array
  readonly isInScope: (row: number) => boolean
}

/** The records of a side that have one of the keys, in the order of their places. */
function keyedRows({ placeOf }: Places, side: Side, { keys, rows, isInScope }: WantedKeys): KeyedRows {
  const found = new Uint32Array(rows.length)
  const [placesOfFound, keysOfFound] = [new Uint32Array(found.length), new Int32Array(found.length)]
  let count = 0
  // Row by row, since their values stand in this order; the few that have one of the keys are sorted.
  const rowCount = placeOf[side].length
  for (const row of rows) {
    // A run that is looked at without its last rules has no rests that these left.
    if (row >= rowCount) break
    const key = keys.find(row)
    if (key === noKey || !isInScope(row)) continue
    found[count] = row
    placesOfFound[count] = int32At(placeOf[side], row)
    keysOfFound[count] = key
    count += 1
  }
  const order = radixSort([placesOfFound], indicesUpTo(count))
  return {
    rows: order.map((index) => uint32At(found, index)),
    keys: Int32Array.from(order, (index) => int32At(keysOfFound, index)),
  }
}

function commonBlocks(keyed: BySide<KeyedRows>, keyCount: number): BySide<Uint32Array>[] {
  const groups = commonGroups(keyed, keyCount)
  return Array.from({ length: groups.count }, (_, group) => ({
    source: groups.rows('source', group),
    target: groups.rows('target', group),
  }))
}
