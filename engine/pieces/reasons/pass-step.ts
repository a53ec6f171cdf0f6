import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { appendBytes, createWordBuffer } from '../../base/word-buffer.ts'
import type { BySide, Side } from '../../record/side.ts'
import { placeRecords } from '../../result/record-order.ts'
import { createSharedRows } from '../../result/shared-rows.ts'
import type { PieceSide } from '../records/piece-records.ts'
import { createRecordFile } from '../records/record-file.ts'
import { bindPiece, type PlacedRecords, placedRecords } from './bound-piece.ts'
import { rangeCountOf, rangesOfCohort } from './divide-step.ts'
import { createPacker, passKey } from './kept-files.ts'
import { nearRows } from './near-rows.ts'
import type { ReasonRun } from './reason-input.ts'
import { joinsOfSearchers, sideOfFound } from './reason-joins.ts'
import { writeLines } from './reason-store.ts'
import { readCohort } from './searchers.ts'
import { batchAt } from './step-batches.ts'

export interface BatchToPass {
  readonly cohort: number
  readonly batch: number
}

/** Reads a batch of segments, and stores the records near the searchers of a cohort. O(records × joins). */
export async function passOver(run: ReasonRun, { cohort, batch }: BatchToPass): Promise<void> {
  const { store, sizes, pause, joins, cohorts } = run
  const { side, byteCount } = at(cohorts, cohort)
  const own = await computeWithPauses(placedRecords(await readCohort(run, cohort)), pause)
  const rangesOf = await rangesOfCohort(run, cohort)
  const rangeCount = rangeCountOf(run, at(cohorts, cohort))
  const packer = createPacker(store, passKey(cohort, batch), sizes.packedByteCount)
  for (const index of batchAt(batch, run.segments.length, sizes.segmentCountAtOnce)) {
    const segment = at(run.segments, index)
    const placed = joinsOfSearchers(joins, side).filter(
      ({ join, place }) => sideOfFound(at(joins, join), place) === segment.side,
    )
    if (placed.length === 0) continue
    const records = await segment.read()
    const found = await computeWithPauses(placedRecords(records), pause)
    const togetherIn = together(own, found, joins[0]?.compiled.turns)
    const settledCount = found.marks.reduce((sum, { state }) => sum + Number(state !== 'open'), 0)
    for (const each of placed) {
      const { bySide, places, shared } = togetherIn(each.place)
      const piece = await computeWithPauses(bindPiece(at(joins, each.join), bySide, { places }), pause)
      const ranges = { place: each.place, rangeOf: rangesOf(each), rangeCount, shared }
      const near = await computeWithPauses(nearRows(piece, ranges), pause)
      const { bytes, offsets } = filesOf(records, found, near)
      run.onHeld?.(3 * records.table.lineByteCount + 2 * byteCount + bytes.length + packer.heldByteCount())
      run.onRecords?.(settledCount / (joins.length * cohortCountOf(run, side)))
      if (bytes.length > 0) await packer.add({ ...each, cohort, offsets }, bytes)
      await pause()
    }
  }
  await writeLines(store, passKey(cohort, batch), await packer.finish())
}

const cohortCountOf = ({ cohorts }: ReasonRun, side: Side): number =>
  cohorts.filter((each) => each.side === side).length

function together(own: PlacedRecords, found: PlacedRecords, turns: BySide<boolean> | undefined) {
  const known = new Map<Side, ReturnType<typeof placed>>()
  const placed = (bySide: BySide<PlacedRecords>) => ({
    bySide,
    places: placeRecords(bySide, turns),
    shared: createSharedRows(),
  })
  return (place: Side) => {
    const both =
      known.get(place) ?? placed(place === 'source' ? { source: own, target: found } : { source: found, target: own })
    known.set(place, both)
    return both
  }
}

/** A file of records for each range that has some. */
function filesOf({ lineOf }: PieceSide, { marks }: PlacedRecords, near: readonly Uint32Array[]) {
  const buffer = createWordBuffer(0)
  const offsets = [0]
  for (const rows of near) {
    if (rows.length > 0) {
      const file = createRecordFile()
      for (const row of rows) file.add(at(marks, row), lineOf(row))
      appendBytes(buffer, file.finish())
    }
    offsets.push(buffer.end)
  }
  return { bytes: buffer.bytes.subarray(0, buffer.end), offsets }
}
