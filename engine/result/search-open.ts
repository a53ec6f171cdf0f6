import type { Slices } from '../base/slices.ts'
import { magnitude } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import { visitPairs } from './near-miss.ts'
import type { Finds } from './open-finds.ts'
import type { NearMissJoin, PairJoin } from './pair-joins.ts'
import type { PairSearch, SearchedRun } from './pair-search.ts'

/** The searches that explain open records, one join at a time: of the records of a whole run, or of a piece of it. */

/** The records that look for others under a join. */
export interface LookingRecords
  extends Pick<PairSearch, 'places' | 'shared' | 'lookers' | 'isLooking' | 'lookingCount' | 'joined'> {}

interface MissSearch extends LookingRecords, NearMissJoin {
  /** Of all open records among those of the search, whether they look or are only found. */
  readonly finds: BySide<Finds>
}

/** Fills `finds` with the pairs that miss just one criterion. `run` is the run as the rule of the join sees it. */
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

interface TakenSearch extends LookingRecords, PairJoin {
  /** Whether a record in a place is matched or netted. */
  readonly isTaken: (place: Side, row: number) => boolean
}

/** By place: looking row → the matched records that satisfy every criterion with it. */
export type FoundTaken = BySide<ReadonlyMap<number, ReadonlySet<number>>>

/** Finds the matched records that satisfy every criterion with records that look. */
export function* searchTaken(run: SearchedRun, { isTaken, ...search }: TakenSearch): Slices<FoundTaken> {
  const found = { source: new Map<number, Set<number>>(), target: new Map<number, Set<number>>() }
  const { isLooking } = search
  const offer = (place: Side, row: number, others: [place: Side, row: number]): void => {
    if (!isLooking(place, row) || !isTaken(...others)) return
    found[place].set(row, (found[place].get(row) ?? new Set()).add(others[1]))
  }
  const isDone = (place: Side, row: number): boolean => !isLooking(place, row)
  yield* visitPairs(run, { ...search, isDone }, (source, target) => {
    offer('source', source, ['target', target])
    offer('target', target, ['source', source])
  })
  return found
}
