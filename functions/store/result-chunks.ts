import { resultViews, type StoredChunk } from '@tallystick/engine'
import { chunkCountAtOnce, givingWay, placeCountAtOnce } from './chunks.ts'
import type { Database } from './database.ts'
import type { LineAccess } from './line-access.ts'
import { inTurn, withTexts } from './line-texts.ts'
import { type ChunkPlace, type ResultFilter, resultChunkStatements } from './result-statements.ts'
import type { RunRow } from './run-store.ts'

/** Reads the stored lines of results, as `chunks.ts` reads those of datasets. */

export type { ChunkPlace }

/** Where the chunks of a run's result are, in the order of the artifact. One query. */
export async function resultPlacesOf(db: Database, run: RunRow): Promise<readonly ChunkPlace[]> {
  const places = await resultChunkStatements(db).places(run.tenantId, attemptOf(run))
  return places.sort((a, b) => rankOf(a.view) - rankOf(b.view) || a.seq - b.seq)
}

const rankByView = new Map<string, number>(resultViews.map((view, rank) => [view, rank]))

/** An unknown view comes last, so that a check of the artifact reads it and finds it wrong. */
const rankOf = (view: string): number => rankByView.get(view) ?? resultViews.length

/**
 * The chunks of a result at `places`, in that order, read as they are taken. One round trip for every four chunks in rows,
 * and for those in objects none, but a read of R2 for every two megabytes.
 */
export async function* resultChunksOf(
  access: LineAccess,
  run: RunRow,
  places: readonly ChunkPlace[],
): AsyncGenerator<StoredChunk> {
  for (const turn of inTurn(places, chunkCountAtOnce)) {
    const rows = turn[0]?.object === null ? await rowsAt(access.db, run, turn) : turn.map(asRow)
    for await (const { text, firstLeaf, count, seq, view, counts } of givingWay(await withTexts(access, rows)))
      yield { text, first: firstLeaf, count, seq, view, counts }
  }
}

/** The text of the row of a chunk in an object is empty. */
const asRow = (place: ChunkPlace) => ({ ...place, text: '' })

async function rowsAt(db: Database, run: RunRow, places: readonly ChunkPlace[]) {
  const statements = resultChunkStatements(db)
  const [first, ...others] = places.map(({ view, seq }) =>
    statements.at(run.tenantId, { ...attemptOf(run), view, seq }),
  )
  return first === undefined ? [] : (await db.batch([first, ...others])).flat()
}

/** The chunks of a view that hold lines of a filter, from chunk `fromSeq` on, read as they are taken. */
export async function* filteredChunksOf(
  access: LineAccess,
  run: RunRow,
  { filter, fromSeq }: { readonly filter: ResultFilter; readonly fromSeq: number },
): AsyncGenerator<StoredChunk> {
  const limit = placeCountAtOnce
  const read = (seq: number) =>
    resultChunkStatements(access.db).placesWithHits(run.tenantId, { ...attemptOf(run), filter, fromSeq: seq, limit })
  for (let next: number | undefined = fromSeq; next !== undefined; ) {
    const places: readonly ChunkPlace[] = await read(next)
    yield* resultChunksOf(access, run, places)
    const last: ChunkPlace | undefined = places.at(-1)
    next = last === undefined || places.length < limit ? undefined : last.seq + 1
  }
}

/** How many lines of a completed run's result pass a filter, by the counts of its chunks. One query. */
export async function countLines(db: Database, run: RunRow, filter: ResultFilter): Promise<number> {
  const [row] = await resultChunkStatements(db).hitCount(run.tenantId, { ...attemptOf(run), filter })
  return row?.count ?? 0
}

/** The last line of a completed run's result, which has a chunk to itself; undefined when it is gone. One query. */
export async function totalsLineOf(access: LineAccess, run: RunRow): Promise<string | undefined> {
  const place = { ...attemptOf(run), view: 'totals', seq: 0 }
  const [chunk] = await withTexts(access, await resultChunkStatements(access.db).at(run.tenantId, place))
  return chunk?.text
}

const attemptOf = ({ id, attempt }: RunRow) => ({ runId: id, attempt })
