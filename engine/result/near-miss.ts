import { uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { pairSifts } from '../match/state/bound-rule.ts'
import type { Work } from '../match/state/work.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import { blocksOfSearch } from './near-miss-blocks.ts'
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
 * Calls `visit` for the pairs of searching records that a join looks for. The other record may be any record of the
 * other side that is not excluded. A pair of two searching records may be visited twice.
 * A record is compared with up to 64 neighbours in (amount, date, id) order; with fewer, but at least one, where its
 * part of the join's steps does not allow more. O(records).
 */
export function* visitPairs(
  run: SearchedRun,
  search: PairSearch,
  visit: (source: number, target: number) => void,
): Slices<void> {
  const { work } = run
  const { rule, failed } = search
  const kept = rule.criteria.filter((each) => each !== failed)
  const { blocks, searchingCount } = yield* blocksOfSearch(run, search, kept)
  const rowCount = run.source.statuses.length + run.target.statuses.length
  if (work.endsSlice(stepsOfJoin * rowCount)) yield
  const stepsOfSearcher = Math.ceil(search.stepCountMax / Math.max(1, search.searchingCount ?? searchingCount))
  const reach = createReach(rule, failed, stepsOfSearcher)
  const joined = search.joined ?? listedJoin(run, search, kept)
  const siftOf = pairSifts(kept, failed)
  const nearby = new Uint32Array(neighbourCountMax)
  for (const { source: sources, target: targets, searchers } of blocks) {
    const sift = siftOf({ source: uint32At(sources, 0), target: uint32At(targets, 0) })
    const look = (near: Near): void => {
      const { side, row } = near
      const found = { side, row, others: nearby, count: pendingOf(search, near, nearby) }
      sift(found)
      for (let index = 0; index < found.count; index++) {
        const other = uint32At(nearby, index)
        if (side === 'source') visit(row, other)
        else visit(other, row)
      }
    }
    const rows = searchers ?? { source: sources, target: targets }
    if (joined === undefined) {
      yield* lookAround(search, { side: 'source', rows: rows.source, others: targets, reach, work }, look)
      yield* lookAround(search, { side: 'target', rows: rows.target, others: sources, reach, work }, look)
      continue
    }
    const listed = joined({ source: [...sources], target: [...targets] })
    for (const row of rows.source)
      if (search.isSearching('source', row))
        yield* lookAround(
          search,
          { side: 'source', rows: Uint32Array.of(row), others: listed('source', row), reach, work },
          look,
        )
    for (const row of rows.target)
      if (search.isSearching('target', row))
        yield* lookAround(
          search,
          { side: 'target', rows: Uint32Array.of(row), others: listed('target', row), reach, work },
          look,
        )
  }
}

interface Surroundings {
  readonly side: Side
  /**
   * In one block: the rows of `side` that may search, and the rows of the other side. Both are in the order of their
   * places.
   */
  readonly rows: Uint32Array
  readonly others: Uint32Array
  readonly reach: Reach
  readonly work: Work
}

const [stepsOfJoin, stepsOfNeighbour] = [8, 16]

type Look = (near: Near) => void

/** Calls `look` for each searching row with its neighbours, unless all of them are done. */
function* lookAround(search: PairSearch, { side, rows, others, reach, work }: Surroundings, look: Look): Slices<void> {
  const { places, isSearching, isDone } = search
  const hasPending = pendingAmong(others, (row) => !isDone(oppositeSide(side), row))
  for (const row of rows) {
    if (!isSearching(side, row)) continue
    const near = neighboursOf(places, { side, row, others })
    if (isDone(side, row) && !hasPending(near)) continue
    const around = { side, row, others }
    const reached = reach.narrow(around, near)
    const lookCount = stepsOfNeighbour * (near.end - near.start)
    const stepCount = work.isLimited ? lookCount + reach.countSteps(around, reached) : lookCount
    work.spend(stepCount)
    look({ ...around, ...reached })
    if (work.endsSlice(stepCount)) yield
  }
}

interface Near extends Surrounded {
  readonly start: number
  readonly end: number
}

/** Writes the neighbours in order, without those that are done where the row is, and returns how many they are. */
function pendingOf({ isDone }: PairSearch, { side, row, others, start, end }: Near, nearby: Uint32Array): number {
  const otherSide = oppositeSide(side)
  const isPending = !isDone(side, row)
  let count = 0
  for (let index = start; index < end; index++) {
    const other = uint32At(others, index)
    if (isPending || !isDone(otherSide, other)) nearby[count++] = other
  }
  return count
}

/**
 * Tells whether any neighbour in a range is pending. Pending rows are counted at the first call; rows that are done
 * since then still count.
 */
function pendingAmong(
  rows: Uint32Array,
  isPending: (row: number) => boolean,
): (near: Pick<Neighbours, 'start' | 'end'>) => boolean {
  // So few rows are all neighbours, and counting them would save nothing.
  if (rows.length <= neighbourCountMax) return () => true
  let pendingBefore: Uint32Array | undefined
  return ({ start, end }) => {
    pendingBefore ??= countPending(rows, isPending)
    return uint32At(pendingBefore, start) !== uint32At(pendingBefore, end)
  }
}

/** Index → the number of pending rows before it. */
function countPending(rows: Uint32Array, isPending: (row: number) => boolean): Uint32Array {
  const pendingBefore = new Uint32Array(rows.length + 1)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    if (isPending(uint32At(rows, index))) count += 1
    pendingBefore[index + 1] = count
  }
  return pendingBefore
}
