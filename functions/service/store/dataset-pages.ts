import { linesOf } from '@tallystick/engine/base'
import { followChunks } from './altered-lines.ts'
import { datasetChunkStatements } from './chunk-statements.ts'
import { inOrder, nameOfDataset, readWhole } from './chunks.ts'
import { requireWholeDataset } from './dataset-account.ts'
import { type DatasetRow, datasetStore } from './dataset-store.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'
import { namedChunkCountAtOnce, namedLinesFrom } from './named-lines.ts'

/** Where a page begins: the chunk, the line inside it, and the number of lines before it in the dataset. */
type DatasetPlace = readonly [seq: number, offset: number, index: number]

interface DatasetQuery {
  readonly datasetId: string
  readonly start: DatasetPlace
  /** Reads only chunks that may hold one of these records. */
  readonly recordIds?: readonly string[] | undefined
}

export interface DatasetPage {
  readonly lines: readonly string[]
  readonly next: DatasetPlace
}

export interface DatasetLines {
  readonly dataset: DatasetRow
  /** Up to `limit` lines, fewer where the next two chunks hold fewer. */
  readonly page: (limit: number) => Promise<DatasetPage>
  /** All lines, chunk by chunk, read as they are taken. Another round trip first makes sure that no row is gone. */
  readonly all: () => Promise<AsyncGenerator<readonly string[]>>
  /** The lines of the records in the order of `ids`. Ids without a record are left out. */
  readonly find: (ids: readonly string[]) => Promise<readonly string[]>
}

/** A page rarely needs more than the remainder of one chunk and the next chunk. */
const datasetChunkCountAtOnce = 2

/** Opens a dataset at a place, and reads the first chunks; undefined when the tenant has no such sealed dataset. */
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

async function* linesFrom(chunks: AsyncIterable<DatasetChunk>, start: DatasetPlace): AsyncGenerator<readonly string[]> {
  for await (const { seq, text } of chunks) yield linesOf(text).slice(seq === start[0] ? start[1] : 0)
}
