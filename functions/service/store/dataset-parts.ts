import { utf8 } from '@tallystick/engine/base'
import { isDemoKind } from '@tallystick/schema/adapter'
import { AlteredLinesError, followChunks } from './altered-lines.ts'
import { datasetChunkStatements } from './chunk-statements.ts'
import { chunkCountAtOnce, nameOfDataset } from './chunks.ts'
import { demoDataset } from './demo/demo-dataset.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'

/** Reads parts of the stored lines of a dataset, as `chunks.ts` reads all of them. */

export interface DatasetPart {
  readonly fromSeq: number
  readonly chunkCount: number
  readonly firstLine: number
}

const sizeCountAtOnce = 5_000

/**
 * Splits a dataset into parts of at most `byteCountMax` bytes of lines; a longer chunk is a part alone. Every call
 * gives the same parts.
 */
export async function datasetPartsOf(
  { db }: LineAccess,
  tenantId: string,
  { datasetId, byteCountMax }: { readonly datasetId: string | null; readonly byteCountMax: number },
): Promise<readonly DatasetPart[]> {
  if (datasetId === null) return []
  if (isDemoKind(datasetId)) return [{ fromSeq: 0, chunkCount: 1, firstLine: 0 }]
  const parts: { fromSeq: number; chunkCount: number; firstLine: number; byteCount: number }[] = []
  for (let fromSeq = 0; ; ) {
    const range = { datasetId, fromSeq, limit: sizeCountAtOnce }
    const sizes = await datasetChunkStatements(db).sizes(tenantId, range)
    for (const { seq, firstLine, byteCount } of sizes) {
      const last = parts.at(-1)
      if (last !== undefined && last.byteCount + byteCount <= byteCountMax) {
        last.chunkCount = seq - last.fromSeq + 1
        last.byteCount += byteCount
      } else parts.push({ fromSeq: seq, chunkCount: 1, firstLine, byteCount })
      fromSeq = seq + 1
    }
    if (sizes.length < sizeCountAtOnce) break
  }
  return parts.map(({ byteCount: _, ...part }) => part)
}

/**
 * The lines of one part, a megabyte or two at a time: each takes a query and perhaps a read of R2. Throws
 * `AlteredLinesError`.
 */
export async function* linesOfPart(
  access: LineAccess,
  tenantId: string,
  { datasetId, part }: { readonly datasetId: string; readonly part: DatasetPart },
): AsyncGenerator<Uint8Array> {
  if (isDemoKind(datasetId)) {
    yield utf8(demoDataset(datasetId).text)
    return
  }
  const endSeq = part.fromSeq + part.chunkCount
  const name = nameOfDataset(datasetId)
  const { take } = followChunks({ name, seq: part.fromSeq, first: part.firstLine })
  for (let fromSeq = part.fromSeq; fromSeq < endSeq; fromSeq += chunkCountAtOnce) {
    const limit = Math.min(chunkCountAtOnce, endSeq - fromSeq)
    const rows = await datasetChunkStatements(access.db).range(tenantId, { datasetId, fromSeq, limit })
    const texts = await withTexts(
      access,
      rows.filter(({ seq }) => seq < endSeq),
    )
    for (const chunk of texts) {
      take({ ...chunk, first: chunk.firstLine })
      yield utf8(chunk.text)
    }
    if (texts.length < limit) throw new AlteredLinesError(`chunk ${fromSeq + texts.length} of ${name}`, 'is gone')
  }
}
