import { byteAt } from '../base/at.ts'
import { idRank, type RankedSide } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'

/** What earlier joins have found for the records in one place of a rule. */
export interface KnownSoFar {
  readonly open: Iterable<number>
  /** How many near misses earlier joins found for a row. `isKnown` says whether `found` is one of them. */
  readonly knownCount: (row: number) => number
  readonly isKnown: (row: number, found: number) => boolean
}

export interface Ranked {
  readonly row: number
  readonly distance: Units
}

/** Stands for the partner of a record that has more than one. */
export const several = -1

export type Finds = ReturnType<typeof createFinds>

/** Collects the finds of open records under a join: their only partner, and their nearest near misses. */
export function createFinds(rowCount: number, other: RankedSide, { open, knownCount, isKnown }: KnownSoFar) {
  const partners = new Map<number, number>()
  const isOpen = new Uint8Array(rowCount)
  const isFull = new Uint8Array(rowCount)
  for (const row of open) {
    isOpen[row] = 1
    if (knownCount(row) >= candidateCountMax) isFull[row] = 1
  }
  const nearest = new Map<number, Ranked[]>()
  const isCloser = (row: number, distance: Units, than: Ranked): boolean =>
    distance < than.distance || (distance === than.distance && idRank(other, row) < idRank(other, than.row))
  return {
    isOpen: (row: number): boolean => byteAt(isOpen, row) === 1,
    /**
     * Whether further near misses would change nothing: the record is not open, or it has three near misses and several
     * partners.
     */
    isDone: (row: number): boolean =>
      byteAt(isOpen, row) !== 1 || (byteAt(isFull, row) === 1 && partners.get(row) === several),
    addPartner(row: number, partner: number): void {
      const earlier = partners.get(row)
      if (earlier !== partner) partners.set(row, earlier === undefined ? partner : several)
    },
    /** The open record that is the only near miss of a record; `several` if there are more, undefined for none. */
    partnerOf: (row: number): number | undefined => partners.get(row),
    /** Keeps the nearest near misses, each once: by distance, then by id. */
    offer(row: number, found: number, distance: Units): void {
      if (byteAt(isFull, row) === 1) return
      const ranked = nearest.get(row)
      const last = ranked?.[candidateCountMax - knownCount(row) - 1]
      if (last !== undefined && !isCloser(found, distance, last)) return
      if (isKnown(row, found) || ranked?.some((each) => each.row === found)) return
      const miss = { row: found, distance }
      if (ranked === undefined) {
        nearest.set(row, [miss])
        return
      }
      const place = ranked.findIndex((each) => isCloser(found, distance, each))
      ranked.splice(place < 0 ? ranked.length : place, 0, miss)
      if (last !== undefined) ranked.pop()
    },
    /** Row → its near misses under this join, the nearest first: at most three together with those of earlier joins. */
    nearest: (): ReadonlyMap<number, readonly Ranked[]> => nearest,
  }
}
