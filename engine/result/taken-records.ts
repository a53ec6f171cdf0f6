import { byteAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { candidateCountMax, type RunState, status } from '../match/state/run-state.ts'
import { runSeenBy, sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'
import type { PairJoin } from './pair-joins.ts'
import type { PairSearch } from './pair-search.ts'
import { searchTaken } from './search-open.ts'
import { isPairedWith, placesSeenBy } from './seen-places.ts'

interface OpenSides extends Pick<PairSearch, 'places' | 'shared'> {
  readonly left: BySide<ReadonlySet<number>>
}

/**
 * For each open row, up to three matched records that meet every criterion of a rule with it: by rule, then by id. Like
 * near misses, they are searched for among the 64 nearest records with the rule's key. O(rules × records).
 */
export function* findTaken(
  run: RunState,
  joins: readonly PairJoin[],
  { left, places, shared }: OpenSides,
): Slices<BySide<ReadonlyMap<number, readonly ComparedPair[]>>> {
  const taken = { source: new Map<number, ComparedPair[]>(), target: new Map<number, ComparedPair[]>() }
  for (const join of joins) {
    if (left.source.size + left.target.size === 0) break
    const { rule } = join
    const seen = runSeenBy(run, rule)
    const isFull = (side: Side, row: number): boolean => (taken[side].get(row)?.length ?? 0) >= candidateCountMax
    const isSearching = (place: Side, row: number): boolean => {
      const side = sideOfPlace(rule, place)
      return left[side].has(row) && !isFull(side, row)
    }
    const isTaken = (place: Side, row: number): boolean => isTakenStatus(byteAt(seen[place].statuses, row))
    const searchers = { source: left[sideOfPlace(rule, 'source')], target: left[sideOfPlace(rule, 'target')] }
    const search = { ...join, places: placesSeenBy(rule, places), shared, searchers, isSearching, isTaken }
    const found = yield* searchTaken(seen, search)
    for (const place of sides) {
      const side = sideOfPlace(rule, place)
      for (const [row, others] of found[place])
        taken[side].set(row, added(seen, { place, row, rule, before: taken[side].get(row) ?? [], others }))
    }
  }
  return taken
}

export const isTakenStatus = (each: number): boolean => each === status.matched || each === status.netted

interface Addition {
  readonly place: Side
  readonly row: number
  readonly rule: BoundRule
  readonly before: readonly ComparedPair[]
  readonly others: ReadonlySet<number>
}

function added(seen: RunState, { place, row, rule, before, others }: Addition): ComparedPair[] {
  const other = oppositeSide(place)
  const [side, otherSide] = [sideOfPlace(rule, place), sideOfPlace(rule, other)]
  const isKnown = (each: number): boolean =>
    isPairedWith(before, { record: { side, row }, partner: { side: otherSide, row: each } })
  const unknown = rowsById(
    seen[other],
    [...others].filter((each) => !isKnown(each)),
  )
  const pairOf = (each: number): ComparedPair =>
    place === 'source' ? { rule, source: row, target: each } : { rule, source: each, target: row }
  return [...before, ...unknown.map(pairOf)].slice(0, candidateCountMax)
}
