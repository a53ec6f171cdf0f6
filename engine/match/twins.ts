import { at, numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import type { TextColumn, Units } from '../record/columns.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import { type Table, timestampField } from '../record/table.ts'

/** The orders in which the rules of a run take the records of one side, and which of the records are twins. */
export interface Ordering {
  /** Row → the rank of its id, from 0, by UTF-8 bytes. */
  readonly rankById: Int32Array
  /** Rows by (`attributes.timestamp`, id), the order in which twins pair off. A record without a timestamp comes first. */
  readonly rowsInTwinOrder: Int32Array
  /** Row → the number of its twin class. Rows of one class differ in no field that a rule reads but their ids. */
  readonly twinClass: Int32Array
}

/**
 * The orders and twin classes of `table`. Twins are equal in every canonical field but `id` and in every path of
 * `attributePaths`, the ones that rules of the run name. O(n log n).
 */
export function orderRecords(table: Table, attributePaths: readonly string[]): Ordering {
  const ids = Array.from({ length: table.rowCount }, (_, row) => idAt(table, row))
  const rowsById = [...ids.keys()].sort((a, b) => compareUtf8(at(ids, a), at(ids, b)))
  const rankById = new Int32Array(table.rowCount)
  for (const [rank, row] of rowsById.entries()) rankById[row] = rank
  const rowsInTwinOrder = Int32Array.from(byTimestamp(rowsById, table.text(timestampField)))
  return { rankById, rowsInTwinOrder, twinClass: twinClasses(table, attributePaths) }
}

function idAt(table: Table, row: number): string {
  const id = table.text('id').textAt(row)
  if (id === undefined) throw new Error(`The record of row ${row} has no id`)
  return id
}

/** Sorts rows that stand by id by their timestamps. The sort is stable, so that equal timestamps leave the ids to decide. */
function byTimestamp(rowsById: readonly number[], column: TextColumn): readonly number[] {
  if (isAbsent(column)) return rowsById
  const timestamps = Array.from({ length: rowsById.length }, (_, row) => column.textAt(row) ?? '')
  return rowsById.toSorted((a, b) => compareUtf8(at(timestamps, a), at(timestamps, b)))
}

/** Whether no record has a value: an absent value takes no bytes. */
const isAbsent = ({ bytes }: TextColumn): boolean => bytes.length === 0

/**
 * Row → the number of its class, numbered by their first rows. Fields are compared one after another, and only among rows
 * that are equal so far: the first fields suffice to distinguish most records.
 */
function twinClasses(table: Table, attributePaths: readonly string[]): Int32Array {
  const texts = [...textFields, ...attributePaths, 'currency'].map((field) => table.text(field))
  const fields: readonly ValueAtRow[] = [
    ...texts.filter((column) => !isAbsent(column)).map((column) => column.textAt),
    ...decimalFields.map((field) => table.decimal(field).unitsAt),
    ...dateFields.map((field) => (row: number) => numberAt(table.date(field), row)),
  ]
  let classes: Classes = { ofRow: new Int32Array(table.rowCount), count: Math.min(1, table.rowCount) }
  for (const valueAt of fields) {
    if (classes.count === table.rowCount) break
    classes = split(classes, valueAt)
  }
  return classes.ofRow
}

/** A field of a row. Equal values have one spelling. */
type ValueAtRow = (row: number) => string | Units | undefined

interface Classes {
  readonly ofRow: Int32Array
  readonly count: number
}

/** The same classes, each one split by the values of its rows. O(rows). */
function split({ ofRow, count }: Classes, valueAt: ValueAtRow): Classes {
  const sizes = new Uint32Array(count)
  for (const each of ofRow) sizes[each] = numberAt(sizes, each) + 1
  const numbersByClass = new Array<Map<string | Units | undefined, number> | undefined>(count)
  let splitCount = 0
  const next = (): number => splitCount++
  const numberOf = (each: number, row: number): number => {
    if (numberAt(sizes, each) === 1) return next()
    const value = valueAt(row)
    const numbers = numbersByClass[each] ?? new Map<string | Units | undefined, number>()
    numbersByClass[each] = numbers
    const known = numbers.get(value) ?? next()
    numbers.set(value, known)
    return known
  }
  const splitOfRow = ofRow.map(numberOf)
  return { ofRow: splitOfRow, count: splitCount }
}
