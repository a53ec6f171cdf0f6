import { linesOf } from '@tallystick/engine/base'
import { createShownIds, type Side } from '@tallystick/engine/record'
import { isDemoKind } from '@tallystick/schema/adapter'
import { followChunks } from './altered-lines.ts'
import { type DatasetChunkRow, datasetChunkStatements } from './chunk-statements.ts'
import { datasetChunksOf, nameOfDataset, readOn, type WholeLines } from './chunks.ts'
import { demoDataset } from './demo/demo-dataset.ts'
import { indexedLines } from './id-lookup.ts'
import type { LineAccess } from './line-access.ts'
import { withTexts } from './line-texts.ts'
import { type RunSides, sideChunksOf } from './side-chunks.ts'

export const namedChunkCountAtOnce = 8

interface NamedQuery extends WholeLines {
  readonly ids: readonly string[]
}

/**
 * The lines of the records `ids`, by id; an id that the dataset does not have is left out. In a small dataset, reads
 * the chunks whose ranges of ids cover a wanted id, and every chunk when an id is not found there; in a large one, the
 * index by ids and the lines. Throws `AlteredLinesError`, so that an id is missing only in a complete and unchanged
 * dataset.
 */
export async function namedLines(
  access: LineAccess,
  tenantId: string,
  { datasetId, recordCount, ids }: NamedQuery,
): Promise<ReadonlyMap<string, string>> {
  if (datasetId === null) return new Map()
  if (isDemoKind(datasetId)) return linesNamed([linesOf(demoDataset(datasetId).text)], ids)
  const range = { datasetId, fromSeq: 0, limit: namedChunkCountAtOnce, ids }
  const first = await datasetChunkStatements(access.db).range(tenantId, range)
  return namedLinesFrom(access, tenantId, { datasetId, recordCount, ids, first })
}

/** Continues `namedLines` from `first`, the rows that the statement `range` gave for these ids. */
export async function namedLinesFrom(
  access: LineAccess,
  tenantId: string,
  query: NamedQuery & { readonly datasetId: string; readonly first: readonly DatasetChunkRow[] },
): Promise<ReadonlyMap<string, string>> {
  const { datasetId, recordCount, ids, first } = query
  const [chunk] = first
  if (chunk?.object != null) {
    // For a large dataset, `range` gives only the last chunk: see `mayHold`.
    const { take, end } = followChunks({ ...chunk, first: chunk.firstLine, name: nameOfDataset(datasetId) })
    take({ ...chunk, first: chunk.firstLine })
    end(recordCount)
    const folder = chunk.object.slice(0, chunk.object.lastIndexOf('/') + 1)
    const dataset = { tenantId, datasetId, folder, object: chunk.object, recordCount }
    return linesNamed([await indexedLines(access, dataset, ids)], ids)
  }
  const limit = namedChunkCountAtOnce
  const read = async (fromSeq: number) =>
    withTexts(access, await datasetChunkStatements(access.db).range(tenantId, { datasetId, fromSeq, limit, ids }))
  const found = await linesNamed(partsOf(readOn(await withTexts(access, first), { limit, read })), ids)
  return ids.every((id) => found.has(id))
    ? found
    : linesNamed(partsOf(datasetChunksOf(access, tenantId, { datasetId, recordCount })), ids)
}

/** The lines of a side of a period's run by the ids that the run shows. Reads the whole side. */
export async function shownLines(
  access: LineAccess,
  run: RunSides,
  { side, ids }: { readonly side: Side; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const wanted = new Set(ids)
  const shownId = createShownIds()
  for await (const lines of partsOf(sideChunksOf(access, run, { side })))
    for (const line of lines) {
      const id = shownId(JSON.parse(line).id)
      if (wanted.has(id)) found.set(id, line)
    }
  return found
}

async function* partsOf(chunks: AsyncIterable<{ readonly text: string }>): AsyncGenerator<readonly string[]> {
  for await (const { text } of chunks) yield linesOf(text)
}

/** Parses only lines in which some member `id` is a wanted id. */
async function linesNamed(
  parts: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const wanted = new Set(ids)
  for await (const lines of parts) {
    for (const line of lines) {
      if (!idsIn(line).some((id) => wanted.has(id))) continue
      const { id } = JSON.parse(line)
      if (wanted.has(id)) found.set(id, line)
    }
    if (found.size === wanted.size) break
  }
  return found
}

/** The values of all members `id` of a canonical line: the record's own, and those of its attributes. */
const idsIn = (line: string): readonly string[] =>
  [...line.matchAll(/"id":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text))
