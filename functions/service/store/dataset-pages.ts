import { linesOf } from '@tallystick/engine/base'
import { followChunks } from './altered-lines.ts'
import { datasetChunkStatements } from './chunk-statements.ts'
import { inOrder, nameOfDataset, readWhole } from './chunks.ts'
import { requireWholeDataset } from './dataset-account.ts'
import { type DatasetRow, datasetStore } from './dataset-store.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'
import { namedChunkCountAtOnce, namedLinesFrom } from './named-lines.ts'

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
  /** All lines, chunk by chunk, read as they are taken; another round trip, which finds out whether a row is gone. */
  readonly all: () => Promise<AsyncGenerator<readonly string[]>>
  /** The lines of the records `ids`, in that order, without those that there are none of. */
  readonly find: (ids: readonly string[]) => Promise<readonly string[]>
}

/** Dataset chunks read at once: a page is hardly ever longer than the rest of one chunk and the next. */
const datasetChunkCountAtOnce = 2

/**
 * Opens a dataset of the tenant at a place; undefined when the tenant has no such sealed dataset. One round trip of
 * two queries, which also reads the first chunks. What it gives throws `AlteredLinesError`.
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
  const { recordCount } = dataset
  const order = { seq: start[0], first: start[2] - start[1] }
  return {
    dataset,
    async page(lineCount) {
      const { take, end } = followChunks({ ...order, name: nameOfDataset(datasetId) })
      for (const row of first) take({ ...row, first: row.firstLine })
      if (first.length < limit) end(recordCount)
      return pageFrom(await withTexts(access, first), start, lineCount)
    },
    async all() {
      await requireWholeDataset(db, tenantId, { datasetId, recordCount })
      const rows = readWhole(access, tenantId, { datasetId, first, limit, readTexts: withTexts })
      return linesFrom(inOrder(rows, { ...order, datasetId, recordCount }), start)
    },
    async find(ids) {
      const found = await namedLinesFrom(access, tenantId, { datasetId, recordCount, ids, first })
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
