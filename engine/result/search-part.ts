import { byteAt, int32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import type { Units } from '../record/columns.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { grounds, isOfDocument } from './grounds.ts'
import { createFinds, type Finds, type Ranked, several } from './open-finds.ts'
import type { PairJoin } from './pair-joins.ts'
import type { KeySearch, SearchedRun } from './pair-search.ts'
import type { PartFinds, SearcherFinds, SearcherPartner } from './part-finds.ts'
import { searchMisses, searchTaken } from './search-open.ts'
import { foundCount, hasFound, type SearcherRows, type SearcherState, searchingOn } from './searcher-state.ts'
import { mismatchOf } from './two-sided-mismatch.ts'

/**
 * Some records of a run under a join: of a run in memory all of them, of one in pieces some searching records, and those
 * that are near them.
 */
export interface RunPart extends PairJoin, Pick<KeySearch, 'places' | 'shared' | 'searchingCount'> {
  /** The records as the join's rule sees them. */
  readonly run: SearchedRun
  readonly searchers: BySide<SearcherRows>
  /** The place of the records that search; both if absent. */
  readonly place?: Side
  /** A number that no other record of the side has in any part. */
  readonly numberOf: (place: Side, row: number) => number
  /** The line that holds a matched or netted record. */
  readonly claimOf: (place: Side, row: number) => string | undefined
}

/** A pair of a searching row and another one. `place` is that of the searching row. */
export interface FoundRow {
  readonly place: Side
  readonly row: number
  readonly other: number
  /** A value of `grounds`, see `grounds.ts`. */
  readonly ground: number
  /** By how much the pair fails the criterion. Absent where it meets all criteria. */
  readonly distance?: Units
  /** The found record as a searcher, where it is one and shares no document. */
  readonly searcher?: number
}

export type FoundRows = PartFinds<FoundRow, FoundRow>

/** A number for a record of a part that no record of either side has. */
export const codeIn = ({ rule, numberOf }: RunPart, place: Side, row: number): number =>
  codeOf(sideOfPlace(rule, place), numberOf(place, row))

/** The number of a record over both sides. */
export const codeOf = (side: Side, number: number): number => 2 * number + (side === 'target' ? 1 : 0)

/** Searches a part under a join: for near misses or, if it has no failed criterion, for matched records. */
export const searchPart = (part: RunPart, state: SearcherState): Slices<FoundRows> =>
  part.failed === undefined ? findTaken(part, state) : findMisses(part, state, part.failed)

/** Row → 1 for the rows of searchers that are marked. */
function markedRows({ searcherOf, rows }: SearcherRows, marks: Uint8Array): Uint8Array {
  const marked = new Uint8Array(searcherOf.length)
  for (const row of rows) marked[row] = byteAt(marks, int32At(searcherOf, row))
  return marked
}

const searcherAt = ({ searchers }: RunPart, place: Side, row: number): number =>
  int32At(searchers[place].searcherOf, row)

const searchOf = ({ place, searchers, ...part }: RunPart, marked: BySide<Uint8Array>) => ({
  ...part,
  searching: {
    source: place === 'target' ? new Uint8Array(searchers.source.searcherOf.length) : marked.source,
    target: place === 'source' ? new Uint8Array(searchers.target.searcherOf.length) : marked.target,
  },
})

function* findMisses(part: RunPart, state: SearcherState, failed: BoundCriterion): Slices<FoundRows> {
  const { run, rule, searchers } = part
  const left = {
    source: markedRows(searchers.source, state.isLeft),
    target: markedRows(searchers.target, state.isLeft),
  }
  const findsOf = (place: Side): Finds => {
    const other = oppositeSide(place)
    return createFinds(run[other], {
      open: left[place],
      knownCount: (row) => foundCount(state, searcherAt(part, place, row)),
      isKnown: (row, found) => hasFound(state, searcherAt(part, place, row), codeIn(part, other, found)),
    })
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  yield* searchMisses(run, { ...searchOf(part, left), failed, finds })
  const partners: SearcherPartner[] = []
  const found: SearcherFinds<FoundRow, FoundRow>[] = []
  for (const place of sides) {
    for (const [row, partner] of finds[place].partners()) {
      const isBreak =
        place === 'source' &&
        partner !== several &&
        mismatchOf({ rule, failed, source: row, target: partner }) !== undefined
      const searcher = searcherAt(part, place, row)
      const otherPlace = oppositeSide(place)
      const other = partner === several ? several : searcherAt(part, otherPlace, partner)
      const strangers = finds[place].strangersOf(row).map((each) => codeIn(part, otherPlace, each.row))
      partners.push({ searcher, partner: other, isBreak, strangers, crowd: finds[place].crowdOf(row) })
      const own = findsOfRow(place, row)
      if (isBreak) found.push({ ...own, pair: { place, row, other: partner, ground: grounds.rest } })
      else if (own.found.length > 0) found.push(own)
    }
    for (const row of finds[place].rows())
      if (finds[place].partnerOf(row) === undefined) found.push(findsOfRow(place, row))
  }
  function findsOfRow(place: Side, row: number): SearcherFinds<FoundRow, FoundRow> {
    const crowd = finds[place].crowdOf(row)
    const foundOf = ({ row: other, ground, distance }: Ranked): FoundRow => {
      const searcher = isOfDocument(ground) ? -1 : searcherAt(part, oppositeSide(place), other)
      return { place, row, other, ground, distance, ...(searcher >= 0 && { searcher }) }
    }
    return {
      searcher: searcherAt(part, place, row),
      found: finds[place].nearestOf(row).map(foundOf),
      ...(crowd > 0 && { crowd }),
    }
  }
  return { partners, finds: found }
}

function* findTaken(part: RunPart, state: SearcherState): Slices<FoundRows> {
  const { run, searchers } = part
  const isSearching = searchingOn(state)
  const marked = {
    source: markedRows(searchers.source, isSearching),
    target: markedRows(searchers.target, isSearching),
  }
  const found = yield* searchTaken(run, searchOf(part, marked))
  const finds = sides.flatMap((place) =>
    [...found[place]].map(([row, others]): SearcherFinds<FoundRow, FoundRow> => {
      const other = oppositeSide(place)
      const searcher = searcherAt(part, place, row)
      const unknown = [...others].filter((each) => !hasFound(state, searcher, codeIn(part, other, each)))
      const first = rowsById(run[other], unknown).slice(0, candidateCountMax - foundCount(state, searcher))
      return { searcher, found: first.map((each) => ({ place, row, other: each, ground: grounds.document })) }
    }),
  )
  return { partners: [], finds }
}
