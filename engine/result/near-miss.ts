import { at, byteAt, uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { apartTest } from '../match/state/apart.ts'
import { type OfPair, pairSift } from '../match/state/bound-rule.ts'
import { oppositeSide, sides } from '../record/side.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import { type ListedRows, listedJoin } from './near-miss-listed.ts'
import { comparesTurned, createReach, neighbourCountMax, neighboursOf, type Reach } from './near-miss-reach.ts'
import { criteriaMet } from './pair-joins.ts'
import type { KeySearch, PairSearch, SearchedRun, TakeFound } from './pair-search.ts'
import type { Around } from './record-order.ts'
import { blocksOfSearch, rowsOfBlock } from './search-blocks.ts'

/**
 * Calls `take` for each searching record with the records that a join looks for, if there are any. These may be any
 * records of the other side that are not excluded. A pair of two searching records may be found twice.
 * A record is compared with up to 64 neighbours in (amount, date, id) order; with fewer, but at least one, where its
 * part of the join's steps does not allow more. O(records).
 */
export function* visitPairs(run: SearchedRun, search: PairSearch, take: TakeFound): Slices<void> {
  const { rule, failed } = search
  yield* visitSearching(run, search, (searchingCount) => {
    const stepsOfSearcher = Math.ceil(search.stepCountMax / Math.max(1, searchingCount))
    return createLook(run, search, {
      reach: createReach(rule, failed, stepsOfSearcher),
      sift: siftApart(pairSift(criteriaMet(search), failed), apartTest(run, rule)),
      take,
    })
  })
}

/** Drops the records that a decision keeps apart from the searching one. */
function siftApart(sift: Look['sift'], isApart: OfPair<boolean> | undefined): Look['sift'] {
  if (isApart === undefined) return sift
  return (found) => {
    sift(found)
    const { side, row, others, count } = found
    found.count = 0
    for (let index = 0; index < count; index++) {
      const other = uint32At(others, index)
      if (!(side === 'source' ? isApart(row, other) : isApart(other, row))) others[found.count++] = other
    }
  }
}

/**
 * Calls the function that `lookFor` makes for each searching record whose key the other side has, with the records of
 * this key. It returns the steps that it took. `lookFor` gets the number of searching records that have a key.
 */
export function* visitSearching(
  run: SearchedRun,
  search: KeySearch,
  lookFor: (searchingCount: number) => (around: Around) => number,
): Slices<void> {
  const blocks = yield* blocksOfSearch(run, search)
  const rowCount = run.source.statuses.length + run.target.statuses.length
  if (run.work.endsSlice(stepsOfJoin * rowCount)) yield
  const { searchers } = blocks
  const look = lookFor(search.searchingCount ?? searchers.source.length + searchers.target.length)
  const joined = listedJoin(run, search)
  const isTurned = comparesTurned(search.rule)
  const next = { source: 0, target: 0 }
  for (let block = 0; block < blocks.count; block++) {
    let listed: ListedRows | undefined
    for (const side of sides) {
      const [own, other] = [blocks[side], blocks[oppositeSide(side)]]
      const [from, to] = [at(other.starts, block), at(other.ends, block)]
      const around = { side, row: 0, isTurned, others: other.rows, from, to }
      const [start, end] = [at(own.starts, block), at(own.ends, block)]
      for (; next[side] < searchers[side].length && uint32At(searchers[side], next[side]) < end; next[side]++) {
        const index = uint32At(searchers[side], next[side])
        if (index < start) continue
        around.row = uint32At(own.rows, index)
        if (joined !== undefined) {
          listed ??= joined({
            source: rowsOfBlock(blocks, 'source', block),
            target: rowsOfBlock(blocks, 'target', block),
          })
          around.others = listed(side, around.row)
          around.from = 0
          around.to = around.others.length
        }
        if (run.work.endsSlice(look(around))) yield
      }
    }
  }
}

const [stepsOfJoin, stepsOfNeighbour] = [8, 16]

interface Look {
  readonly reach: Reach
  readonly sift: (found: ComparedRows) => void
  readonly take: TakeFound
}

/**
 * Compares a searching record with its neighbours, unless all of them are done. Returns the steps that this takes, with
 * those of a second sifting if `take` asks for one.
 */
function createLook(
  { work }: SearchedRun,
  { places, pending, mayBeFound }: PairSearch,
  { reach, sift, take }: Look,
): (around: Around) => number {
  const [nearby, every] = [new Uint32Array(neighbourCountMax), new Uint32Array(neighbourCountMax)]
  return (around) => {
    const { side, row, others } = around
    const near = neighboursOf(places, around)
    const own = byteAt(pending[side], row) === 1 ? mayBeFound?.[oppositeSide(side)] : pending[oppositeSide(side)]
    if (own !== undefined && copyPending(own, { others, ...near }, nearby) === 0) return 0
    const reached = reach.narrow(around, near)
    const lookCount = stepsOfNeighbour * (near.end - near.start)
    const stepCount = work.isLimited ? lookCount + reach.countSteps(around, reached) : lookCount
    work.spend(stepCount)
    const found = { side, row, others: nearby, count: copyPending(own, { others, ...reached }, nearby) }
    sift(found)
    if (found.count === 0) return stepCount
    let spent = stepCount
    take(found, () => {
      work.spend(stepCount)
      spent += stepCount
      const all = { side, row, others: every, count: copyPending(undefined, { others, ...reached }, every) }
      sift(all)
      return all
    })
    return spent
  }
}

interface NearRows {
  readonly others: Uint32Array
  readonly start: number
  readonly end: number
}

/** Writes the rows in order, only pending ones if `pending` is given. Returns how many they are. */
function copyPending(pending: Uint8Array | undefined, { others, start, end }: NearRows, nearby: Uint32Array): number {
  let count = 0
  for (let index = start; index < end; index++) {
    const other = uint32At(others, index)
    if (pending === undefined || byteAt(pending, other) === 1) nearby[count++] = other
  }
  return count
}
