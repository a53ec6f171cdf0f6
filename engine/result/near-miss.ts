import { uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { pairTests } from '../match/state/bound-rule.ts'
import type { Work } from '../match/state/work.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import { blocksLookedFor } from './near-miss-blocks.ts'
import { listedJoin } from './near-miss-listed.ts'
import {
  createReach,
  type Neighbours,
  neighbourCountMax,
  neighboursOf,
  type Reach,
  type Surrounded,
} from './near-miss-reach.ts'
import type { PairSearch, SearchedRun } from './pair-search.ts'

/**
 * Calls `visit` for the pairs that the looking records have under one join, each with any record of the other side that
 * is not excluded; a pair of two looking records may be visited twice. A record is compared with at most 64
 * neighbours, the nearest in (amount, date, id) order, so that no list of pairs is ever held, and with no more of them
 * than its share of the join's steps allows, but at least one. O(records).
 */
export function* visitPairs(
  run: SearchedRun,
  search: PairSearch,
  visit: (source: number, target: number) => void,
): Slices<void> {
  const { work } = run
  const { rule, failed } = search
  const rest = rule.criteria.filter((each) => each !== failed)
  const { blocks, lookingCount } = yield* blocksLookedFor(run, search, rest)
  const rowCount = run.source.statuses.length + run.target.statuses.length
  if (work.endsSlice(stepsOfJoin * rowCount)) yield
  const share = Math.ceil(search.stepCountMax / Math.max(1, search.lookingCount ?? lookingCount))
  const reach = createReach(rule, failed, share)
  const joined = search.joined ?? listedJoin(run, search, rest)
  const testOf = pairTests(rest, { missed: failed })
  for (const { source: sources, target: targets, lookers } of blocks) {
    const isMissed = testOf({ source: uint32At(sources, 0), target: uint32At(targets, 0) })
    const look = (source: number, target: number): boolean => {
      const isFound = isMissed(source, target)
      if (isFound) visit(source, target)
      return isFound
    }
    const lookBack = (target: number, source: number): boolean => look(source, target)
    const rows = lookers ?? { source: sources, target: targets }
    if (joined === undefined) {
      yield* lookAround(search, { side: 'source', rows: rows.source, others: targets, reach, work }, look)
      yield* lookAround(search, { side: 'target', rows: rows.target, others: sources, reach, work }, lookBack)
      continue
    }
    const listed = joined({ source: [...sources], target: [...targets] })
    for (const row of rows.source)
      if (search.isLooking('source', row))
        yield* lookAround(
          search,
          { side: 'source', rows: Uint32Array.of(row), others: listed('source', row), reach, work },
          look,
        )
    for (const row of rows.target)
      if (search.isLooking('target', row))
        yield* lookAround(
          search,
          { side: 'target', rows: Uint32Array.of(row), others: listed('target', row), reach, work },
          lookBack,
        )
  }
}

interface Surroundings {
  readonly side: Side
  /** Rows of one block: those of `side` that may look, and those of the other side, each in the order of their places. */
  readonly rows: Uint32Array
  readonly others: Uint32Array
  /** Narrows a record's neighbours to those that it can compare. */
  readonly reach: Reach
  readonly work: Work
}

/** What a join costs for each record of the run, and a look at a neighbour. */
const [stepsOfJoin, stepsOfNeighbour] = [8, 16]

/** Whether the pair is one that the search looks for. */
type Look = (row: number, other: number) => boolean

/** Calls `look` for each looking row and its neighbours, unless all of them are done. */
function* lookAround(search: PairSearch, { side, rows, others, reach, work }: Surroundings, look: Look): Slices<void> {
  const { places, isLooking, isDone } = search
  const hasPending = pendingAmong(others, (row) => !isDone(oppositeSide(side), row))
  for (const row of rows) {
    if (!isLooking(side, row)) continue
    const near = neighboursOf(places, { side, row, others })
    if (isDone(side, row) && !hasPending(near)) continue
    const around = { side, row, others }
    const reached = reach.narrow(around, near)
    const lookCount = stepsOfNeighbour * (near.end - near.start)
    const stepCount = work.isLimited ? lookCount + reach.countSteps(around, reached) : lookCount
    work.spend(stepCount)
    lookAt(search, { side, row, others, ...reached }, look)
    if (work.endsSlice(stepCount)) yield
  }
}

interface Near extends Surrounded {
  readonly start: number
  readonly end: number
}

/** A function of its own: a loop inside another is compiled anew each time that it ends. */
function lookAt({ isDone }: PairSearch, { side, row, others, start, end }: Near, look: Look): void {
  const otherSide = oppositeSide(side)
  let isPending = !isDone(side, row)
  for (let index = start; index < end; index++) {
    const other = uint32At(others, index)
    if (!isPending && isDone(otherSide, other)) continue
    if (look(row, other) && isPending) isPending = !isDone(side, row)
  }
}

/**
 * A function that tells whether any of some neighbours is pending. The first call counts those among all rows; by the
 * time that neighbours are visited, fewer may be.
 */
function pendingAmong(
  rows: Uint32Array,
  isPending: (row: number) => boolean,
): (near: Pick<Neighbours, 'start' | 'end'>) => boolean {
  // Where all others are near, a look at each tells as much.
  if (rows.length <= neighbourCountMax) return () => true
  let pendingBefore: Uint32Array | undefined
  return ({ start, end }) => {
    pendingBefore ??= countPending(rows, isPending)
    return uint32At(pendingBefore, start) !== uint32At(pendingBefore, end)
  }
}

/** How many of the first records are pending, for each number of them. */
function countPending(rows: Uint32Array, isPending: (row: number) => boolean): Uint32Array {
  const pendingBefore = new Uint32Array(rows.length + 1)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    if (isPending(uint32At(rows, index))) count += 1
    pendingBefore[index + 1] = count
  }
  return pendingBefore
}
