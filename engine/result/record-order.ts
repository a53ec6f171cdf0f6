import { numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import type { RunState } from '../match/run-state.ts'
import type { Units } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import { idOf } from './record-ids.ts'

/** The places of the records of both sides in one common order by (amount, date, id), in which near misses are near. */
export interface Places {
  /** Row → its place; equal for two records that agree in all three. */
  readonly placeOf: BySide<Int32Array>
  /** The rows of a side by their place. */
  readonly rowsByPlace: BySide<readonly number[]>
}

/** Puts the records of both sides in order, those without an amount or a date first. O(n log n). */
export function placeRecords(run: RunState): Places {
  const scale = Math.max(run.source.table.decimal('amount').scale, run.target.table.decimal('amount').scale)
  const records = [...recordsOf(run, 'source', scale), ...recordsOf(run, 'target', scale)].sort(compareRecords)
  const placeOf = {
    source: new Int32Array(run.source.table.rowCount),
    target: new Int32Array(run.target.table.rowCount),
  }
  const rowsByPlace: BySide<number[]> = { source: [], target: [] }
  let place = 0
  for (const [index, record] of records.entries()) {
    const before = records[index - 1]
    if (before !== undefined && compareRecords(before, record) !== 0) place += 1
    placeOf[record.side][record.row] = place
    rowsByPlace[record.side].push(record.row)
  }
  return { placeOf, rowsByPlace }
}

interface PlacedRecord {
  readonly side: Side
  readonly row: number
  readonly amount: Units | undefined
  readonly day: number
  readonly id: string
}

function recordsOf(run: RunState, side: Side, scale: number): PlacedRecord[] {
  const { table } = run[side]
  const amounts = table.decimal('amount')
  const days = table.date('date')
  const factor = 10n ** BigInt(scale - amounts.scale)
  return Array.from({ length: table.rowCount }, (_, row) => {
    const units = amounts.unitsAt(row)
    return {
      side,
      row,
      amount: units === undefined || factor === 1n ? units : BigInt(units) * factor,
      day: numberAt(days, row),
      id: idOf(run, side, row),
    }
  })
}

function compareRecords(left: PlacedRecord, right: PlacedRecord): number {
  return compareAmounts(left.amount, right.amount) || left.day - right.day || compareUtf8(left.id, right.id)
}

function compareAmounts(left: Units | undefined, right: Units | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined)
  return left < right ? -1 : Number(left > right)
}
