import { at, byteAt, uint16At } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { oppositeSide } from '../../record/side.ts'
import { describeFinds, type FoundPair, type FoundRecord } from '../../result/describe-found.ts'
import type { PartFinds } from '../../result/part-finds.ts'
import { type RunPart, searchPart } from '../../result/search-part.ts'
import { foundCount, searcherRows, searchingOn } from '../../result/searcher-state.ts'
import { createSharedRows } from '../../result/shared-rows.ts'
import { createRecordFile } from '../records/record-file.ts'
import { bindPiece } from './bound-piece.ts'
import { rangesOfCohort } from './divide-step.ts'
import { readKept } from './kept-files.ts'
import { readNear, readPlaced } from './near-files.ts'
import type { ReasonRun } from './reason-input.ts'
import { joinsOfSearchers, sideOfFound } from './reason-joins.ts'
import { writeLines } from './reason-store.ts'
import { readCohortLines, searcherFinder } from './searchers.ts'
import { groupOfSearcher, type PieceSearched, readState } from './settle-step.ts'

export interface PieceToSearch {
  readonly join: number
  readonly piece: number
  /** The key of the object that stores the state of the searchers. */
  readonly state: string
  /** The number of pieces of all joins. */
  readonly pieceCount: number
}

const stateByteCount = 27

/** A search counts when its searchers are read, when the records near them are, and when these are compared. */
const partsOfSearch = 3

/** Searches a piece of a join: some searchers of a cohort among the records that are near them. */
export async function searchPieceOfJoin(run: ReasonRun, search: PieceToSearch): Promise<PieceSearched> {
  const { store, searcherCount, pause, joins, cohorts, facts } = run
  const join = at(joins, search.join)
  const name = `${search.join}/${search.piece}`
  const state = await readState(store, search.state)
  const marks = join.failed === undefined ? searchingOn(state) : state.isLeft
  const isSearching = (searcher: number): boolean => byteAt(marks, searcher) === 1
  const { cohort, place, from, to, ...kept } = await readKept(run, search)
  const { firstSearcher } = at(cohorts, cohort)
  const rangeOf = (await rangesOfCohort(run, cohort))({ join: search.join, place })
  const all = await readCohortLines(run, cohort)
  const [own, file]: [number[], ReturnType<typeof createRecordFile>] = [[], createRecordFile()]
  for (let row = 0; row < all.rowCount; row++) {
    const range = uint16At(rangeOf, row)
    if (range <= from || range > to || !isSearching(firstSearcher + row)) continue
    own.push(firstSearcher + row)
    all.copyTo(file, row)
  }
  if (own.length === 0) {
    run.count('search', search.pieceCount)
    return { name, groups: [], hasPartners: false }
  }
  const count = (): void => run.count('search', partsOfSearch * search.pieceCount)
  count()
  const searching = await readPlaced(run, file)
  const found = await readNear(run, { join: search.join, place, searching: searching.placed, ...kept })
  const columns = searching.records.heldByteCount + found.records.heldByteCount
  run.onHeld?.(all.heldByteCount + 2 * columns + stateByteCount * searcherCount)
  count()
  const searcherOf = await searcherFinder(run, sideOfFound(join, place))
  const inPlaces = <Value>(ofSearching: Value, ofFound: Value) => ({
    source: ofSearching,
    target: ofSearching,
    [oppositeSide(place)]: ofFound,
  })
  const bound = await computeWithPauses(bindPiece(join, inPlaces(searching.placed, found.placed), { facts }), pause)
  const searchers = inPlaces(
    searcherRows(Int32Array.from(own)),
    searcherRows(
      Int32Array.from({ length: found.records.rowCount }, (_, row) => searcherOf(found.records.numberOf(row))),
    ),
  )
  const searchingCount = await countSearching(run, search.join, isSearching)
  const part: RunPart = {
    ...bound,
    ...bound.pairs,
    shared: createSharedRows(),
    searchers,
    place,
    searchingCount,
    numberOf: (own, row) => bound.records[own].marked.numberOf(row),
    claimOf: (own, row) => bound.records[own].marked.markOf(row).claim || undefined,
  }
  const { partners, finds } = await computeWithPauses(searchPart(part, state), pause)
  count()
  const mayBeFirst = (searcher: number): boolean => foundCount(state, searcher) === 0
  const described = await computeWithPauses(describeFinds(part, finds, mayBeFirst), pause)
  return keepFinds(run, name, { partners, finds: described })
}

/** The number of searchers with a key under a join, each once for each place in which it has one. */
async function countSearching(
  run: ReasonRun,
  join: number,
  isSearching: (searcher: number) => boolean,
): Promise<number> {
  let count = 0
  for (const [index, { side, firstSearcher }] of run.cohorts.entries()) {
    const own = joinsOfSearchers(run.joins, side).filter((each) => each.join === join)
    if (own.length === 0) continue
    const rangesOf = await rangesOfCohort(run, index)
    for (const each of own)
      for (const [row, range] of rangesOf(each).entries()) if (range > 0 && isSearching(firstSearcher + row)) count += 1
  }
  return count
}

async function keepFinds(
  { store, searcherCount, groupCount }: ReasonRun,
  name: string,
  { partners, finds }: PartFinds<FoundRecord, FoundPair>,
): Promise<PieceSearched> {
  if (partners.length > 0) await writeLines(store, `partners/${name}`, partners)
  const byGroup = Map.groupBy(finds, ({ searcher }) => groupOfSearcher(searcher, searcherCount, groupCount))
  for (const [group, own] of byGroup) await writeLines(store, `finds/${name}/${group}`, own)
  return { name, groups: [...byGroup.keys()], hasPartners: partners.length > 0 }
}
