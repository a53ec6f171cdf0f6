import { byteAt, int32At, uint32At } from '../base/at.ts'
import type { RankedSide } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'

/** What earlier joins have found for the records in one place of a rule. */
export interface KnownSoFar {
  /** Row → 1 if the record is open. */
  readonly open: Uint8Array
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
export function createFinds({ ordering: { rankById } }: RankedSide, { open, knownCount, isKnown }: KnownSoFar) {
  const partners = new Map<number, number>()
  const nearest = new Map<number, Ranked[]>()
  const pending = open.slice()
  const isCloser = (row: number, distance: Units, than: Ranked): boolean =>
    distance === than.distance ? int32At(rankById, row) < int32At(rankById, than.row) : distance < than.distance
  return {
    isOpen: (row: number): boolean => byteAt(open, row) === 1,
    /** Row → 0 for a record that is not open, or that has three near misses and several partners. */
    pending,
    addPartner(row: number, partner: number): void {
      const earlier = partners.get(row)
      if (earlier === partner || earlier === several) return
      partners.set(row, earlier === undefined ? partner : several)
      if (earlier !== undefined && knownCount(row) >= candidateCountMax) pending[row] = 0
    },
    /** The open record that is the only near miss of a record; `several` if there are more, undefined for none. */
    partnerOf: (row: number): number | undefined => partners.get(row),
    /** Keeps the nearest near misses, each once: by distance, then by id. */
    offer(row: number, others: Pick<ComparedRows, 'others' | 'count'>, distanceOf: (other: number) => Units): void {
      const countMax = candidateCountMax - knownCount(row)
      if (countMax <= 0) return
      const ranked = nearest.get(row) ?? []
      let last = ranked[countMax - 1]
      let lastRank = last === undefined ? 0 : int32At(rankById, last.row)
      for (let index = 0; index < others.count; index++) {
        const found = uint32At(others.others, index)
        const distance = distanceOf(found)
        if (last !== undefined) {
          const isFarther = distance === last.distance ? int32At(rankById, found) >= lastRank : distance > last.distance
          if (isFarther) continue
        }
        if (isKnown(row, found) || ranked.some((each) => each.row === found)) continue
        const place = ranked.findIndex((each) => isCloser(found, distance, each))
        ranked.splice(place < 0 ? ranked.length : place, 0, { row: found, distance })
        if (last !== undefined) ranked.pop()
        last = ranked[countMax - 1]
        if (last !== undefined) lastRank = int32At(rankById, last.row)
      }
      if (ranked.length > 0) nearest.set(row, ranked)
    },
    partners: (): ReadonlyMap<number, number> => partners,
    /** Row → its near misses under this join, the nearest first: at most three together with those of earlier joins. */
    nearest: (): ReadonlyMap<number, readonly Ranked[]> => nearest,
  }
}
