import { compareUtf8 } from '../proof/bytes.ts'
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
  const timestamps = rows.map((row) => table.text(timestampField).textAt(row) ?? '')
  // byId is sorted by id already and the sort is stable, so that the id decides among equal timestamps.
  const inTwinOrder = byId.toSorted((a, b) => compareUtf8(timestamps[a] ?? '', timestamps[b] ?? ''))
  return { rankById, rowsInTwinOrder: Int32Array.from(inTwinOrder), twinClass: classify(table, attributePaths) }
}

function classify(table: Table, attributePaths: readonly string[]): Int32Array {
  const texts = ['currency', ...textFields, ...attributePaths].map((field) => table.text(field))
  const decimals = decimalFields.map((field) => table.decimal(field))
  const dates = dateFields.map((field) => table.date(field))
  const classByKey = new Map<string, number>()
  return Int32Array.from({ length: table.rowCount }, (_, row) => {
    const values = [...texts, ...decimals].map((column) => column.textAt(row) ?? null)
    const key = JSON.stringify([...values, ...dates.map((days) => days[row])])
    const known = classByKey.get(key) ?? classByKey.size
    classByKey.set(key, known)
    return known
  })
}
