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
import { isTakenStatus } from '../../result/taken-records.ts'
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

function leftRows(piece: BoundPiece, place: Side, { isLeft }: SearcherState): ReadonlySet<number> {
  const rows = new Set<number>()
  for (const [row, { searcher }] of piece.entries[place].marks.entries())
    if (searcher >= 0 && byteAt(isLeft, searcher) === 1) rows.add(row)
  return rows
}

function searchingRecords(
  { places }: BoundPiece,
  left: BySide<ReadonlySet<number>>,
  { joined, maySearch, searchingCount }: SearcherChoice & Pick<PieceSearch, 'searchingCount'>,
): SearchingRecords {
  const isSearching = (place: Side, row: number): boolean => left[place].has(row) && maySearch(place, row)
  const searchersOf = (place: Side): ReadonlySet<number> =>
    new Set([...left[place]].filter((row) => maySearch(place, row)))
  const searchers = { source: searchersOf('source'), target: searchersOf('target') }
  return {
    places,
    shared: createSharedRows(),
    searchers,
    isSearching,
    searchingCount,
    ...(joined && { joined }),
  }
}

function* findMisses(
  piece: BoundPiece,
  { state, searchingCount, join }: PieceSearch,
  { failed, ...choice }: SearcherChoice & { readonly failed: NonNullable<BoundJoin['failed']> },
): Slices<PieceFinds> {
  const { run, bound } = piece
  const left = { source: leftRows(piece, 'source', state), target: leftRows(piece, 'target', state) }
  const findsOf = (place: Side): Finds => {
    const other = oppositeSide(place)
    return createFinds(run[place].table.rowCount, run[other], {
      open: left[place],
      knownCount: (row) => foundCount(state, searcherAt(piece, place, row)),
      isKnown: (row, found) => hasFound(state, searcherAt(piece, place, row), codeIn(piece, other, found)),
    })
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  const { rule } = bound
  const { stepCountMax } = join
  const searching = searchingRecords(piece, left, { ...choice, searchingCount })
  yield* searchMisses(run, { rule, failed, stepCountMax, finds, ...searching })
  return yield* describeMisses(piece, { failed, finds, left, state })
}

function* findMatched(
  piece: BoundPiece,
  { state, searchingCount, join }: PieceSearch,
  choice: SearcherChoice,
): Slices<PieceFinds> {
  const { run, bound, entries } = piece
  const notFull = (place: Side): ReadonlySet<number> =>
    new Set(
      [...leftRows(piece, place, state)].filter(
        (row) => foundCount(state, searcherAt(piece, place, row)) < candidateCountMax,
      ),
    )
  const left = { source: notFull('source'), target: notFull('target') }
  const isTaken = (place: Side, row: number): boolean => isTakenStatus(byteAt(run[place].statuses, row))
  const { rule } = bound
  const { stepCountMax } = join
  const searching = searchingRecords(piece, left, { ...choice, searchingCount })
  const found = yield* searchTaken(run, { rule, stepCountMax, isTaken, ...searching })
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
