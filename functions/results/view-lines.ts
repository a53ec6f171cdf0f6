import { namesInLine, type RecordLine } from '../report/shown-record.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type ResultFilter, type ResultPlace, readAllLines, readResultPage } from '../store/line-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { lookUpAll, lookUpNamed, type RecordLookup } from './record-lookup.ts'

/** The lines of a view from a place on. */
export interface ViewSource extends LineAccess {
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  /** Whether the records that the lines name are shown, too. */
  readonly hasRecords: boolean
}

/** Lines of a view, read as they are taken, and the records that they name, where these are shown. */
export interface ViewLines {
  readonly parts: AsyncIterable<readonly string[]> | Iterable<readonly string[]>
  readonly recordOf: RecordLookup | undefined
}

/** The next lines: `limit` of them, or fewer, with a place to go on from, where they are spread over many chunks. */
export async function readViewPage(
  source: ViewSource,
  limit: number,
): Promise<ViewLines & { readonly lines: readonly string[]; readonly next: ResultPlace | undefined }> {
  const { run, filter, from, hasRecords } = source
  const { lines, next } = await readResultPage(source, { run, filter, from, limit })
  const recordOf = hasRecords ? await lookUpNamed(source, run, lines.flatMap(namesIn)) : undefined
  return { lines, parts: [lines], next, recordOf }
}

const namesIn = (line: string) => {
  const parsed: RecordLine = JSON.parse(line)
  return namesInLine(parsed)
}

/** All lines from the place on. Both sides are in memory as columns before this resolves, where records are shown. */
export async function openView(source: ViewSource): Promise<ViewLines> {
  const { run, filter, from, hasRecords } = source
  const recordOf = hasRecords ? await lookUpAll(source, run) : undefined
  return { parts: readAllLines(source, run, { ...filter, from }), recordOf }
}
