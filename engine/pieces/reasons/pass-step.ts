import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { appendBytes, createWordBuffer } from '../../base/word-buffer.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import { placeRecords } from '../../result/record-order.ts'
import { createSharedRows } from '../../result/shared-rows.ts'
import type { PieceSide } from '../records/piece-records.ts'
import { createRecordFile } from '../records/record-file.ts'
import { bindPiece, type PlacedRecords, placedRecords, turnsInPlaces } from './bound-piece.ts'
import { rangeCountOf, rangesOfCohort } from './divide-step.ts'
import { createPacker, passKey, type Section } from './kept-files.ts'
import { nearRows } from './near-rows.ts'
import type { ReasonRun } from './reason-input.ts'
import { joinsOfSearchers, type PlacedJoin, type ReasonJoin, sideOfFound } from './reason-joins.ts'
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
  const passCount = passCountOf(run)
  const packer = createPacker(store, passKey(cohort, batch), sizes.packedByteCount)
  for (const index of batchAt(batch, run.segments.length, sizes.segmentCountAtOnce)) {
    const segment = at(run.segments, index)
    const placed = joinsPassing(run, side, segment.side)
    if (placed.length === 0) continue
    const records = await segment.read()
    run.count('pass', passCount)
    const found = await computeWithPauses(placedRecords(records), pause)
    const togetherIn = together(own, found)
    const passed: Passed[] = []
    for (const each of placed) {
      const { bySide, places, shared } = togetherIn(each.place, at(joins, each.join))
      const piece = await computeWithPauses(bindPiece(at(joins, each.join), bySide, { places }), pause)
      const ranges = { place: each.place, rangeOf: rangesOf(each), rangeCount, shared }
      const near = await computeWithPauses(nearRows(piece, ranges), pause)
      run.count('pass', passCount)
      const alike = passed.find((other) => areEqual(near, other.near))
      if (alike !== undefined) packer.addAlike({ ...alike.section, ...each })
      else if (near.some(({ length }) => length > 0)) {
        const { bytes, offsets } = filesOf(records, near)
        run.onHeld?.(3 * records.table.lineByteCount + 2 * byteCount + bytes.buffer.byteLength + packer.heldByteCount())
        passed.push({ near, section: await packer.add({ ...each, cohort, offsets }, bytes) })
      }
      await pause()
    }
  }
  await writeLines(store, passKey(cohort, batch), await packer.finish())
}

/** The joins under which searchers of a side may find records of a side. */
const joinsPassing = ({ joins }: ReasonRun, side: Side, found: Side): readonly PlacedJoin[] =>
  joinsOfSearchers(joins, side).filter(({ join, place }) => sideOfFound(at(joins, join), place) === found)

/** Over all cohorts, how often a segment is read or passed under a join. */
function passCountOf(run: ReasonRun): number {
  let count = 0
  for (const { side } of run.cohorts)
    for (const found of sides) {
      const joinCount = joinsPassing(run, side, found).length
      if (joinCount > 0) count += (1 + joinCount) * run.segments.filter((each) => each.side === found).length
    }
  return count
}

/** Records of both places, placed once for all joins that pass a segment: either all of them net, or none. */
function together(own: PlacedRecords, found: PlacedRecords) {
  const known = new Map<Side, ReturnType<typeof placed>>()
  const placed = (bySide: BySide<PlacedRecords>, { compiled }: ReasonJoin) => ({
    bySide,
    places: placeRecords(bySide, turnsInPlaces(compiled)),
    shared: createSharedRows(),
  })
  return (place: Side, join: ReasonJoin) => {
    const bySide = place === 'source' ? { source: own, target: found } : { source: found, target: own }
    const both = known.get(place) ?? placed(bySide, join)
    known.set(place, both)
    return both
  }
}

/** What a segment has near searchers of each range under a join. Joins that compare the same values have the same. */
interface Passed {
  readonly near: readonly Uint32Array[]
  readonly section: Section
}

const areEqual = (left: Passed['near'], right: Passed['near']): boolean =>
  left.every((rows, range) => {
    const others = at(right, range)
    return rows.length === others.length && rows.every((row, index) => row === others[index])
  })

/** Bytes of a record in a file beside its line: its head with a claim. */
const headByteCountUsual = 48

/** A file of records for each range that has some. */
function filesOf({ copyTo, rowCount, table }: PieceSide, near: readonly Uint32Array[]) {
  const copiedCount = near.reduce((count, { length }) => count + length, 0)
  const buffer = createWordBuffer(copiedCount * (Math.ceil(table.lineByteCount / rowCount) + headByteCountUsual))
  const offsets = [0]
  const file = createRecordFile()
  for (const rows of near) {
    if (rows.length > 0) {
      file.clear()
      for (const row of rows) copyTo(file, row)
      appendBytes(buffer, file.finish())
    }
    offsets.push(buffer.end)
  }
  return { bytes: buffer.bytes.subarray(0, buffer.end), offsets }
}
