import { toHex, utf8 } from '@tallystick/engine/base'
import { formatLines, type LongFileName, type OpeningItem, type Reading } from '@tallystick/engine/close'
import { createLineTree } from '@tallystick/engine/merkle'
import type { BySide, Side } from '@tallystick/engine/record'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { datasetChunksOf } from '../store/chunks.ts'
import { createReadAhead } from '../store/dataset-read-ahead.ts'
import type { LineAccess } from '../store/line-access.ts'
import { resultChunksOf, resultPlacesOf } from '../store/result-chunks.ts'
import type { RunRow } from '../store/run-store.ts'
import { openingLinesOf } from '../store/side-chunks.ts'

/** Reads a file of a period that has a line for each record, part by part and anew at each call. Throws `records_altered`. */
export type LongLines = (name: LongFileName) => AsyncIterable<string>

export type DatasetsToRead = readonly { readonly datasetId: string; readonly recordCount: number }[]

interface LinesToRead {
  readonly tenantId: string
  /** Items of the opening, of both sides. */
  readonly items: readonly OpeningItem[]
  readonly read: BySide<DatasetsToRead>
  /** Of which the result is. */
  readonly run: RunRow | undefined
}

/**
 * The lines of the opening and of the datasets, those that a run leaves out included, and of the result. A round trip for
 * every 16 datasets of a side, of which the first 16 are read once.
 */
export function longLinesOf(access: LineAccess, { tenantId, items, read, run }: LinesToRead): LongLines {
  const aheadOf = (side: Side) =>
    createReadAhead(
      access.db,
      tenantId,
      read[side].map(({ datasetId }) => datasetId),
    )
  const waysThrough = { source: aheadOf('source'), target: aheadOf('target') }
  async function* sideTexts(side: Side): AsyncGenerator<string> {
    const handedOn = formatLines(openingLinesOf(side, items))
    if (handedOn !== '') yield handedOn
    const nextFirst = waysThrough[side]()
    for (const dataset of read[side])
      for await (const { text } of datasetChunksOf(access, tenantId, { ...dataset, first: await nextFirst() }))
        yield text
  }
  const resultTexts = () => (run === undefined ? [] : resultTextsOf(access, run))
  return (name) => orAltered(name === 'result.ndjson' ? resultTexts() : sideTexts(sideOf[name]))
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
async function* resultTextsOf(access: LineAccess, run: RunRow): AsyncGenerator<string> {
  const tree = createLineTree(sha256)
  for await (const { text } of resultChunksOf(access, run, await resultPlacesOf(access.db, run))) {
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
