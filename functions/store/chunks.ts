import { resultViews, type StoredChunk } from '@tallystick/engine'
import { isDemoKind } from '../../schema/adapter.ts'
import { demoDataset } from '../demo/demo-dataset.ts'
import type { Database } from './database.ts'
import { datasetStore } from './dataset-store.ts'
import { resultStore } from './result-store.ts'
import type { RunRow } from './run-store.ts'

/**
 * The artifacts of a run as they are stored, a few chunks at a time: no more is read than the caller takes, and nothing
 * is checked or put right on the way.
 */

/** A chunk is half a megabyte: two megabytes on their way at once, however large the run. */
export const chunkCountAtOnce = 4

/** The chunks of the dataset of one side, in order; none for a side without a dataset. One query for every few chunks. */
export async function* datasetChunksOf(
  db: Database,
  tenantId: string,
  datasetId: string | null,
): AsyncGenerator<StoredChunk> {
  if (datasetId === null) return
  if (isDemoKind(datasetId)) {
    const { text, recordCount } = demoDataset(datasetId)
    yield { text, first: 0, count: recordCount, seq: 0 }
    return
  }
  let fromSeq = 0
  while (true) {
    const rows = await datasetStore(db).chunks(tenantId, { datasetId, fromSeq, limit: chunkCountAtOnce })
    for (const { text, firstLine, count, seq, idMin, idMax } of rows)
      yield { text, first: firstLine, count, seq, idMin, idMax }
    const last = rows.at(-1)
    if (last === undefined || rows.length < chunkCountAtOnce) return
    fromSeq = last.seq + 1
  }
}

/** Where a chunk of a result is, and how many lines it holds. */
export interface ChunkPlace {
  readonly view: string
  readonly seq: number
  readonly count: number
}

/** Where the chunks of a run's result are, in the order of the artifact. One query. */
export async function resultPlacesOf(db: Database, run: RunRow): Promise<readonly ChunkPlace[]> {
  const places = await resultStore(db).places(run.tenantId, { runId: run.id, attempt: run.attempt })
  return places.sort((a, b) => rankOf(a.view) - rankOf(b.view) || a.seq - b.seq)
}

const rankByView = new Map<string, number>(resultViews.map((view, rank) => [view, rank]))

/** A view that there is not comes last, so that it is seen and found wrong. */
const rankOf = (view: string): number => rankByView.get(view) ?? resultViews.length

/** The chunks of a result at `places`, in that order. One round trip for every few chunks. */
export async function* resultChunksOf(
  db: Database,
  run: RunRow,
  places: readonly ChunkPlace[],
): AsyncGenerator<StoredChunk> {
  const attempt = { runId: run.id, attempt: run.attempt }
  for (let start = 0; start < places.length; start += chunkCountAtOnce) {
    const [first, ...others] = places
      .slice(start, start + chunkCountAtOnce)
      .map(({ view, seq }) => resultStore(db).at(run.tenantId, { ...attempt, view, seq }))
    if (first === undefined) return
    for (const rows of await db.batch([first, ...others]))
      for (const { text, firstLeaf, count, seq, view, counts } of rows)
        yield { text, first: firstLeaf, count, seq, view, counts }
  }
}
