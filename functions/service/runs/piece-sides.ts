import type { BySide } from '@tallystick/engine/record'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import { type DatasetPart, datasetPartsOf, linesOfPart } from '../store/dataset-parts.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { RunRow } from '../store/run-store.ts'
import type { PieceSource } from './pieces/piece-context.ts'
import { ChangedLinesError } from './pieces/reconcile-in-pieces.ts'

/** `[fromSeq, chunkCount, firstLine]` of each part, unnamed because the result of a step has to be small. */
export type PartsOfSides = BySide<readonly (readonly [number, number, number])[]>

export async function planParts(access: LineAccess, run: RunRow, partByteCount: number): Promise<PartsOfSides> {
  // A run of more than 100 parts gets parts twice as large, because the steps of an instance are limited.
  const byteCountMax = run.byteCount > 100 * partByteCount ? 2 * partByteCount : partByteCount
  const partsOf = async ({ datasetId }: PinnedSide) => {
    const parts = await datasetPartsOf(access, run.tenantId, { datasetId, byteCountMax })
    return parts.map(({ fromSeq, chunkCount, firstLine }) => [fromSeq, chunkCount, firstLine] as const)
  }
  return { source: await partsOf(run.source), target: await partsOf(run.target) }
}

/**
 * The sides of a run, for the engine in pieces. Throws a `ChangedLinesError` for lines without a newline at their end.
 */
export function sourcesOf(access: LineAccess, run: RunRow, parts: PartsOfSides): BySide<PieceSource> {
  const sourceOf = (
    { datasetId, root, recordCount }: PinnedSide,
    placesOfSide: PartsOfSides['source'],
  ): PieceSource => ({
    root,
    recordCount,
    firstLines: placesOfSide.map(([, , firstLine]) => firstLine),
    async *lines(index) {
      const place = placesOfSide[index]
      if (datasetId === null || place === undefined) return
      for await (const bytes of linesOfPart(access, run.tenantId, { datasetId, part: partOf(place) })) {
        if (bytes.at(-1) !== newline) throw new ChangedLinesError()
        yield bytes
      }
    },
  })
  return { source: sourceOf(run.source, parts.source), target: sourceOf(run.target, parts.target) }
}

const newline = 0x0a

const partOf = ([fromSeq, chunkCount, firstLine]: PartsOfSides['source'][number]): DatasetPart => ({
  fromSeq,
  chunkCount,
  firstLine,
})
