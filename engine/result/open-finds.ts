import { byteAt, int32At, uint32At } from '../base/at.ts'
import type { RankedSide } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import { grounds } from './grounds.ts'

/** What earlier joins have found for the records in one place of a rule. */
export interface KnownSoFar {
  /** Row → 1 if the record is open. */
  readonly open: Uint8Array
  /**
   * How many near misses that share a document earlier joins found for a row: no later ones come before them. `isKnown`
   * says whether `found` is one of them.
   */
  readonly knownCount: (row: number) => number
  readonly isKnown: (row: number, found: number) => boolean
}

export interface Ranked {
  readonly row: number
  /** A value of `grounds`, see `grounds.ts`. */
  readonly ground: number
  readonly distance: Units
}

/** Shown near misses and near misses that are too many to be shown. */
const keptCountMax = 7

/** Stands for the partner of a record that has more than one. */
export const several = -1

export type Finds = ReturnType<typeof createFinds>

/** Collects the finds of open records under a join: their only partner, and their nearest near misses. */
export function createFinds({ ordering: { rankById } }: RankedSide, { open, knownCount, isKnown }: KnownSoFar) {
  const partners = new Map<number, number>()
  const nearest = new Map<number, Ranked[]>()
  const pending = open.slice()
  const isCloser = (found: Ranked, than: Ranked): boolean => {
    if (found.ground !== than.ground) return found.ground < than.ground
    if (found.distance !== than.distance) return found.distance < than.distance
    return int32At(rankById, found.row) < int32At(rankById, than.row)
  }
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
    /** Keeps the first near misses, each once: by ground, by distance, then by id. */
    offer(
      row: number,
      { others, count }: Pick<ComparedRows, 'others' | 'count'>,
      { groundOf, distanceOf }: Measures,
    ): void {
      if (knownCount(row) >= candidateCountMax) return
      const ranked = nearest.get(row) ?? []
      for (let index = 0; index < count; index++) {
        const other = uint32At(others, index)
        const found = { row: other, ground: groundOf(other), distance: distanceOf(other) }
        const last = ranked[keptCountMax - 1]
        if (last !== undefined && !isCloser(found, last)) continue
        if (isKnown(row, other) || ranked.some((each) => each.row === other)) continue
        const place = ranked.findIndex((each) => isCloser(found, each))
        ranked.splice(place < 0 ? ranked.length : place, 0, found)
        if (ranked.length > keptCountMax) ranked.pop()
      }
      if (ranked.length > 0) nearest.set(row, ranked)
    },
    partners: (): ReadonlyMap<number, number> => partners,
    /** Row → its near misses under this join, the nearest first, up to `keptCountMax`. */
    nearest: (): ReadonlyMap<number, readonly Ranked[]> => nearest,
  }
}

interface Measures {
  readonly groundOf: (other: number) => number
  readonly distanceOf: (other: number) => Units
}

/**
 * The near misses of a record under one join that may be shown, the nearest first. More than three that share no
 * document tell nothing: none of them is shown.
 */
export function shownOf<Found extends { readonly ground: number }>(found: readonly Found[]): readonly Found[] {
  const documents = found.filter(({ ground }) => ground === grounds.document)
  const isTold = found.length - documents.length <= candidateCountMax
  return (isTold ? found : documents).slice(0, candidateCountMax)
}
