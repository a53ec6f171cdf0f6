import { resultViews } from '@tallystick/engine/result'
import type { StoredChunk } from '@tallystick/engine/verify'
import { AlteredLinesError } from './altered-lines.ts'
import { chunkCountAtOnce, givingWay, placeCountAtOnce } from './chunks.ts'
import { areVouched } from './count-vouchers.ts'
import type { Database } from './database.ts'
import type { LineAccess } from './line-access.ts'
import { inTurn, nameOf, withRawTexts, withTexts } from './line-texts.ts'
import { accountStatements, requireWholeResult } from './result-account.ts'
import { type ChunkPlace, type CountedPlace, type ResultFilter, resultChunkStatements } from './result-statements.ts'
import type { RunRow } from './run-store.ts'

/** Reads the stored lines of results, as `chunks.ts` reads those of datasets. */

export type { ChunkPlace }

/** The places of all chunks of a result, view by view. One round trip. Throws `AlteredLinesError` if one is missing. */
export async function resultPlacesOf(db: Database, run: RunRow): Promise<readonly ChunkPlace[]> {
  const [places, views, receipts] = await db.batch([
    resultChunkStatements(db).places(run.tenantId, attemptOf(run)),
    ...accountStatements(db, run),
  ])
  requireWholeResult(run, views, receipts)
  return sorted(places)
}

/** The places of the chunks that exist, without a check that none is missing. */
export const rawResultPlacesOf = async (db: Database, run: RunRow): Promise<readonly ChunkPlace[]> =>
  sorted(await resultChunkStatements(db).places(run.tenantId, attemptOf(run)))

const sorted = (places: readonly ChunkPlace[]): readonly ChunkPlace[] =>
  places.toSorted((a, b) => rankOf(a.view) - rankOf(b.view) || a.seq - b.seq)

const rankByView = new Map<string, number>(resultViews.map((view, rank) => [view, rank]))

/** An unknown view comes last, so that a check of the result reads it and finds it wrong. */
const rankOf = (view: string): number => rankByView.get(view) ?? resultViews.length

/** The chunks at `places`, read as they are taken. Throws `AlteredLinesError` at the first chunk that was changed. */
export async function* resultChunksOf(
  access: LineAccess,
  run: RunRow,
  places: readonly ChunkPlace[],
): AsyncGenerator<StoredChunk> {
  let first = 0
  for await (const chunk of chunksAt(access, run, { places, readTexts: withTexts })) {
    if (chunk.first !== first)
      throw new AlteredLinesError(
        nameOf(chunk),
        `begins with line ${chunk.first + 1}, and ${first} lines lie before it`,
      )
    first += chunk.count
    yield chunk
  }
}

/** All chunks that can be read, changed or not: see `withRawTexts`. */
export const rawResultChunksOf = (
  access: LineAccess,
  run: RunRow,
  places: readonly ChunkPlace[],
): AsyncGenerator<StoredChunk> => chunksAt(access, run, { places, readTexts: withRawTexts })

interface PlacesToRead {
  readonly places: readonly ChunkPlace[]
  readonly readTexts: typeof withTexts<ReadPlace> | typeof withRawTexts<ReadPlace>
}

type ReadPlace = ChunkPlace & { readonly text: string }

async function* chunksAt(
  access: LineAccess,
  run: RunRow,
  { places, readTexts }: PlacesToRead,
): AsyncGenerator<StoredChunk & { readonly view: string }> {
  for (const turn of inTurn(places, chunkCountAtOnce)) {
    const rows = turn[0]?.object === null ? await rowsAt(access.db, run, turn) : turn.map(asRow)
    const read: readonly (ReadPlace & { readonly isAsHashed?: boolean })[] = await readTexts(access, rows)
    for await (const { text, firstLeaf, count, seq, view, counts, isAsHashed = true } of givingWay(read))
      yield { text, first: firstLeaf, count, seq, view, counts, isAsHashed }
  }
}

