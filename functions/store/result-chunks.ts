import { resultViews, type StoredChunk } from '@tallystick/engine'
import { chunkCountAtOnce, givingWay } from './chunks.ts'
import type { Database } from './database.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'
import { type ChunkPlace, resultChunkStatements } from './result-chunk-statements.ts'
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

/** The chunks of a result at `places`, in that order, read as they are taken. One round trip for every four chunks. */
export async function* resultChunksOf(
  access: LineAccess,
  run: RunRow,
  places: readonly ChunkPlace[],
): AsyncGenerator<StoredChunk> {
  const statements = resultChunkStatements(access.db)
  for (let start = 0; start < places.length; start += chunkCountAtOnce) {
    const [first, ...others] = places
      .slice(start, start + chunkCountAtOnce)
      .map(({ view, seq }) => statements.at(run.tenantId, { ...attemptOf(run), view, seq }))
    if (first === undefined) return
    const rows = (await access.db.batch([first, ...others])).flat()
    for await (const { text, firstLeaf, count, seq, view, counts } of givingWay(await withTexts(access, rows)))
      yield { text, first: firstLeaf, count, seq, view, counts }
  }
}

/** The last line of a completed run's result, which has a chunk to itself; undefined when it is gone. One query. */
export async function totalsLineOf(access: LineAccess, run: RunRow): Promise<string | undefined> {
  const place = { ...attemptOf(run), view: 'totals', seq: 0 }
  const [chunk] = await withTexts(access, await resultChunkStatements(access.db).at(run.tenantId, place))
  return chunk?.text
}

const attemptOf = ({ id, attempt }: RunRow) => ({ runId: id, attempt })
