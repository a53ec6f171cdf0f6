import { at } from '@tallystick/engine/base'
import type { DatasetChunkRow } from './chunk-statements.ts'
import { firstChunksOfDataset } from './chunks.ts'
import type { Database } from './database.ts'

/** Datasets whose first chunks a round trip reads. Lines in rows are at most 256 KB a dataset, four megabytes in all. */
export const datasetCountAtOnce = 16

export type ChunksAhead = readonly DatasetChunkRow[]

/**
 * Gives the first chunks of datasets, which are asked for in their order: for `datasetChunksOf`. `known` are those of the
 * first datasets, where they were read. A round trip for every 16 others.
 */
export function createReadAhead(
  db: Database,
  tenantId: string,
  { datasetIds, known = [] }: { readonly datasetIds: readonly string[]; readonly known?: readonly ChunksAhead[] },
): () => Promise<ChunksAhead> {
  let ahead = known
  let [index, end] = [0, known.length]
  return async () => {
    if (index === ahead.length) {
      const [first, ...others] = datasetIds
        .slice(end, end + datasetCountAtOnce)
        .map((id) => firstChunksOfDataset(db, tenantId, id))
      if (first === undefined) throw new RangeError(`Asked for more than ${datasetIds.length} datasets`)
      ahead = await db.batch([first, ...others])
      end += ahead.length
      index = 0
    }
    const chunks = at(ahead, index)
    index += 1
    return chunks
  }
}
