import { linesOf } from '@tallystick/engine/base'
import { type CauseKind, countKey, type ResultLine } from '@tallystick/engine/result'
import { AlteredLinesError } from './altered-lines.ts'
import type { Database } from './database.ts'
import type { LineAccess } from './line-access.ts'
import { nameOf, withTexts } from './line-texts.ts'
import { accountStatements, requireWholeResult } from './result-account.ts'
import { countedChunksAt, filteredChunksOf, type HitChunk, isUnvouched } from './result-chunks.ts'
import { type ResultFilter, resultChunkStatements } from './result-statements.ts'
import type { RunRow } from './run-store.ts'

export type { ResultFilter }

/** Where a page of a view begins: in chunk `seq`, after the first `skip` lines that pass the filter. */
export interface ResultPlace {
  readonly seq: number
  readonly skip: number
}

export const beginning: ResultPlace = { seq: 0, skip: 0 }

interface ResultPageQuery {
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  readonly limit: number
}

export interface ResultPage {
  readonly lines: readonly string[]
  /** Undefined after the last page. */
  readonly next: ResultPlace | undefined
}

/** The most chunks that a page reads, even where few lines pass the filter. */
const resultChunkCountMax = 8

/**
 * The next lines of a view that pass the filter: `limit` of them, or fewer with a place to continue at, where they are
 * spread over many chunks. One round trip; more where counts are not vouched, as after a change of KEY_PEPPER. Throws
 * `AlteredLinesError`.
 */
export async function readResultPage(access: LineAccess, query: ResultPageQuery): Promise<ResultPage> {
  const { rows, unvouched } = await readRows(access, query)
  const bound = unvouched[resultChunkCountMax]?.seq
  const page = await takePage(access, query, { rows, bound })
  const passedOver = unvouched.filter(({ seq }) => page.next === undefined || seq < page.next.seq)
  for await (const chunk of countedChunksAt(access, query.run, passedOver)) hitsOf(chunk, query.filter)
  return page
}

/** The chunks with the next lines, and the chunks passed over before them whose counts are not vouched. */
async function readRows(access: LineAccess, { run, filter, from, limit }: ResultPageQuery) {
  const { db } = access
  const statements = resultChunkStatements(db)
  const range = {
    runId: run.id,
    attempt: run.attempt,
    filter,
    fromSeq: from.seq,
    // How many lines have the cause is known only when they are read.
    hitCount: filter.cause === undefined ? from.skip + limit : Number.MAX_SAFE_INTEGER,
    chunkCountMax: resultChunkCountMax,
  }
  const [rows, passedOver, views, receipts] = await db.batch([
    statements.withHits(run.tenantId, range),
    statements.passedOver(run.tenantId, range),
    ...accountStatements(db, run),
  ])
  requireWholeResult(run, views, receipts)
  return { rows, unvouched: passedOver.filter((place) => isUnvouched(access, run, place)) }
}

interface PageRows {
  readonly rows: Awaited<ReturnType<typeof readRows>>['rows']
  /** The page ends before this chunk; undefined for no bound. */
  readonly bound: number | undefined
}

async function takePage(
  access: LineAccess,
  { filter, from, limit }: ResultPageQuery,
  { rows, bound = Number.POSITIVE_INFINITY }: PageRows,
): Promise<ResultPage> {
  const end = rows.findIndex(
    ({ seq, isShown }, index) => isShown === 0 || index === resultChunkCountMax || seq >= bound,
  )
  const shownRows = end < 0 ? rows : rows.slice(0, end)
  const lines: string[] = []
  for (const chunk of await withTexts(access, shownRows)) {
    const { seq } = chunk
    const hits = hitsOf(chunk, filter)
    const skip = seq === from.seq ? from.skip : 0
    const shown = hits.slice(skip, skip + limit - lines.length)
    lines.push(...shown)
    if (skip + shown.length < hits.length) return { lines, next: { seq, skip: skip + shown.length } }
  }
  const next = Math.min(rows[shownRows.length]?.seq ?? bound, bound)
  return { lines, next: Number.isFinite(next) ? { seq: next, skip: 0 } : undefined }
}

/**
 * All lines of a view that pass the filter, read as they are taken, throwing `AlteredLinesError` at the first fault.
 */
export async function readAllLines(
  access: LineAccess,
  run: RunRow,
  { from = beginning, ...filter }: ResultFilter & { readonly from?: ResultPlace },
): Promise<AsyncGenerator<readonly string[]>> {
  return linesWithHits(await filteredChunksOf(access, run, { filter, fromSeq: from.seq }), filter, from)
}

async function* linesWithHits(
  chunks: AsyncIterable<HitChunk>,
  filter: ResultFilter,
  from: ResultPlace,
): AsyncGenerator<readonly string[]> {
  for await (const chunk of chunks) {
    const hits = hitsOf(chunk, filter)
    yield chunk.seq === from.seq ? hits.slice(from.skip) : hits
  }
}

/**
 * The lines that pass the filter. Throws if the number of lines that pass all but its cause differs from the row's: with
 * wrong counts, chunks may have been skipped.
 */
function hitsOf({ seq, text, hits }: HitChunk, filter: ResultFilter): readonly string[] {
  const found = linesOf(text).filter((line) => passes(line, filter))
  if (found.length !== hits)
    throw new AlteredLinesError(
      nameOf({ seq, view: filter.view }),
      `has ${found.length} such lines, and its row says ${hits}`,
    )
  return filter.cause === undefined ? found : found.filter((line) => causeOf(line) === filter.cause)
}

function causeOf(line: string): CauseKind | undefined {
  const parsed: ResultLine = JSON.parse(line)
  return parsed.kind === 'break' ? parsed.cause?.kind : undefined
}

/** Compares the keys by which the chunk's counts count the line, so that lines and counts agree. */
function passes(line: string, { level, rule }: ResultFilter): boolean {
  if (level === undefined && rule === undefined) return true
  const parsed: ResultLine = JSON.parse(line)
  const key = countKey(parsed)
  if (key === undefined) return false
  const bar = key.indexOf('|')
  return (level === undefined || key.slice(0, bar) === level) && (rule === undefined || key.slice(bar + 1) === rule)
}

/** How many lines of a result pass a filter, by the counts of its chunks. One query. */
export async function countLines(db: Database, run: RunRow, filter: ResultFilter): Promise<number> {
  const [row] = await resultChunkStatements(db).hitCount(run.tenantId, {
    runId: run.id,
    attempt: run.attempt,
    filter,
    fromSeq: 0,
  })
  return row?.count ?? 0
}
