import { numberAt } from '../../base/at.ts'
import { type DecimalColumn, scaledUnits, type Units } from '../../record/columns.ts'
import type { BySide, Side } from '../../record/side.ts'

/** Pairs of numbers that hold exactly when target − source lies in a range, which both ends belong to. */
export interface NumberRange {
  columns(): NumberColumns
  readonly from: number
  readonly to: number
}

/** By row, the value as a number above `least`. A row without such a value has another number, or none. */
interface NumberColumns extends BySide<Int32Array | Float64Array> {
  readonly least: number
}

/** Whether every row of a side has a number in its column. */
export function isNumeric({ least, ...columns }: NumberColumns, side: Side, rowCount: number): boolean {
  const column = columns[side]
  for (let row = 0; row < column.length; row++) if (!(numberAt(column, row) > least)) return false
  return column.length === rowCount
}

/** How a comparison reads a column of amounts. `sign` applies to each value after scaling. */
export interface AlignedColumn {
  readonly column: DecimalColumn
  readonly factor: number
  readonly sign: 'kept' | 'negated' | 'absolute'
}

/**
 * The column's numbers as they are compared, NaN for none: itself, or 8 bytes a row more, kept as long as the column
 * lives.
 */
export function alignedNumbers({ column, factor, sign }: AlignedColumn): Float64Array {
  if (factor === 1 && sign === 'kept') return column.small
  const way = `${factor} ${sign}`
  const ofColumn = known.get(column) ?? new Map<string, Float64Array>()
  const before = ofColumn.get(way)
  if (before !== undefined) return before
  const numbers = column.small.map((units) => {
    const aligned = Number.isNaN(units) ? units : alignedUnits(units, { factor, sign })
    return typeof aligned === 'number' ? aligned : Number.NaN
  })
  known.set(column, ofColumn.set(way, numbers))
  return numbers
}

/** A value of the column as it is compared. */
export function alignedUnits(units: Units, { factor, sign }: Omit<AlignedColumn, 'column'>): Units {
  const scaled = scaledUnits(units, factor)
  if (sign === 'kept' || (sign === 'absolute' && units >= 0)) return scaled
  // Subtracted from 0, since negating the number 0 would give −0.
  return typeof scaled === 'number' ? 0 - scaled : -scaled
}

const known = new WeakMap<DecimalColumn, Map<string, Float64Array>>()
