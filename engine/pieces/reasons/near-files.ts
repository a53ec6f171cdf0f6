import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { oppositeSide } from '../../record/side.ts'
import { createPieceReader, type PieceSide } from '../records/piece-records.ts'
import { createRecordFile, type RecordFile, readRecordFile } from '../records/record-file.ts'
import { bindPiece, type PlacedRecords, placedRecords } from './bound-piece.ts'
import { nearRows } from './near-rows.ts'
import type { ReasonRun } from './reason-input.ts'
import type { PlacedJoin } from './reason-joins.ts'

interface ReadRecords {
  readonly records: PieceSide
  readonly placed: PlacedRecords
}

export async function readPlaced({ policy, pause }: ReasonRun, file: RecordFile): Promise<ReadRecords> {
  const reader = createPieceReader(policy.attributePaths)
  await computeWithPauses(reader.addInSlices(file.finish()), pause)
  const records = reader.finish()
  return { records, placed: await computeWithPauses(placedRecords(records), pause) }
}

interface NearFiles extends PlacedJoin {
  readonly searching: PlacedRecords
  /** Of all files together. */
  readonly byteCount: number
  files(): AsyncGenerator<Uint8Array>
}

/**
 * Reads files of records near searching records, each record once. Where they become too many, those stay that are the
 * nearest of the records read so far.
 */
export async function readNear(
  run: ReasonRun,
  { join: index, place, searching, byteCount, files }: NearFiles,
): Promise<ReadRecords> {
  const join = at(run.joins, index)
  let byteCountMax = 2 * run.sizes.pieceByteCount
  let file = createRecordFile(Math.min(byteCount, byteCountMax))
  let known = new Set<number>()
  for await (const bytes of files()) {
    const { recordCount, numberAt, copyTo } = readRecordFile(bytes)
    for (let index = 0; index < recordCount; index++) {
      if (known.has(numberAt(index))) continue
      known.add(numberAt(index))
      copyTo(file, index)
    }
    if (file.byteCount() < byteCountMax) continue
    const { records, placed } = await readPlaced(run, file)
    const bySide = { source: searching, target: searching, [oppositeSide(place)]: placed }
    const piece = await computeWithPauses(bindPiece(join, bySide), run.pause)
    const ranges = { place, rangeOf: new Uint16Array(searching.statuses.length).fill(1), rangeCount: 1 }
    const near = at(await computeWithPauses(nearRows(piece, ranges), run.pause), 0)
    file = createRecordFile(byteCountMax)
    known = new Set()
    for (const row of near) {
      known.add(records.numberOf(row))
      records.copyTo(file, row)
    }
    byteCountMax = Math.max(byteCountMax, 2 * file.byteCount())
  }
  return readPlaced(run, file)
}
