import { byteAt, int32At, uint32At } from '../base/at.ts'
import type { RankedSide } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import { grounds, isOfDocument } from './grounds.ts'

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

/** Of records without a document two more than may be shown, which say that they are too many to be shown. */
export const strangerCountMax = candidateCountMax + 2

const keptCountMax = { document: candidateCountMax, stranger: strangerCountMax, settled: candidateCountMax }
type Kept = { readonly [state in keyof typeof keptCountMax]: Ranked[] }

/** Stands for the partner of a record that has more than one. */
export const several = -1

export type Finds = ReturnType<typeof createFinds>

/** Collects the finds of open records under a join: their only partner, and their nearest near misses. */
export function createFinds({ ordering: { rankById } }: RankedSide, { open, knownCount, isKnown }: KnownSoFar) {
  const partners = new Map<number, number>()
  const nearest = new Map<number, Kept>()
  const crowds = new Map<number, number>()
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
    /** Keeps the first near misses by ground, distance and id. Returns the best ground of those that share no document. */
    offer(
      row: number,
      { others, count }: Pick<ComparedRows, 'others' | 'count'>,
      { groundOf, distanceOf }: Measures,
    ): number | undefined {
      if (knownCount(row) >= candidateCountMax) return undefined
      let best: number | undefined
      const kept = nearest.get(row) ?? { document: [], stranger: [], settled: [] }
      for (let index = 0; index < count; index++) {
        const other = uint32At(others, index)
        const found = { row: other, ground: groundOf(other), distance: distanceOf(other) }
        const state = stateOf(found)
        if (state === 'stranger') best = Math.min(best ?? found.ground, found.ground)
        const ranked = kept[state]
        const last = ranked[keptCountMax[state] - 1]
        if (last !== undefined && !isCloser(found, last)) continue
        if (!isKnown(row, other)) keepAmong(ranked, found, { isCloser, countMax: keptCountMax[state] })
      }
      if (kept.document.length + kept.stranger.length + kept.settled.length > 0) nearest.set(row, kept)
      return best
    },
    /** Notes how many settled records would be as good near misses of the row without a document if they were open. */
    setCrowd: (row: number, settledCount: number) => crowds.set(row, settledCount),
    crowdOf: (row: number): number => crowds.get(row) ?? 0,
    partners: (): ReadonlyMap<number, number> => partners,
    /** The rows with near misses under this join. */
    rows: (): Iterable<number> => nearest.keys(),
    /** The near misses of a row under this join, the nearest first, up to `keptCountMax`. */
    nearestOf(row: number): readonly Ranked[] {
      const { document = [], stranger = [], settled = [] } = nearest.get(row) ?? {}
      return [...document, ...stranger, ...settled].sort((left, right) => left.ground - right.ground)
    },
    /** The near misses of a row that share no document, up to five. */
    strangersOf: (row: number): readonly Ranked[] => nearest.get(row)?.stranger ?? [],
  }
}

function stateOf({ ground }: Ranked): keyof Kept {
  if (!isOfDocument(ground)) return 'stranger'
  return ground === grounds.document ? 'document' : 'settled'
}

interface Keeping {
  readonly isCloser: (found: Ranked, than: Ranked) => boolean
  readonly countMax: number
}

/** Puts a record in its place, unless it is there already. */
function keepAmong(ranked: Ranked[], found: Ranked, { isCloser, countMax }: Keeping): void {
  if (ranked.some(({ row }) => row === found.row)) return
  const place = ranked.findIndex((each) => isCloser(found, each))
  ranked.splice(place < 0 ? ranked.length : place, 0, found)
  if (ranked.length > countMax) ranked.pop()
}

interface Measures {
  readonly groundOf: (other: number) => number
  readonly distanceOf: (other: number) => Units
}

/**
 * The near misses of a record under one join without those that are too many: more than three records that share no
 * document tell nothing, settled ones among them, which `crowd` counts.
 */
export function shownOf<Found extends { readonly ground: number }>(
  found: readonly Found[],
  crowd: number,
): readonly Found[] {
  const documents = found.filter(({ ground }) => isOfDocument(ground))
  return found.length - documents.length + crowd <= candidateCountMax ? found : documents
}
