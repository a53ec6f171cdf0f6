import { byteAt, int32At } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { rowsById } from '../../match/blocks/id-order.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import { recordId } from '../../record/id-column.ts'
import { oppositeSide, type Side, sides } from '../../record/side.ts'
import { createFinds, type Finds } from '../../result/open-finds.ts'
import { searchMisses, searchTaken } from '../../result/search-open.ts'
import { createSharedRows } from '../../result/shared-rows.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { candidateIn, codeIn, type SearchedPiece } from './bound-piece.ts'
import { describeMisses } from './describe-misses.ts'
import type { FoundRecord, PieceFinds, SearcherFinds } from './piece-finds.ts'
import { foundCount, hasFound, type SearcherState } from './searcher-state.ts'

interface PieceSearch {
  readonly piece: SearchedPiece
  readonly state: SearcherState
  /** The place of the records that search here. */
  readonly place: Side
  /** In the whole run. */
  readonly searchingCount: number
  readonly isSearching: (searcher: number) => boolean
}

/** Searches a piece with the same functions as a run in memory. O(records of the piece). */
export function searchPiece(search: PieceSearch): Slices<PieceFinds> {
  const { failed } = search.piece.pairs
  return failed === undefined ? findMatched(search) : findMisses(search, failed)
}

/** Row → 1 for the rows of searchers that pass a test. */
const marksOf = (searchers: Int32Array, test: (searcher: number) => boolean): Uint8Array =>
  Uint8Array.from(searchers, (searcher) => Number(searcher >= 0 && test(searcher)))

function searchOf({ piece, place, searchingCount, isSearching }: PieceSearch) {
  const searchingIn = (each: Side): Uint8Array =>
    each === place ? marksOf(piece.searchers[each], isSearching) : new Uint8Array(piece.searchers[each].length)
  const searching = { source: searchingIn('source'), target: searchingIn('target') }
  return { ...piece.pairs, places: piece.places, shared: createSharedRows(), searching, searchingCount }
}

function* findMisses(search: PieceSearch, failed: BoundCriterion): Slices<PieceFinds> {
  const { piece, state } = search
  const { run, searchers } = piece
  const isLeft = (searcher: number): boolean => byteAt(state.isLeft, searcher) === 1
  const left = { source: marksOf(searchers.source, isLeft), target: marksOf(searchers.target, isLeft) }
  const findsOf = (place: Side): Finds => {
    const other = oppositeSide(place)
    return createFinds(run[other], {
      open: left[place],
      knownCount: (row) => foundCount(state, int32At(searchers[place], row)),
      isKnown: (row, found) => hasFound(state, int32At(searchers[place], row), codeIn(piece, other, found)),
    })
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  yield* searchMisses(run, { ...searchOf(search), failed, finds })
  return yield* describeMisses(piece, { failed, finds, left, state })
}

function* findMatched(search: PieceSearch): Slices<PieceFinds> {
  const { piece, state } = search
  const { run, searchers, records } = piece
  const found = yield* searchTaken(run, searchOf(search))
  const finds = sides.flatMap((place) =>
    [...found[place]].map(([row, others]): SearcherFinds => {
      const other = oppositeSide(place)
      const searcher = int32At(searchers[place], row)
      const unknown = [...others].filter((each) => !hasFound(state, searcher, codeIn(piece, other, each)))
      const first = rowsById(run[other], unknown).slice(0, candidateCountMax - foundCount(state, searcher))
      const recordOf = (each: number): FoundRecord => ({
        code: codeIn(piece, other, each),
        id: recordId(records[other].table, each),
        candidate: candidateIn(piece, place, [row, each]),
      })
      return { searcher, found: first.map(recordOf) }
    }),
  )
  return { partners: [], finds }
}
