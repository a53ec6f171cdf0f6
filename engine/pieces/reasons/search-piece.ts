import { at, byteAt } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { rowsById } from '../../match/blocks/id-order.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import { recordId } from '../../record/id-column.ts'
import { type BySide, oppositeSide, type Side, sides } from '../../record/side.ts'
import type { ListedRows } from '../../result/near-miss-listed.ts'
import { createFinds, type Finds } from '../../result/open-finds.ts'
import { type SearchingRecords, searchMisses, searchTaken } from '../../result/search-open.ts'
import { createSharedRows } from '../../result/shared-rows.ts'
import { type BoundPiece, candidateIn, codeIn, type JoinOfPiece } from './bound-piece.ts'
import { describeMisses } from './describe-misses.ts'
import type { FoundRecord, PieceFinds, SearcherFinds } from './piece-finds.ts'
import type { BoundJoin } from './reason-joins.ts'
import { foundCount, hasFound, type SearcherState } from './searcher-state.ts'

export interface PieceSearch extends JoinOfPiece {
  readonly state: SearcherState
  readonly searchingCount: number
}

export interface SearcherChoice {
  readonly maySearch: (place: Side, row: number) => boolean
  readonly joined?: (block: BySide<readonly number[]>) => ListedRows
}

/** Searches a piece with the same functions as a run in memory. O(records of the piece). */
export function searchPiece(piece: BoundPiece, search: PieceSearch, choice: SearcherChoice): Slices<PieceFinds> {
  const { failed } = piece.bound
  return failed === undefined ? findMatched(piece, search, choice) : findMisses(piece, search, { ...choice, failed })
}

const searcherAt = ({ entries }: BoundPiece, place: Side, row: number): number => at(entries[place].marks, row).searcher

/** Row → 1 for the rows of searchers that pass a test. */
function marksOf(piece: BoundPiece, place: Side, test: (searcher: number, row: number) => boolean): Uint8Array {
  const { marks } = piece.entries[place]
  return Uint8Array.from(marks, ({ searcher }, row) => (searcher >= 0 && test(searcher, row) ? 1 : 0))
}

function searchingRecords(
  { places }: BoundPiece,
  searching: BySide<Uint8Array>,
  { joined, searchingCount }: Pick<SearcherChoice, 'joined'> & Pick<PieceSearch, 'searchingCount'>,
): SearchingRecords {
  return { places, shared: createSharedRows(), searching, searchingCount, ...(joined && { joined }) }
}

function* findMisses(
  piece: BoundPiece,
  { state, searchingCount, join }: PieceSearch,
  { failed, ...choice }: SearcherChoice & { readonly failed: NonNullable<BoundJoin['failed']> },
): Slices<PieceFinds> {
  const { run, bound } = piece
  const isLeft = (searcher: number): boolean => byteAt(state.isLeft, searcher) === 1
  const left = { source: marksOf(piece, 'source', isLeft), target: marksOf(piece, 'target', isLeft) }
  const findsOf = (place: Side): Finds => {
    const other = oppositeSide(place)
    return createFinds(run[other], {
      open: left[place],
      knownCount: (row) => foundCount(state, searcherAt(piece, place, row)),
      isKnown: (row, found) => hasFound(state, searcherAt(piece, place, row), codeIn(piece, other, found)),
    })
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  const { rule } = bound
  const { stepCountMax } = join
  const searchingIn = (place: Side): Uint8Array =>
    marksOf(piece, place, (searcher, row) => isLeft(searcher) && choice.maySearch(place, row))
  const ofPlaces = { source: searchingIn('source'), target: searchingIn('target') }
  const searching = searchingRecords(piece, ofPlaces, { ...choice, searchingCount })
  yield* searchMisses(run, { rule, failed, stepCountMax, finds, ...searching })
  return yield* describeMisses(piece, { failed, finds, left, state })
}

function* findMatched(
  piece: BoundPiece,
  { state, searchingCount, join }: PieceSearch,
  choice: SearcherChoice,
): Slices<PieceFinds> {
  const { run, bound, entries } = piece
  const searchingIn = (place: Side): Uint8Array =>
    marksOf(
      piece,
      place,
      (searcher, row) =>
        byteAt(state.isLeft, searcher) === 1 &&
        foundCount(state, searcher) < candidateCountMax &&
        choice.maySearch(place, row),
    )
  const ofPlaces = { source: searchingIn('source'), target: searchingIn('target') }
  const { rule } = bound
  const { stepCountMax } = join
  const searching = searchingRecords(piece, ofPlaces, { ...choice, searchingCount })
  const found = yield* searchTaken(run, { rule, stepCountMax, ...searching })
  const finds = sides.flatMap((place) =>
    [...found[place]].map(([row, others]): SearcherFinds => {
      const other = oppositeSide(place)
      const searcher = searcherAt(piece, place, row)
      const unknown = [...others].filter((each) => !hasFound(state, searcher, codeIn(piece, other, each)))
      const first = rowsById(run[other], unknown).slice(0, candidateCountMax - foundCount(state, searcher))
      const recordOf = (each: number): FoundRecord => ({
        code: codeIn(piece, other, each),
        id: recordId(entries[other].table, each),
        candidate: candidateIn(piece, place, [row, each]),
      })
      return { searcher, found: first.map(recordOf) }
    }),
  )
  return { partners: [], finds }
}
