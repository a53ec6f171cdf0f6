import { at, utf8 } from '@tallystick/engine/base'
import { isDemoKind } from '@tallystick/schema/adapter'
import { followChunks } from './altered-lines.ts'
import { datasetChunkStatements } from './chunk-statements.ts'
import { chunkCountOfSeveral, giveWay, nameOfDataset, nextSeqOf, type WholeLines } from './chunks.ts'
import type { Database } from './database.ts'
import { demoDataset } from './demo/demo-dataset.ts'
import type { LineAccess } from './line-access.ts'
import { checkedBytesOf, type HashedChunk } from './line-texts.ts'

/** Reads the datasets of both sides of a run at once. */

export type ReadChunk = HashedChunk & { readonly firstLine: number; readonly count: number }

/** The first chunks of both sides of a run, for a batch before `readDatasets`. */
export const firstChunksOf = (db: Database, tenantId: string, runId: string) => {
  const { firstOfRun } = datasetChunkStatements(db)
  const limit = chunkCountOfSeveral
  return [
    firstOfRun(tenantId, { runId, side: 'source', limit }),
    firstOfRun(tenantId, { runId, side: 'target', limit }),
  ] as const
}

/** A dataset to read, or none if `datasetId` is null. `take` gets the lines of the chunks in order. */
export interface DatasetReading extends WholeLines {
  /** The chunks that `firstChunksOf` gave; undefined when nothing was read yet. */
  readonly first: readonly ReadChunk[] | undefined
  readonly take: (lines: Uint8Array) => void
}

/** Reads several datasets at once: one round trip for every eight chunks of the longest. Throws `AlteredLinesError`. */
export async function readDatasets(
  access: LineAccess,
  tenantId: string,
  readings: readonly DatasetReading[],
): Promise<void> {
  const { db } = access
  const limit = chunkCountOfSeveral
  let unfinished: OpenReading[] = []
  for (const { datasetId, recordCount, first, take } of readings) {
    if (datasetId === null) continue
    const order = followChunks({ name: nameOfDataset(datasetId), seq: 0, first: 0 })
    const reading = { datasetId, recordCount, take, order, fromSeq: 0 }
    if (isDemoKind(datasetId)) take(utf8(demoDataset(datasetId).text))
    else unfinished.push(...(first === undefined ? [reading] : await remainingAfter(access, reading, first)))
  }
  while (true) {
    const [first, ...others] = unfinished.map(({ datasetId, fromSeq }) =>
      datasetChunkStatements(db).range(tenantId, { datasetId, fromSeq, limit }),
    )
    if (first === undefined) return
    const pages = await db.batch([first, ...others])
    const remaining: OpenReading[] = []
    for (const [index, reading] of unfinished.entries())
      remaining.push(...(await remainingAfter(access, reading, at(pages, index))))
    unfinished = remaining
  }
}

interface OpenReading {
  readonly datasetId: string
  readonly recordCount: number
  readonly take: (lines: Uint8Array) => void
  readonly order: ReturnType<typeof followChunks>
  readonly fromSeq: number
}

/** Hands the chunks to `take`. Returns the reading to continue with, or an empty list after the last chunk. */
async function remainingAfter(
  access: LineAccess,
  reading: OpenReading,
  chunks: readonly ReadChunk[],
): Promise<readonly OpenReading[]> {
  const lines = await checkedBytesOf(access, chunks)
  for (const [index, chunk] of chunks.entries()) {
    reading.order.take({ ...chunk, first: chunk.firstLine })
    reading.take(at(lines, index))
    await giveWay(at(lines, index).length)
  }
  const fromSeq = nextSeqOf(chunks, chunkCountOfSeveral)
  if (fromSeq !== undefined) return [{ ...reading, fromSeq }]
  reading.order.end(reading.recordCount)
  return []
}
