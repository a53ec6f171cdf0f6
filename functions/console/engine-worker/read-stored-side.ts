import type { Client, RunRecord } from '@tallystick/client'
import { canonicalize, type Sha256, toHex, utf8 } from '@tallystick/engine/base'
import { createLineTree } from '@tallystick/engine/merkle'
import { type BySide, createTableBuilder } from '@tallystick/engine/record'
import { periodOfTable } from '@tallystick/engine/rules'
import { demoSides } from '@tallystick/service/store/demo/demo-data'
import type { FileSide } from './read-file.ts'

interface StoredSideRequest {
  readonly client: Pick<Client, 'datasets'>
  readonly pinned: RunRecord['source']
  readonly name: string
  readonly sha256: Sha256
  /** Awaited after each part, with the count of records read so far. An error thrown by it ends the reading. */
  readonly pause: (recordCount: number) => Promise<void>
}

/**
 * Reads the canonical lines of a dataset into columns, and computes their root. Throws a TallystickError where the
 * service refuses them, and an Error where the connection ends early.
 */
export async function readStoredSide(request: StoredSideRequest): Promise<FileSide> {
  const { pinned, name, sha256, pause } = request
  const builder = createTableBuilder('all')
  const tree = createLineTree(sha256)
  let byteCount = 0
  for await (const lines of wholeLines(await partsOf(request))) {
    builder.addBytes(lines)
    tree.addLines(lines)
    byteCount += lines.length
    await pause(tree.size())
  }
  const table = builder.finish()
  const recordCount = tree.size()
  const period = periodOfTable(table, 'date') ?? { from: null, to: null }
  const root = toHex(tree.root())
  const summary = { recordCount, byteCount, root, totals: pinned.totals, period, statements: [], warnings: [] }
  return { name, table, summary, lines: Int32Array.from({ length: recordCount }, (_, row) => row + 1) }
}

/**
 * The records of a side. Those of the demo are built in and made here, as the service does; a side without a dataset
 * has no records.
 */
async function partsOf({ client, pinned: { datasetId } }: StoredSideRequest): Promise<AsyncIterable<Uint8Array>> {
  if (datasetId === null) return onePart('')
  if (datasetId === 'demo-bank') return onePart(demoLines().source)
  if (datasetId === 'demo-ledger') return onePart(demoLines().target)
  return streamParts(await client.datasets.recordLines(datasetId))
}

function demoLines(): BySide<string> {
  const { bank, ledger } = demoSides()
  const textOf = (records: typeof bank): string => records.map((record) => `${canonicalize({ ...record })}\n`).join('')
  return { source: textOf(bank), target: textOf(ledger) }
}

async function* onePart(text: string): AsyncGenerator<Uint8Array> {
  yield utf8(text)
}

async function* streamParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

const newline = 0x0a

/** Cuts the same bytes into parts that end with a newline. Throws an Error where the last line has no newline. */
async function* wholeLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let remainder = new Uint8Array()
  for await (const part of parts) {
    const end = part.lastIndexOf(newline) + 1
    if (end === 0) {
      remainder = joined(remainder, part)
      continue
    }
    yield joined(remainder, part.subarray(0, end))
    remainder = part.slice(end)
  }
  if (remainder.length > 0) throw new Error('The records broke off in the midst of a line: open the run again')
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}
