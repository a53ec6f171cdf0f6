import { begun } from '../http/stream.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type ResultFilter, type ResultPlace, readAllLines, readResultPage } from '../store/result-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { namesIn, requireReadable, type ViewPart, withRecords } from './record-batches.ts'
import { lookUpAll, lookUpNamed } from './record-lookup.ts'

export interface ViewSource extends LineAccess {
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  readonly hasRecords: boolean
}

export type ViewParts = AsyncIterable<ViewPart> | Iterable<ViewPart>

/** The next `limit` lines; fewer, with a place to go on from, if they are spread over many chunks. */
export async function readViewPage(
  source: ViewSource,
  limit: number,
): Promise<ViewPart & { readonly next: ResultPlace | undefined }> {
  const { run, filter, from, hasRecords } = source
  const { lines, next } = await readResultPage(source, { run, filter, from, limit })
  const recordOf = hasRecords ? await lookUpNamed(source, run, { names: lines.flatMap(namesIn) }) : undefined
  return { lines, next, recordOf }
}

/**
 * Reads the first lines before the answer begins: a fault becomes a problem. With records, holds both sides as columns.
 */
export async function openView(source: ViewSource): Promise<ViewParts> {
  const { run, filter, from, hasRecords } = source
  const recordOf = hasRecords ? await lookUpAll(source, run) : undefined
  return begun(partsWith(recordOf, await readAllLines(source, run, { ...filter, from })))
}

async function* partsWith(
  recordOf: ViewPart['recordOf'],
  parts: AsyncIterable<readonly string[]>,
): AsyncGenerator<ViewPart> {
  for await (const lines of parts) yield { lines, recordOf }
}

/**
 * For a run whose columns do not fit into memory: reads records in batches. Throws the problem of `requireReadable`.
 */
export async function openLargeView(source: ViewSource): Promise<ViewParts> {
  const { run, filter, from } = source
  await requireReadable(source, run, filter)
  return begun(withRecords(source, run, { parts: await readAllLines(source, run, { ...filter, from }) }))
}
