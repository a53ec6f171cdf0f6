import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { candidateCountMax, type RunState } from '../match/state/run-state.ts'
import { runSeenBy, sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'
import type { PairJoin } from './pair-joins.ts'
import type { PairSearch } from './pair-search.ts'
import { searchTaken } from './search-open.ts'
import { isPairedWith, seenBy } from './seen-places.ts'

interface OpenSides extends Pick<PairSearch, 'places' | 'shared'> {
  /** Row → 1 for an open record in no break yet. */
  readonly left: BySide<Uint8Array>
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
  const searching = { source: left.source.slice(), target: left.target.slice() }
  for (const join of joins) {
    if (!sides.some((side) => searching[side].includes(1))) break
    const { rule } = join
    const seen = runSeenBy(run, rule)
    const search = { ...join, places: seenBy(rule, places), shared, searching: seenBy(rule, searching) }
    const found = yield* searchTaken(seen, search)
    for (const place of sides) {
      const side = sideOfPlace(rule, place)
      for (const [row, others] of found[place]) {
        const pairs = added(seen, { place, row, rule, before: taken[side].get(row) ?? [], others })
        taken[side].set(row, pairs)
        if (pairs.length >= candidateCountMax) searching[side][row] = 0
      }
    }
  }
  return taken
}

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