/** The row of a chunk whose lines are in an object, or are missing: its text is empty. */
const asRow = (place: ChunkPlace) => ({ ...place, text: '' })

/** The rows at the places. A missing row becomes a chunk without lines. */
async function rowsAt(db: Database, run: RunRow, places: readonly ChunkPlace[]): Promise<readonly ReadPlace[]> {
  const statements = resultChunkStatements(db)
  const [first, ...others] = places.map(({ view, seq }) =>
    statements.at(run.tenantId, { ...attemptOf(run), view, seq }),
  )
  const rows = first === undefined ? [] : (await db.batch([first, ...others])).flat()
  return places.map((place) => rows.find(({ view, seq }) => view === place.view && seq === place.seq) ?? asRow(place))
}

/** `hits` is the number of the chunk's lines that pass a filter, according to its counts. */
export interface HitChunk {
  readonly seq: number
  readonly text: string
  readonly hits: number
}

/**
 * The chunks of a view that may have lines that pass a filter, from chunk `fromSeq` on, read as they are taken. A chunk
 * is skipped only if vouched counts say that it has none. Throws `AlteredLinesError` before it resolves where rows are
 * gone, and later at the first chunk that was changed.
 */
export async function filteredChunksOf(
  access: LineAccess,
  run: RunRow,
  { filter, fromSeq }: { readonly filter: ResultFilter; readonly fromSeq: number },
): Promise<AsyncGenerator<HitChunk>> {
  const [views, receipts] = await access.db.batch([...accountStatements(access.db, run)])
  requireWholeResult(run, views, receipts)
  const chunkCount = views.find(({ view }) => view === filter.view)?.chunkCount ?? 0
  return chunksWithHits(access, run, { filter, fromSeq, chunkCount })
}

interface FilteredChunks {
  readonly filter: ResultFilter
  readonly fromSeq: number
  readonly chunkCount: number
}

async function* chunksWithHits(
  access: LineAccess,
  run: RunRow,
  { filter, fromSeq, chunkCount }: FilteredChunks,
): AsyncGenerator<HitChunk> {
  for (let next = fromSeq; next < chunkCount; ) {
    const range = { ...attemptOf(run), filter, fromSeq: next, limit: placeCountAtOnce }
    const places = await resultChunkStatements(access.db).countedPlaces(run.tenantId, range)
    const last = places.at(-1)
    if (last?.seq !== next + places.length - 1) throw new AlteredLinesError(`the view ${filter.view}`, 'has a gap')
    const wanted = places.filter((place) => place.hits > 0 || isUnvouched(access, run, place))
    yield* countedChunksAt(access, run, wanted)
    next += places.length
  }
}

/** Whether the counts of a chunk may have been changed, so that its lines have to be read. */
export const isUnvouched = ({ env }: LineAccess, run: RunRow, place: CountedPlace): boolean =>
  !areVouched(env, run.tenantId, { ...place, ...attemptOf(run) })

/** The chunks at `places`, in that order, read as they are taken. */
export async function* countedChunksAt(
  access: LineAccess,
  run: RunRow,
  places: readonly CountedPlace[],
): AsyncGenerator<HitChunk> {
  const hitsBySeq = new Map(places.map(({ seq, hits }) => [seq, hits]))
  for await (const { seq, text } of chunksAt(access, run, { places, readTexts: withTexts }))
    yield { seq, text, hits: hitsBySeq.get(seq) ?? 0 }
}

/** The last line of a completed run's result, alone in its chunk; undefined when it is gone. One query. */
export async function totalsLineOf(access: LineAccess, run: RunRow): Promise<string | undefined> {
  const place = { ...attemptOf(run), view: 'totals', seq: 0 }
  const [chunk] = await withTexts(access, await resultChunkStatements(access.db).at(run.tenantId, place))
  return chunk?.text
}

const attemptOf = ({ id, attempt }: RunRow) => ({ runId: id, attempt })
