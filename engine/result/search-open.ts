import { byteAt, uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { status } from '../match/state/run-state.ts'
import { magnitude, type Units } from '../record/columns.ts'
import { type BySide, oppositeSide } from '../record/side.ts'
import { visitPairs } from './near-miss.ts'
import type { Finds } from './open-finds.ts'
import type { NearMissJoin, PairJoin } from './pair-joins.ts'
import type { PairSearch, SearchedRun } from './pair-search.ts'

/** Searches for the candidates of open records, one join at a time, for runs in memory and in pieces. */

export interface SearchingRecords
  extends Pick<PairSearch, 'places' | 'shared' | 'searching' | 'searchingCount' | 'joined'> {}

interface MissSearch extends SearchingRecords, NearMissJoin {
  /** The finds of the open records, also of those that do not search themselves. */
  readonly finds: BySide<Finds>
}

/** Puts the pairs that fail exactly one criterion into `finds`. `run` is the run as the join's rule sees it. */
export function* searchMisses(run: SearchedRun, { finds, ...search }: MissSearch): Slices<void> {
  const { failed } = search
  const pending = { source: finds.source.pending, target: finds.target.pending }
  const single = new Uint32Array(1)
  yield* visitPairs(run, { ...search, pending }, (found) => {
    const { side, row } = found
    const [own, other] = [finds[side], finds[oppositeSide(side)]]
    const distanceOf = (each: number): Units =>
      magnitude(side === 'source' ? failed.difference(row, each) : failed.difference(each, row))
    own.offer(row, found, distanceOf)
    single[0] = row
    for (let index = 0; index < found.count; index++) {
      const each = uint32At(found.others, index)
      if (!other.isOpen(each)) continue
      own.addPartner(row, each)
      other.addPartner(each, row)
      other.offer(each, { others: single, count: 1 }, () => distanceOf(each))
    }
  })
}

type FoundTaken = BySide<ReadonlyMap<number, ReadonlySet<number>>>

/** Finds the matched and netted records that meet every criterion of a join's rule with a searching record. */
export function* searchTaken(run: SearchedRun, search: SearchingRecords & PairJoin): Slices<FoundTaken> {
  const found = { source: new Map<number, Set<number>>(), target: new Map<number, Set<number>>() }
  yield* visitPairs(run, { ...search, pending: search.searching }, ({ side, row, others, count }) => {
    const { statuses } = run[oppositeSide(side)]
    const taken = new Set<number>()
    for (let index = 0; index < count; index++) {
      const other = uint32At(others, index)
      const each = byteAt(statuses, other)
      if (each === status.matched || each === status.netted) taken.add(other)
    }
    if (taken.size > 0) found[side].set(row, taken)
  })
  return found
}
