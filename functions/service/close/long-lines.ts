import { toHex, utf8 } from '@tallystick/engine/base'
import { formatLines, type LongFileName, type OpeningItem, type Reading } from '@tallystick/engine/close'
import { createLineTree } from '@tallystick/engine/merkle'
import type { BySide, Side } from '@tallystick/engine/record'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { datasetChunksOf } from '../store/chunks.ts'
import { type ChunksAhead, createReadAhead } from '../store/dataset-read-ahead.ts'
import type { LineAccess } from '../store/line-access.ts'
import { resultChunksOf } from '../store/result-chunks.ts'
import type { RunRow } from '../store/run-store.ts'
import { openingLinesOf } from '../store/side-chunks.ts'

/** Reads a file of a period that has a line for each record, part by part and anew at each call. Throws `records_altered`. */
export type LongLines = (name: LongFileName) => AsyncIterable<string>

export interface DatasetsToRead {
  readonly datasets: readonly { readonly datasetId: string; readonly recordCount: number }[]
  /** The first chunks of the first of them, where they were read. */
  readonly known?: readonly ChunksAhead[]
}

interface LinesToRead {
  readonly tenantId: string
  /** Items of the opening, of both sides. */
  readonly items: readonly OpeningItem[]
  readonly read: BySide<DatasetsToRead>
  readonly result: (() => AsyncIterable<string>) | undefined
}

/** The lines of the opening and of the datasets, those that a run leaves out included, and of the result. */
export function longLinesOf(access: LineAccess, { tenantId, items, read, result }: LinesToRead): LongLines {
  async function* sideTexts(side: Side): AsyncGenerator<string> {
    const handedOn = formatLines(openingLinesOf(side, items))
    if (handedOn !== '') yield handedOn
    const { datasets, known } = read[side]
    const datasetIds = datasets.map(({ datasetId }) => datasetId)
    const nextFirst = createReadAhead(access.db, tenantId, { datasetIds, ...(known && { known }) })
    for (const dataset of datasets)
      for await (const { text } of datasetChunksOf(access, tenantId, { ...dataset, first: await nextFirst() }))
        yield text
  }
  return (name) => orAltered(name === 'result.ndjson' ? (result?.() ?? []) : sideTexts(sideOf[name]))
}

const sideOf = { 'source.ndjson': 'source', 'target.ndjson': 'target' } as const

async function* orAltered(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  try {
    yield* texts
  } catch (error) {
    throw error instanceof AlteredLinesError ? recordsAltered(error.message) : error
  }
}

/** The texts of the result of a run. Throws `AlteredLinesError` for changed lines, and `records_altered` for another root. */
export async function* resultTextsOf(
  access: LineAccess,
  run: RunRow,
  places: Parameters<typeof resultChunksOf>[2],
): AsyncGenerator<string> {
  const tree = createLineTree(sha256)
  for await (const { text } of resultChunksOf(access, run, places)) {
    tree.addLines(utf8(text))
    yield text
  }
  if (toHex(tree.root()) !== run.resultRoot)
    throw recordsAltered('The result of the period’s run does not have its root.')
}

/** Computes over lines that are read meanwhile. Between slices other requests have their turn. */
export async function computeOver<Result>(lines: LongLines, reading: Reading<Result>): Promise<Result> {
  const opened = new Map<LongFileName, AsyncIterator<string>>()
  let given: string | undefined
  while (true) {
    const { done, value } = reading.next(given)
    if (done === true) return value
    given = undefined
    if (value === undefined) {
      await nextEvent()
      continue
    }
    const iterator = opened.get(value) ?? lines(value)[Symbol.asyncIterator]()
    opened.set(value, iterator)
    const next = await iterator.next()
    if (next.done === true) opened.delete(value)
    else given = next.value
  }
}
