import { at, finish } from '@tallystick/engine/base'
import { createLineLeaves, createRangeTree, type LeafRange } from '@tallystick/engine/merkle'
import {
  addFacts,
  addTallies,
  createPieceReader,
  emptyTally,
  factsOf,
  listedKeysOf,
  noFacts,
  routeRecords,
  type SideFacts,
  type Tally,
} from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import { nextEvent } from '../../platform/slices.ts'
import { type PieceJob, routingRunOf } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { writeJson } from './piece-store.ts'

interface SidePart {
  readonly side: Side
  /** Position among the parts of the side, from 0. */
  readonly part: number
}

/** Reads a part, and hands each record to the first rule that takes it. Throws a RangeError for malformed lines. */
export async function readPart(job: PieceJob, { side, part }: SidePart): Promise<LeafRange> {
  const { policy, sha256, store, sizes } = job
  const { firstLines, lines } = job.sources[side]
  const firstLine = at(firstLines, part)
  const task = taskName('read', part)
  const range = createRangeTree(sha256, firstLine)
  const leaves = createLineLeaves(sha256, range.appendAll)
  const output = createPieceOutput(sizes)
  let [facts, tally]: [SideFacts, Tally] = [noFacts, emptyTally]
  let number = firstLine
  for await (const bytes of shortSegments(lines(part))) {
    leaves.addLines(bytes)
    const reader = createPieceReader(policy.attributePaths)
    reader.addLines(bytes, number)
    const { table, rowCount, markOf, lineOf, heldByteCount } = reader.finish()
    number += rowCount
    job.onRecords?.(rowCount)
    facts = addFacts(facts, factsOf(table, side, policy))
    for (const { position, keys } of listedKeysOf(table, side, policy))
      for (const key of keys) output.addText(`listed/${position}`, `${JSON.stringify(key)}\n`)
    const rows = Array(rowCount).keys()
    const recordOf = (row: number) => ({ mark: markOf(row), line: lineOf(row) })
    tally = addTallies(tally, finish(routeRecords(routingRunOf(job), { side, table, rows, recordOf, from: 0 }, output)))
    job.onHeld?.(heldByteCount + output.heldByteCount())
    await nextEvent()
  }
  await output.write(store, `${side}-${task}`)
  await writeJson(store, `facts/${side}/${task}`, facts)
  await writeJson(store, `tallies/${side}-${task}`, tally)
  return range.range()
}

/** Bytes of lines that are read between two turns of other requests. */
const segmentByteCount = 512 * 1024

const newline = 0x0a

async function* shortSegments(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of lines)
    for (let start = 0; start < bytes.length; ) {
      const found = bytes.indexOf(newline, start + segmentByteCount)
      const end = found < 0 ? bytes.length : found + 1
      yield bytes.subarray(start, end)
      start = end
    }
}
