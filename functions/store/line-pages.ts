import { countKey, linesOf, type ResultLine } from '@tallystick/engine'
import { datasetChunkStatements } from './chunk-statements.ts'
import { readWhole } from './chunks.ts'
import { type DatasetRow, datasetStore } from './dataset-store.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'
import { namedChunkCountAtOnce, namedLinesFrom } from './named-lines.ts'
import { filteredChunksOf } from './result-chunks.ts'
import { type ResultFilter, resultChunkStatements } from './result-statements.ts'
import type { RunRow } from './run-store.ts'

/** Pages of stored lines: of a dataset, in the order received, and of a view of a result, filtered. */

export type { ResultFilter }

/** Where a page of a dataset starts: the chunk, the line inside it, and how many lines of the dataset come before. */
export type DatasetPlace = readonly [seq: number, offset: number, index: number]

export interface DatasetQuery {
  readonly datasetId: string
  readonly start: DatasetPlace
  /** With ids, only the chunks that may hold one of these records are read. */
  readonly recordIds?: readonly string[] | undefined
}

export interface DatasetPage {
  readonly lines: readonly string[]
  readonly next: DatasetPlace
}

/** A sealed dataset and its lines from a place on. */
export interface DatasetLines {
  readonly dataset: DatasetRow
  /** The next `limit` lines, or fewer where the two next chunks hold no more. */
  readonly page: (limit: number) => Promise<DatasetPage>
  /** All lines, chunk by chunk, read as they are taken. */
  readonly all: () => AsyncGenerator<readonly string[]>
  /** The lines of the records `ids`, in that order, without those that there are none of. */
  readonly find: (ids: readonly string[]) => Promise<readonly string[]>
}

/** Dataset chunks read at once: a page is hardly ever longer than the rest of one chunk and the next. */
const datasetChunkCountAtOnce = 2

/**
 * Opens a dataset of the tenant at a place; undefined when the tenant has no such sealed dataset. One round trip of
 * two queries, which also reads the first chunks.
 */
export async function openDatasetLines(
  access: LineAccess,
  tenantId: string,
  { datasetId, start, recordIds }: DatasetQuery,
): Promise<DatasetLines | undefined> {
  const { db } = access
  const statements = datasetChunkStatements(db)
  const limit = recordIds === undefined ? datasetChunkCountAtOnce : namedChunkCountAtOnce
  const rows = (fromSeq: number) => statements.range(tenantId, { datasetId, fromSeq, limit, ids: recordIds })
  const [[dataset], first] = await db.batch([datasetStore(db).find(tenantId, datasetId), rows(start[0])])
  if (dataset === undefined) return undefined
  return {
    dataset,
    page: async (lineCount) => pageFrom(await withTexts(access, first), start, lineCount),
    all: async function* () {
      yield* linesFrom(readWhole(access, tenantId, { datasetId, first, limit }), start)
    },
    async find(ids) {
      const found = await namedLinesFrom(access, tenantId, { datasetId, ids, first })
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}

interface DatasetChunk {
  readonly seq: number
  readonly text: string
}

function pageFrom(chunks: readonly DatasetChunk[], start: DatasetPlace, limit: number): DatasetPage {
  const lines: string[] = []
  let [seq, offset] = start
  for (const chunk of chunks) {
    const stored = linesOf(chunk.text)
    const from = chunk.seq === start[0] ? start[1] : 0
    const shown = stored.slice(from, from + limit - lines.length)
    lines.push(...shown)
    const isEnd = from + shown.length === stored.length
    seq = isEnd ? chunk.seq + 1 : chunk.seq
    offset = isEnd ? 0 : from + shown.length
    if (lines.length === limit) break
  }
  return { lines, next: [seq, offset, start[2] + lines.length] }
}

/** The lines of the chunks from `start` on. */
async function* linesFrom(chunks: AsyncIterable<DatasetChunk>, start: DatasetPlace): AsyncGenerator<readonly string[]> {
  for await (const { seq, text } of chunks) yield linesOf(text).slice(seq === start[0] ? start[1] : 0)
}

/** Where a page of a view starts: in chunk `seq`, after the first `skip` lines that pass the filter. */
export interface ResultPlace {
  readonly seq: number
  readonly skip: number
}

export const beginning: ResultPlace = { seq: 0, skip: 0 }

export interface ResultPageQuery {
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  readonly limit: number
}

export interface ResultPage {
  readonly lines: readonly string[]
  /** Undefined when these lines are the last. */
  readonly next: ResultPlace | undefined
}

/** Result chunks that one page reads at most: a bound also where few lines pass the filter. */
const resultChunkCountMax = 8

/**
 * The next lines of a view that pass the filter: `limit` of them, or fewer, with a place to go on from, where they are
 * spread over many chunks. One query.
 */
export async function readResultPage(
  access: LineAccess,
  { run, filter, from, limit }: ResultPageQuery,
): Promise<ResultPage> {
  const rows = await resultChunkStatements(access.db).withHits(run.tenantId, {
    runId: run.id,
    attempt: run.attempt,
    filter,
    fromSeq: from.seq,
    hitCount: from.skip + limit,
    chunkCountMax: resultChunkCountMax,
  })
  const chunks = await withTexts(access, rows)
  const lines: string[] = []
  for (const [index, { seq, text, isShown }] of chunks.entries()) {
    if (isShown === 0 || index === resultChunkCountMax) return { lines, next: { seq, skip: 0 } }
    const hits = hitsIn(text, filter)
    const skip = seq === from.seq ? from.skip : 0
    const shown = hits.slice(skip, skip + limit - lines.length)
    lines.push(...shown)
    if (skip + shown.length < hits.length) return { lines, next: { seq, skip: skip + shown.length } }
  }
  return { lines, next: undefined }
}

/** All lines of a view that pass the filter, from a place on, those of a chunk at a time, read as they are taken. */
export async function* readAllLines(
  access: LineAccess,
  run: RunRow,
  { from = beginning, ...filter }: ResultFilter & { readonly from?: ResultPlace },
): AsyncGenerator<readonly string[]> {
  for await (const { seq, text } of filteredChunksOf(access, run, { filter, fromSeq: from.seq })) {
    const hits = hitsIn(text, filter)
    yield seq === from.seq ? hits.slice(from.skip) : hits
  }
}

const hitsIn = (text: string, filter: ResultFilter): readonly string[] =>
  linesOf(text).filter((line) => passes(line, filter))

/** Goes by the key under which the chunk's counts hold the line, so that lines and counts cannot disagree. */
function passes(line: string, { level, rule }: ResultFilter): boolean {
  if (level === undefined && rule === undefined) return true
  const parsed: ResultLine = JSON.parse(line)
  const key = countKey(parsed)
  if (key === undefined) return false
  const bar = key.indexOf('|')
  return (level === undefined || key.slice(0, bar) === level) && (rule === undefined || key.slice(bar + 1) === rule)
}
