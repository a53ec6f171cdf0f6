import type { ResultItem } from '../../schema/result-item.ts'
import { readStored } from '../http/altered.ts'
import type { Database } from '../store/database.ts'
import { type ResultFilter, type ResultPage, type ResultPlace, readResultPage } from '../store/line-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { lookUpAll, lookUpNamed, type RecordLookup } from './record-lookup.ts'
import { recordNamesOf } from './record-names.ts'
import { type ItemContext, itemOf } from './result-item.ts'

/** The items of a view from a place on, and how they are shown. */
export interface ViewSource {
  readonly db: Database
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  readonly context: ItemContext
  /** Whether each item shows the records that it names. */
  readonly hasRecords: boolean
}

export interface ViewPage {
  readonly items: readonly ResultItem[]
  /** Undefined when these items are the last. */
  readonly next: ResultPlace | undefined
}

/** The next items: `limit` of them, or fewer, with a place to go on from, where they are spread over many chunks. */
export async function readViewPage({ db, run, filter, from, ...shown }: ViewSource, limit: number): Promise<ViewPage> {
  const { lines, next } = await readResultPage(db, { run, filter, from, limit })
  const items = itemsOf(lines, shown.context)
  if (!shown.hasRecords) return { items, next }
  const lookUp = await lookUpNamed(db, run, items.flatMap(recordNamesOf))
  return { items: items.map((item) => withRecords(item, lookUp)), next }
}

/** Lines that one query reads: about a chunk. */
const lineCountAtOnce = 2_000

/**
 * All items from the place on, in parts that are read as they are taken. Records are looked up in both sides as columns,
 * which are in memory before this resolves.
 */
export async function openView(source: ViewSource): Promise<AsyncIterable<readonly ResultItem[]>> {
  const lookUp = source.hasRecords ? await lookUpAll(source.db, source.run) : undefined
  return readParts(source, lookUp)
}

async function* readParts(
  { db, run, filter, from, context }: ViewSource,
  lookUp: RecordLookup | undefined,
): AsyncGenerator<readonly ResultItem[]> {
  let place: ResultPlace | undefined = from
  while (place !== undefined) {
    const page: ResultPage = await readResultPage(db, { run, filter, from: place, limit: lineCountAtOnce })
    place = page.next
    const items = itemsOf(page.lines, context)
    yield lookUp === undefined ? items : items.map((item) => withRecords(item, lookUp))
  }
}

const itemsOf = (lines: readonly string[], context: ItemContext): readonly ResultItem[] =>
  readStored('A line of the run’s result', () => lines.map((line) => itemOf(line, context)))

const withRecords = (item: ResultItem, lookUp: RecordLookup): ResultItem => ({
  ...item,
  records: recordNamesOf(item).map(lookUp),
})
