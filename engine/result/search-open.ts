import type { Slices } from '../base/slices.ts'
import { magnitude } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import { visitPairs } from './near-miss.ts'
import type { Finds } from './open-finds.ts'
import type { NearMissJoin, PairJoin } from './pair-joins.ts'
import type { PairSearch, SearchedRun } from './pair-search.ts'

/** Searches for the candidates of open records, one join at a time, for runs in memory and in pieces. */

export interface SearchingRecords
  extends Pick<PairSearch, 'places' | 'shared' | 'searchers' | 'isSearching' | 'searchingCount' | 'joined'> {}

interface MissSearch extends SearchingRecords, NearMissJoin {
  /** The finds of the open records, also of those that do not search themselves. */
  readonly finds: BySide<Finds>
}

/** Puts the pairs that fail exactly one criterion into `finds`. `run` is the run as the join's rule sees it. */
export function* searchMisses(run: SearchedRun, { finds, ...search }: MissSearch): Slices<void> {
  const { failed } = search
  const isDone = (side: Side, row: number): boolean => finds[side].isDone(row)
  yield* visitPairs(run, { ...search, isDone }, (source, target) => {
    const distance = magnitude(failed.difference(source, target))
    const sourceIsOpen = finds.source.isOpen(source)
    const targetIsOpen = finds.target.isOpen(target)
    if (sourceIsOpen && targetIsOpen) {
      finds.source.addPartner(source, target)
      finds.target.addPartner(target, source)
    }
    if (sourceIsOpen) finds.source.offer(source, target, distance)
    if (targetIsOpen) finds.target.offer(target, source, distance)
  })
}

interface TakenSearch extends SearchingRecords, PairJoin {
  readonly isTaken: (place: Side, row: number) => boolean
}

type FoundTaken = BySide<ReadonlyMap<number, ReadonlySet<number>>>

export function* searchTaken(run: SearchedRun, { isTaken, ...search }: TakenSearch): Slices<FoundTaken> {
  const found = { source: new Map<number, Set<number>>(), target: new Map<number, Set<number>>() }
  const { isSearching } = search
  const offer = (place: Side, row: number, others: [place: Side, row: number]): void => {
    if (!isSearching(place, row) || !isTaken(...others)) return
    found[place].set(row, (found[place].get(row) ?? new Set()).add(others[1]))
  }
  const isDone = (place: Side, row: number): boolean => !isSearching(place, row)
  yield* visitPairs(run, { ...search, isDone }, (source, target) => {
    offer('source', source, ['target', target])
    offer('target', target, ['source', source])
  })
  return found
}
