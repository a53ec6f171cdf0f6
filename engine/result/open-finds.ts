import { byteAt } from '../base/at.ts'
import { idRank, type RankedSide } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'

/** What is known before a join of the open records in one place of its rule. */
export interface KnownSoFar {
  /** Rows that are in no break yet. */
  readonly open: Iterable<number>
  /** How many near misses a row has from earlier joins, and whether a record of the other place is one of them. */
  readonly knownCount: (row: number) => number
  readonly isKnown: (row: number, found: number) => boolean
}

/** A record of the other place, and how far the pair misses. */
export interface Ranked {
  readonly row: number
  readonly distance: Units
}

/** In place of a partner's row: there is more than one. */
export const several = -1

export type Finds = ReturnType<typeof createFinds>

/**
 * Collects what the open records in one place of a rule find under a join: their only partner, and the nearest of those
 * that they miss. `rowCount` counts the records of the place, `other` are those of the other place. 2 bytes a record.
 */
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
    /** True when the record has three near misses and several partners, or is not open. */
    isDone: (row: number): boolean =>
      byteAt(isOpen, row) !== 1 || (byteAt(isFull, row) === 1 && partners.get(row) === several),
    addPartner(row: number, partner: number): void {
      const earlier = partners.get(row)
      if (earlier !== partner) partners.set(row, earlier === undefined ? partner : several)
    },
    /** The open records that a record misses: the only one, `several`, or undefined for none. */
    partnerOf: (row: number): number | undefined => partners.get(row),
    /** Keeps a near miss, once, among the nearest: by how far it misses, then by the other record's id. */
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
    /** Row → what it found, nearest first: at most three, those of earlier joins counted. */
    nearest: (): ReadonlyMap<number, readonly Ranked[]> => nearest,
  }
}
