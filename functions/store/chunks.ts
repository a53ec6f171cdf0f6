import { at, type StoredChunk } from '@tallystick/engine'
import { isDemoKind } from '../../schema/adapter.ts'
import { demoDataset } from '../demo/demo-dataset.ts'
import { nextEvent } from '../platform/slices.ts'
import { type DatasetChunkRow, datasetChunkStatements } from './chunk-statements.ts'
import type { Database } from './database.ts'
import type { LineAccess } from './line-access.ts'
import { type ChunkText, inTurn, withTexts } from './line-texts.ts'

/**
 * The one reader of stored lines. The lines of a dataset and of a result are stored in chunks: text of whole lines,
 * each ended by a newline. Only this module and those that it shares `line-texts.ts` with know where chunks are: in rows
 * of D1, in objects of R2 that such rows name, or built in for the demo adapters. `line-pages.ts` reads pages,
 * `dataset-parts.ts` stretches of datasets, `named-lines.ts` records by their ids, and `result-chunks.ts` results. Nothing is checked or repaired here; callers that
 * prove something hash what they read.
 */

/** Chunks in rows of one artifact that are read in one round trip: two megabytes, however large the artifact is. */
export const chunkCountAtOnce = 4

/** Rows of chunks in objects that are read in one round trip. */
export const placeCountAtOnce = 256

/**
 * Chunks in order, read as they are taken; none without a dataset. One round trip for every four chunks in rows; for those
 * in objects one for every 256, and a read of R2 for every two megabytes.
 */
export async function* datasetChunksOf(
  access: LineAccess,
  tenantId: string,
  datasetId: string | null,
): AsyncGenerator<StoredChunk> {
  if (datasetId === null) return
  if (isDemoKind(datasetId)) {
    const { text, recordCount } = demoDataset(datasetId)
    yield { text, first: 0, count: recordCount, seq: 0 }
    return
  }
  const first = await datasetChunkStatements(access.db).range(tenantId, {
    datasetId,
    fromSeq: 0,
    limit: chunkCountAtOnce,
  })
  const rows = readWhole(access, tenantId, { datasetId, first, limit: chunkCountAtOnce })
  for await (const { text, firstLine, count, seq, idMin, idMax } of rows)
    yield { text, first: firstLine, count, seq, idMin, idMax }
}

/** A dataset of which `first` has been read, at most `limit` chunks. */
interface WholeReading {
  readonly datasetId: string
  readonly first: readonly DatasetChunkRow[]
  readonly limit: number
}

/** The chunks `first`, then those after them, to the end of the dataset, each with its lines, read as they are taken. */
export async function* readWhole(
  access: LineAccess,
  tenantId: string,
  { datasetId, first, limit }: WholeReading,
): AsyncGenerator<DatasetChunkRow> {
  let [rows, rowCount] = [first, limit]
  while (true) {
    for (const turn of inTurn(rows, chunkCountAtOnce)) yield* givingWay(await withTexts(access, turn))
    const fromSeq = nextSeqOf(rows, rowCount)
    if (fromSeq === undefined) return
    // The rows of a large dataset have no text, so that many of them are read at once.
    rowCount = rows.at(-1)?.object === null ? chunkCountAtOnce : placeCountAtOnce
    rows = await datasetChunkStatements(access.db).range(tenantId, { datasetId, fromSeq, limit: rowCount })
  }
}

/** How a range of chunks is read on: at most `limit` of them at once. */
interface ChunkReading<Chunk> {
  readonly limit: number
  readonly read: (fromSeq: number) => PromiseLike<readonly Chunk[]>
}

/** The chunks `first`, then those after them, read as they are taken. */
export async function* readOn<Chunk extends { readonly seq: number; readonly text: string }>(
  first: readonly Chunk[],
  { limit, read }: ChunkReading<Chunk>,
): AsyncGenerator<Chunk> {
  let chunks = first
  while (true) {
    yield* givingWay(chunks)
    const fromSeq = nextSeqOf(chunks, limit)
    if (fromSeq === undefined) return
    chunks = await read(fromSeq)
  }
}

/** Chunks of each dataset that `readDatasets` reads in one round trip: a few megabytes. */
const chunkCountSideBySide = 8

/** A row of a chunk as far as a reading of the whole dataset takes it. */
export type ReadChunk = ChunkText & { readonly seq: number }

/** The statements that read the first chunks of both sides of a run, for a batch before `readDatasets`. */
export const firstChunksOf = (db: Database, tenantId: string, runId: string) => {
  const { firstOfRun } = datasetChunkStatements(db)
  const limit = chunkCountSideBySide
  return [
    firstOfRun(tenantId, { runId, side: 'source', limit }),
    firstOfRun(tenantId, { runId, side: 'target', limit }),
  ] as const
}

/** A dataset, or none, and the function that is given the text of each of its chunks, in order. */
export interface DatasetReading {
  readonly datasetId: string | null
  /** What `firstChunksOf` gave for it; undefined when nothing of the dataset has been read yet. */
  readonly first: readonly ReadChunk[] | undefined
  readonly take: (text: string) => void
}

/** Reads whole datasets side by side. One round trip for every eight chunks of the longest that are not read yet. */
export async function readDatasets(
  access: LineAccess,
  tenantId: string,
  readings: readonly DatasetReading[],
): Promise<void> {
  const { db } = access
  const limit = chunkCountSideBySide
  let unfinished: OpenReading[] = []
  for (const { datasetId, first, take } of readings) {
    if (datasetId === null) continue
    const reading = { datasetId, take, fromSeq: 0 }
    if (isDemoKind(datasetId)) take(demoDataset(datasetId).text)
    else unfinished.push(...(first === undefined ? [reading] : await restOf(access, reading, first)))
  }
  while (true) {
    const [first, ...others] = unfinished.map(({ datasetId, fromSeq }) =>
      datasetChunkStatements(db).range(tenantId, { datasetId, fromSeq, limit }),
    )
    if (first === undefined) return
    const pages = await db.batch([first, ...others])
    const rest: OpenReading[] = []
    for (const [index, reading] of unfinished.entries()) rest.push(...(await restOf(access, reading, at(pages, index))))
    unfinished = rest
  }
}

interface OpenReading {
  readonly datasetId: string
  readonly take: (text: string) => void
  readonly fromSeq: number
}

/** Takes the chunks, and gives what is left to be read after them: nothing when they are the last. */
async function restOf(
  access: LineAccess,
  reading: OpenReading,
  chunks: readonly ReadChunk[],
): Promise<readonly OpenReading[]> {
  for await (const { text } of givingWay(await withTexts(access, chunks))) reading.take(text)
  const fromSeq = nextSeqOf(chunks, chunkCountSideBySide)
  return fromSeq === undefined ? [] : [{ ...reading, fromSeq }]
}

/** Chunks of more characters take milliseconds to be read, so that other requests have their turn after each. */
const lengthAtOnce = 64 * 1024

/** The chunks of one round trip, between which the isolate answers its other requests. */
export async function* givingWay<Chunk extends { readonly text: string }>(
  chunks: readonly Chunk[],
): AsyncGenerator<Chunk> {
  for (const chunk of chunks) {
    yield chunk
    if (chunk.text.length > lengthAtOnce) await nextEvent()
  }
}

/** Where to read on after `rows`; undefined when they are the last, which are fewer than the `limit` asked for. */
function nextSeqOf(rows: readonly { readonly seq: number }[], limit: number): number | undefined {
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? undefined : last.seq + 1
}
