import { at } from '@tallystick/engine/base'
import type { DatasetChunkRow } from './chunk-statements.ts'
import { firstChunksOfDataset } from './chunks.ts'
import type { Database } from './database.ts'

/** Datasets whose first chunks a round trip reads. Lines in rows are at most 256 KB a dataset, four megabytes in all. */
const datasetCountAtOnce = 16

type ChunksAhead = readonly DatasetChunkRow[]

/**
 * Begins a way through datasets: gives the first chunks of each when it is asked for the next, for `datasetChunksOf`. A round
 * trip for every 16 datasets; those of the first 16 are read once for all ways.
 */
export function createReadAhead(
  db: Database,
  tenantId: string,
  datasetIds: readonly string[],
): () => () => Promise<ChunksAhead> {
  let known: readonly ChunksAhead[] | undefined
  const readFrom = async (start: number): Promise<readonly ChunksAhead[]> => {
    const [first, ...others] = datasetIds
      .slice(start, start + datasetCountAtOnce)
      .map((id) => firstChunksOfDataset(db, tenantId, id))
    if (first === undefined) throw new RangeError(`Asked for more than ${datasetIds.length} datasets`)
    return db.batch([first, ...others])
  }
  const firstOnes = async () => {
    known ??= await readFrom(0)
    return known
  }
  return () => {
    let ahead: readonly ChunksAhead[] = []
    let [index, end] = [0, 0]
    return async () => {
      if (index === ahead.length) {
        ahead = end === 0 ? await firstOnes() : await readFrom(end)
        end += ahead.length
        index = 0
      }
      const chunks = at(ahead, index)
      index += 1
      return chunks
    }
  }
}
