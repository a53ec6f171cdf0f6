import { compareUtf8 } from '../base/bytes.ts'
import type { TextColumn, Units } from '../record/columns.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import { type Table, timestampField } from '../record/table.ts'

/** One side's records in the orders that choosing needs, and its twins. All of it is worked out once a run. */
export interface Ordering {
  /** Row → its rank by UTF-8 bytes of the id. */
  readonly rankById: Int32Array
  /** Rows by (`attributes.timestamp`, id): the order in which twins pair off. */
  readonly rowsInTwinOrder: Int32Array
  /** Row → the number of its twin class: rows of one class differ in nothing but their ids that a rule could see. */
  readonly twinClass: Int32Array
}

/**
 * The orders and twin classes of `table`. Twins are equal in every canonical field but `id` and in every path of
 * `attributePaths`, the ones that rules of the run name. O(n log n).
 */
export function orderRecords(table: Table, attributePaths: readonly string[]): Ordering {
  const ids = Array.from({ length: table.rowCount }, (_, row) => table.text('id').textAt(row) ?? '')
  const rows = ids.map((_, row) => row)
  const byId = rows.toSorted((a, b) => compareUtf8(ids[a] ?? '', ids[b] ?? ''))
  const rankById = new Int32Array(table.rowCount)
  byId.forEach((row, rank) => {
    rankById[row] = rank
  })
  const rowsInTwinOrder = Int32Array.from(byTimestamp(byId, table.text(timestampField)))
  return { rankById, rowsInTwinOrder, twinClass: classify(table, attributePaths) }
}

/** Rows that are in the order of their ids by timestamp: the sort is stable, so that the id decides among equal ones. */
function byTimestamp(byId: readonly number[], column: TextColumn): readonly number[] {
  if (isAbsent(column)) return byId
  const timestamps = Array.from(byId, () => '')
  for (const row of byId) timestamps[row] = column.textAt(row) ?? ''
  return byId.toSorted((a, b) => compareUtf8(timestamps[a] ?? '', timestamps[b] ?? ''))
}

/** Whether no record has a value: an absent one takes no bytes. */
const isAbsent = ({ bytes }: TextColumn): boolean => bytes.length === 0

/**
 * Classes by one field after the other, numbered by their first rows. Only what is equal so far is looked at again:
 * most records are told apart by the first fields.
 */
function classify(table: Table, attributePaths: readonly string[]): Int32Array {
  const texts = [...textFields, ...attributePaths, 'currency'].map((field) => table.text(field))
  const fields: readonly ValueAtRow[] = [
    ...texts.filter((column) => !isAbsent(column)).map((column) => column.textAt),
    ...decimalFields.map((field) => table.decimal(field).unitsAt),
    ...dateFields.map((field) => (row: number) => table.date(field)[row]),
  ]
  let classes: Classes = { ofRow: new Int32Array(table.rowCount), count: Math.min(1, table.rowCount) }
  for (const valueAt of fields) {
    if (classes.count === table.rowCount) break
    classes = split(classes, valueAt)
  }
  return classes.ofRow
}

/** Equal values are spelt alike. */
type ValueAtRow = (row: number) => string | Units | undefined

interface Classes {
  readonly ofRow: Int32Array
  readonly count: number
}

/** The same classes, each by the values of its rows. */
function split({ ofRow, count }: Classes, valueAt: ValueAtRow): Classes {
  const sizes = new Uint32Array(count)
  for (const each of ofRow) sizes[each] = (sizes[each] ?? 0) + 1
  const byValue = new Array<Map<string | Units | undefined, number> | undefined>(count)
  let splitCount = 0
  const next = (): number => splitCount++
  const numberOf = (each: number, row: number): number => {
    if (sizes[each] === 1) return next()
    const value = valueAt(row)
    const numbers = byValue[each] ?? new Map<string | Units | undefined, number>()
    byValue[each] = numbers
    const known = numbers.get(value) ?? next()
    numbers.set(value, known)
    return known
  }
  const splitOfRow = ofRow.map(numberOf)
  return { ofRow: splitOfRow, count: splitCount }
}
