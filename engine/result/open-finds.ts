import { byteAt } from '../base/at.ts'
import type { BoundRule } from '../match/bound-rule.ts'
import { idRank } from '../match/id-order.ts'
import { candidateCountMax, type RunState } from '../match/run-state.ts'
import { sideOfPlace } from '../match/seen-run.ts'
import type { Units } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { NearMiss } from './pair-joins.ts'
import { isPairedWith } from './seen-places.ts'

/** What is known before a join. */
export interface KnownSoFar {
  /** Rows that are in no break yet. */
  readonly left: BySide<ReadonlySet<number>>
  readonly known: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

interface FindsOf extends KnownSoFar {
  readonly rule: BoundRule
}

/**
 * Collects what the open records in one place of a rule find under a join: their only partner, and the nearest of those
 * that they miss. `run` is the run as the rule sees it. 2 bytes a record.
 */
export function createFinds(run: RunState, place: Side, { rule, ...join }: FindsOf) {
  const other = oppositeSide(place)
  const [side, otherSide] = [sideOfPlace(rule, place), sideOfPlace(rule, other)]
  const [left, known] = [join.left[side], join.known[side]]
  const isKnown = (before: readonly NearMiss[], row: number, found: number): boolean =>
    isPairedWith(before, { record: { side, row }, partner: { side: otherSide, row: found } })
  const partners = new Map<number, number>()
  const isOpen = new Uint8Array(run[place].table.rowCount)
  const isFull = new Uint8Array(isOpen.length)
  for (const row of left) {
    isOpen[row] = 1
    if ((known.get(row) ?? noMisses).length >= candidateCountMax) isFull[row] = 1
  }
  const nearest = new Map<number, Ranked[]>()
  const isCloser = (row: number, distance: Units, than: Ranked): boolean =>
    distance < than.distance || (distance === than.distance && idRank(run[other], row) < idRank(run[other], than.row))
  return {
    isOpen: (row: number): boolean => byteAt(isOpen, row) === 1,
    /** True when the record has three near misses and several partners, or is not open. */
    isDone: (row: number): boolean =>
      byteAt(isOpen, row) !== 1 || (byteAt(isFull, row) === 1 && partners.get(row) === several),
    addPartner(row: number, partner: number): void {
      const earlier = partners.get(row)
      if (earlier !== partner) partners.set(row, earlier === undefined ? partner : several)
    },
    /** The one open record that a record misses, if there is just one. */
    onlyPartner(row: number): number | undefined {
      const partner = partners.get(row)
      return partner === several ? undefined : partner
    },
    /** Keeps a near miss, once, among the nearest: by how far it misses, then by the other record's id. */
    offer(row: number, found: number, distance: Units): void {
      if (byteAt(isFull, row) === 1) return
      const before = known.get(row) ?? noMisses
      const ranked = nearest.get(row)
      const last = ranked?.[candidateCountMax - before.length - 1]
      if (last !== undefined && !isCloser(found, distance, last)) return
      if (isKnown(before, row, found) || ranked?.some((each) => each.row === found)) return
      const miss = { row: found, distance }
      if (ranked === undefined) {
        nearest.set(row, [miss])
        return
      }
      const place = ranked.findIndex((each) => isCloser(found, distance, each))
      ranked.splice(place < 0 ? ranked.length : place, 0, miss)
      if (last !== undefined) ranked.pop()
    },
    /** Row → its near misses, nearest first. */
    nearest: (missOf: (row: number, other: number) => NearMiss): ReadonlyMap<number, readonly NearMiss[]> =>
      new Map([...nearest].map(([row, ranked]) => [row, ranked.map((each) => missOf(row, each.row))])),
  }
}

/** In place of a partner's row: there is more than one. */
const several = -1

/** A record of the other side, and how far the pair misses. */
interface Ranked {
  readonly row: number
  readonly distance: Units
}

const noMisses: readonly NearMiss[] = []
