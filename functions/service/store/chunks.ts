import type { StoredChunk } from '@tallystick/engine/verify'
import { type DemoKind, isDemoKind } from '@tallystick/schema/adapter'
import { nextEvent } from '../platform/slices.ts'
import { type ChunkOrder, followChunks } from './altered-lines.ts'
import { type DatasetChunkRow, datasetChunkStatements } from './chunk-statements.ts'
import type { Database } from './database.ts'
import { demoDataset } from './demo/demo-dataset.ts'
import type { LineAccess } from './line-access.ts'
import { inTurn, withRawTexts, withTexts } from './line-texts.ts'

/**
 * Reads the stored lines of datasets and results. Lines are stored in chunks: text of whole lines, each ended by a
 * newline, in rows of D1, in objects of R2 that such rows name, or built in for the demo adapters. Only this module and
 * the readers below know where. `dataset-pages.ts` and `result-pages.ts` read pages, `side-by-side.ts` both sides of a
 * run, `dataset-parts.ts` parts of datasets, `named-lines.ts` records by their ids, `result-chunks.ts` results. All
 * throw `AlteredLinesError` where lines are gone or changed; only the readers of raw chunks leave that judgement to
 * their callers.
 */

/** Chunks that one round trip reads with their texts: together up to two megabytes. */
export const chunkCountAtOnce = 4

/** Chunks of each dataset that a round trip reads for several of them. */
export const chunkCountOfSeveral = 8

/** Chunks that one round trip reads without their texts, which are in objects. */
export const placeCountAtOnce = 256

/** The first chunks of a dataset, for a batch before `datasetChunksOf`. Few datasets have more. */
export const firstChunksOfDataset = (db: Database, tenantId: string, datasetId: string) =>
  datasetChunkStatements(db).first(tenantId, { datasetId, limit: chunkCountOfSeveral, placeLimit: placeCountAtOnce })

export interface WholeLines {
  readonly datasetId: string | null
  readonly recordCount: number
}

/**
 * All chunks of a dataset in order, read as they are taken; none without a dataset. One round trip for every four
 * chunks in rows; for chunks in objects, one for every 256 and a read of R2 for every two megabytes. `first` are what
 * `firstChunksOfDataset` gave. Throws `AlteredLinesError` at the first chunk that was changed.
 */
export async function* datasetChunksOf(
  access: LineAccess,
  tenantId: string,
  { datasetId, recordCount, first: read }: WholeLines & { readonly first?: readonly DatasetChunkRow[] | undefined },
): AsyncGenerator<StoredChunk> {
  if (datasetId === null) return
  if (isDemoKind(datasetId)) return yield* demoChunks(datasetId)
  const first = read ?? (await firstRows(access, tenantId, datasetId))
  const isInObject = first[0]?.object != null
  const limit = read === undefined ? chunkCountAtOnce : isInObject ? placeCountAtOnce : chunkCountOfSeveral
  const rows = readWhole(access, tenantId, { datasetId, first, limit, readTexts: withTexts })
  yield* asChunks(inOrder(rows, { datasetId, seq: 0, first: 0, recordCount }))
}

/** All chunks that can be read, changed or not: see `withRawTexts`. */
export async function* rawDatasetChunksOf(
  access: LineAccess,
  tenantId: string,
  datasetId: string | null,
): AsyncGenerator<StoredChunk> {
  if (datasetId === null) return
  if (isDemoKind(datasetId)) return yield* demoChunks(datasetId)
  const first = await firstRows(access, tenantId, datasetId)
  yield* asChunks(readWhole(access, tenantId, { datasetId, first, limit: chunkCountAtOnce, readTexts: withRawTexts }))
}

function* demoChunks(kind: DemoKind): Generator<StoredChunk> {
  const { text, recordCount } = demoDataset(kind)
  yield { text, first: 0, count: recordCount, seq: 0 }
}

const firstRows = ({ db }: LineAccess, tenantId: string, datasetId: string) =>
  datasetChunkStatements(db).range(tenantId, { datasetId, fromSeq: 0, limit: chunkCountAtOnce })

async function* asChunks(
  rows: AsyncIterable<DatasetChunkRow & { readonly isAsHashed?: boolean }>,
): AsyncGenerator<StoredChunk> {
  for await (const { text, firstLine, count, seq, idMin, idMax, isAsHashed = true } of rows)
    yield { text, first: firstLine, count, seq, idMin, idMax, isAsHashed }
}

export const nameOfDataset = (datasetId: string): string => `the dataset ${datasetId}`

interface DatasetOrder extends Omit<ChunkOrder, 'name'> {
  readonly datasetId: string
  readonly recordCount: number
}

/** Throws `AlteredLinesError` unless each row begins where the one before ends, up to line `recordCount`. */
export async function* inOrder(
  rows: AsyncIterable<DatasetChunkRow>,
  { datasetId, recordCount, ...start }: DatasetOrder,
): AsyncGenerator<DatasetChunkRow> {
  const { take, end } = followChunks({ ...start, name: nameOfDataset(datasetId) })
  for await (const row of rows) {
    take({ ...row, first: row.firstLine })
    yield row
  }
  end(recordCount)
}

/** `first` holds the chunks that were already read, at most `limit`. */
interface WholeReading<Read> {
  readonly datasetId: string
  readonly first: readonly DatasetChunkRow[]
  readonly limit: number
  readonly readTexts: (access: LineAccess, rows: readonly DatasetChunkRow[]) => Promise<readonly Read[]>
}

/** All chunks to the end of the dataset, beginning with `first`, read through `readTexts` as they are taken. */
export async function* readWhole<Read extends DatasetChunkRow>(
  access: LineAccess,
  tenantId: string,
  { datasetId, first, limit, readTexts }: WholeReading<Read>,
): AsyncGenerator<Read> {
  let [rows, rowCount] = [first, limit]
  while (true) {
    for (const turn of inTurn(rows, chunkCountAtOnce)) yield* givingWay(await readTexts(access, turn))
    const fromSeq = nextSeqOf(rows, rowCount)
    if (fromSeq === undefined) return
    // The rows of a large dataset have no text, so that many can be read at once.
    rowCount = rows.at(-1)?.object === null ? chunkCountAtOnce : placeCountAtOnce
    rows = await datasetChunkStatements(access.db).range(tenantId, { datasetId, fromSeq, limit: rowCount })
  }
}

interface ChunkReading<Chunk> {
  readonly limit: number
  readonly read: (fromSeq: number) => PromiseLike<readonly Chunk[]>
}

/** Yields the chunks `first`, then the chunks after them, each page read when it is needed. */
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

/** Other requests have their turn after each chunk longer than this, whose reading takes milliseconds. */
const lengthAtOnce = 64 * 1024

/** Passes chunks through, and lets the isolate answer other requests in between. */
export async function* givingWay<Chunk extends { readonly text: string }>(
  chunks: readonly Chunk[],
): AsyncGenerator<Chunk> {
  for (const chunk of chunks) {
    yield chunk
    await giveWay(chunk.text.length)
  }
}

/** After a chunk of this length. */
export async function giveWay(length: number): Promise<void> {
  if (length > lengthAtOnce) await nextEvent()
}

/** The number of the chunk to read next; undefined at the end, when fewer rows than `limit` came. */
export function nextSeqOf(rows: readonly { readonly seq: number }[], limit: number): number | undefined {
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? undefined : last.seq + 1
}
