import { isDemoKind } from '@tallystick/schema/adapter'
import { AlteredLinesError } from './altered-lines.ts'
import { datasetChunkStatements } from './chunk-statements.ts'
import { nameOfDataset, type WholeLines } from './chunks.ts'
import type { Database } from './database.ts'

/** Throws `AlteredLinesError` unless the rows of all chunks of a dataset are there. Reads no text. */
export async function requireWholeDataset(
  db: Database,
  tenantId: string,
  { datasetId, recordCount }: WholeLines,
): Promise<void> {
  if (datasetId === null || isDemoKind(datasetId)) return
  const [found] = await datasetChunkStatements(db).account(tenantId, datasetId)
  const { lineCount = 0, chunkCount = 0, lastSeq = null } = found ?? {}
  if (chunkCount > 0 && lastSeq !== chunkCount - 1)
    throw new AlteredLinesError(
      nameOfDataset(datasetId),
      `has ${chunkCount} chunks, and the last has the number ${lastSeq}`,
    )
  if (lineCount !== recordCount)
    throw new AlteredLinesError(nameOfDataset(datasetId), `has ${lineCount} of ${recordCount} lines`)
}
