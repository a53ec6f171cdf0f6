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
import type { BoundJoin } from './explain-joins.ts'
import { foundCount, hasFound, type LookerState } from './looker-state.ts'
import type { FoundRecord, LookerFinds, PieceFinds } from './piece-finds.ts'

/** The search of one piece of a join: the same as of a whole run, by the same functions. */

/** What is known of the whole run before a piece is searched. */
export interface PieceSearch extends JoinOfPiece {
  readonly state: LookerState
  /** How many records of the whole run look under the join. */
  readonly lookingCount: number
}

/** Which records of a piece look, and those that list each other where the join is one of lists. */
export interface PieceLook {
  readonly mayLook: (place: Side, row: number) => boolean
  readonly joined?: (block: BySide<readonly number[]>) => ListedRows
}

/** What the looking records of a piece find. O(n) for the records of the piece. */
export function searchPiece(piece: BoundPiece, search: PieceSearch, look: PieceLook): Slices<PieceFinds> {
  const { failed } = piece.bound
  return failed === undefined ? findMatched(piece, search, look) : findMisses(piece, search, { ...look, failed })
}

const lookerAt = ({ entries }: BoundPiece, place: Side, row: number): number => at(entries[place].marks, row).looker

/** The rows in a place that are lookers and in no break yet. */
function leftRows(piece: BoundPiece, place: Side, { isLeft }: LookerState): ReadonlySet<number> {
  const rows = new Set<number>()
  for (const [row, { looker }] of piece.entries[place].marks.entries())
    if (looker >= 0 && byteAt(isLeft, looker) === 1) rows.add(row)
  return rows
}

function lookingRecords(
  { places }: BoundPiece,
  left: BySide<ReadonlySet<number>>,
  { joined, mayLook, lookingCount }: PieceLook & Pick<PieceSearch, 'lookingCount'>,
): SearchingRecords {
  const isLooking = (place: Side, row: number): boolean => left[place].has(row) && mayLook(place, row)
  const lookersOf = (place: Side): ReadonlySet<number> => new Set([...left[place]].filter((row) => mayLook(place, row)))
  const lookers = { source: lookersOf('source'), target: lookersOf('target') }
  return {
    places,
    shared: createSharedRows(),
    searchers: lookers,
    isSearching: isLooking,
    searchingCount: lookingCount,
    ...(joined && { joined }),
  }
}

function* findMisses(
  piece: BoundPiece,
  { state, lookingCount, join }: PieceSearch,
  { failed, ...look }: PieceLook & { readonly failed: NonNullable<BoundJoin['failed']> },
): Slices<PieceFinds> {
  const { run, bound } = piece
  const left = { source: leftRows(piece, 'source', state), target: leftRows(piece, 'target', state) }
  const findsOf = (place: Side): Finds => {
    const other = oppositeSide(place)
    return createFinds(run[place].table.rowCount, run[other], {
      open: left[place],
      knownCount: (row) => foundCount(state, lookerAt(piece, place, row)),
      isKnown: (row, found) => hasFound(state, lookerAt(piece, place, row), codeIn(piece, other, found)),
    })
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  const { rule } = bound
  const { stepCountMax } = join
  const looking = lookingRecords(piece, left, { ...look, lookingCount })
  yield* searchMisses(run, { rule, failed, stepCountMax, finds, ...looking })
  return yield* describeMisses(piece, { failed, finds, left, state })
}

function* findMatched(
  piece: BoundPiece,
  { state, lookingCount, join }: PieceSearch,
  look: PieceLook,
): Slices<PieceFinds> {
  const { run, bound, entries } = piece
  const notFull = (place: Side): ReadonlySet<number> =>
    new Set(
      [...leftRows(piece, place, state)].filter(
        (row) => foundCount(state, lookerAt(piece, place, row)) < candidateCountMax,
      ),
    )
  const left = { source: notFull('source'), target: notFull('target') }
  const isTaken = (place: Side, row: number): boolean => isTakenStatus(byteAt(run[place].statuses, row))
  const { rule } = bound
  const { stepCountMax } = join
  const looking = lookingRecords(piece, left, { ...look, lookingCount })
  const found = yield* searchTaken(run, { rule, stepCountMax, isTaken, ...looking })
  const finds = sides.flatMap((place) =>
    [...found[place]].map(([row, others]): LookerFinds => {
      const other = oppositeSide(place)
      const looker = lookerAt(piece, place, row)
      const unknown = [...others].filter((each) => !hasFound(state, looker, codeIn(piece, other, each)))
      const first = rowsById(run[other], unknown).slice(0, candidateCountMax - foundCount(state, looker))
      const recordOf = (each: number): FoundRecord => ({
        code: codeIn(piece, other, each),
        id: recordId(entries[other].table, each),
        candidate: candidateIn(piece, place, [row, each]),
      })
      return { looker, found: first.map(recordOf) }
    }),
  )
  return { partners: [], finds }
}
