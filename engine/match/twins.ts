import { int32At, uint32At } from '../base/at.ts'
import { radixSort } from '../base/radix-sort.ts'
import type { DecimalColumn, TextColumn } from '../record/columns.ts'
import { textEquality } from '../record/compare-texts.ts'
import { recordId } from '../record/id-column.ts'
import { numberTexts } from '../record/number-texts.ts'
import { numberUnits } from '../record/number-units.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import type { BySide } from '../record/side.ts'
import { rowsByText } from '../record/sort-texts.ts'
import { type Table, timestampField } from '../record/table.ts'

/** The orders in which the rules of a run take the records of one side, and which of the records are twins. */
export interface Ordering {
  /** Row → the rank of its id, from 0, by UTF-8 bytes. */
  readonly rankById: Int32Array
  /** Rows by (`attributes.timestamp`, id), the order in which twins pair off. A record without a timestamp comes first. */
  readonly rowsInTwinOrder: Uint32Array
  /** Row → the number of its twin class. Rows of one class differ in no field that a rule reads but their ids. */
  readonly twinClass: Int32Array
}

/** Two sides at once, of which texts are numbered together, as rules compare them. */
export const orderSides = ({ source, target }: BySide<Table>, attributePaths: readonly string[]): BySide<Ordering> => ({
  source: orderRecords(source, attributePaths, (field) => numberTexts(source.text(field), target.text(field)).source),
  target: orderRecords(target, attributePaths, (field) => numberTexts(source.text(field), target.text(field)).target),
})

/**
 * The orders and twin classes of `table`. Twins are equal in every canonical field but `id` and in every path of
 * `attributePaths`, the ones that rules of the run name. O(n) for texts that differ early. Throws like `recordId`.
 */
export function orderRecords(
  table: Table,
  attributePaths: readonly string[],
  numbersOf: NumbersOfField = (field) => numberTexts(table.text(field), table.text(field)).source,
): Ordering {
  const ids = table.text('id')
  const rowsById = rowsByText(ids)
  // A row without an id sorts before all others.
  const [first] = rowsById
  if (first !== undefined) recordId(table, first)
  const rankById = new Int32Array(table.rowCount)
  for (let rank = 0; rank < rowsById.length; rank++) rankById[uint32At(rowsById, rank)] = rank
  const rowsInTwinOrder = byTimestamp(rowsById, table.text(timestampField))
  return { rankById, rowsInTwinOrder, twinClass: twinClasses(table, attributePaths, numbersOf) }
}

/** The texts of a field as numbers by row, see `Numbering`. */
type NumbersOfField = (field: string) => Int32Array

/** Sorts rows that stand by id by their timestamps. The sort is stable, so that equal timestamps leave the ids to decide. */
function byTimestamp(rowsById: Uint32Array, column: TextColumn): Uint32Array {
  if (isAbsent(column)) return rowsById
  const rowsByTimestamp = rowsByText(column)
  const ranks = new Uint32Array(column.rowCount)
  const areEqual = textEquality(column, column)
  for (let place = 1; place < rowsByTimestamp.length; place++) {
    const [before, row] = [uint32At(rowsByTimestamp, place - 1), uint32At(rowsByTimestamp, place)]
    ranks[row] = uint32At(ranks, before) + (areEqual(before, row) ? 0 : 1)
  }
  return radixSort([ranks], rowsById)
}

/** Whether no record has a value: an absent value takes no bytes. */
const isAbsent = ({ bytes }: TextColumn): boolean => bytes.length === 0

/**
 * Row → the number of its class, numbered by their first rows. Fields are compared one after another, until every record
 * is alone: the first fields suffice to distinguish most records.
 */
function twinClasses(table: Table, attributePaths: readonly string[], numbersOf: NumbersOfField): Int32Array {
  const texts = [...textFields, ...attributePaths, 'currency'].filter((field) => !isAbsent(table.text(field)))
  const fields: readonly (() => Int32Array)[] = [
    ...texts.map((field) => () => numbersOf(field)),
    ...decimalFields.map((field) => () => unitNumbers(table.decimal(field))),
    ...dateFields.map((field) => () => table.date(field)),
  ]
  let classes: Classes = { ofRow: new Int32Array(table.rowCount), count: Math.min(1, table.rowCount) }
  for (const numbers of fields) {
    if (classes.count === table.rowCount) break
    classes = split(classes, numbers())
  }
  return classes.ofRow
}

function unitNumbers({ rowCount, unitsAt }: DecimalColumn): Int32Array {
  const none = () => undefined
  return numberUnits({ source: unitsAt, target: none, rowCounts: { source: rowCount, target: 0 } }).source
}

interface Classes {
  readonly ofRow: Int32Array
  readonly count: number
}

/** The same classes, each one split by the numbers of its rows. O(rows). */
function split({ ofRow, count }: Classes, numbers: Int32Array): Classes {
  const sizes = new Uint32Array(count)
  for (const each of ofRow) sizes[each] = uint32At(sizes, each) + 1
  const mask = 2 ** Math.max(4, 33 - Math.clz32(ofRow.length)) - 1
  /** Place in the table → a row and one, 0 for none. */
  const slots = new Uint32Array(mask + 1)
  const splitOfRow = new Int32Array(ofRow.length)
  let splitCount = 0
  for (let row = 0; row < ofRow.length; row++) {
    const own = int32At(ofRow, row)
    if (uint32At(sizes, own) > 1) {
      const number = int32At(numbers, row)
      let place = hashOfPair(own, number) & mask
      let other = uint32At(slots, place)
      while (other !== 0 && (int32At(ofRow, other - 1) !== own || int32At(numbers, other - 1) !== number)) {
        place = (place + 1) & mask
        other = uint32At(slots, place)
      }
      if (other !== 0) {
        splitOfRow[row] = int32At(splitOfRow, other - 1)
        continue
      }
      slots[place] = row + 1
    }
    splitOfRow[row] = splitCount++
  }
  return { ofRow: splitOfRow, count: splitCount }
}

function hashOfPair(left: number, right: number): number {
  const hash = Math.imul(Math.imul(left, 0x9e3779b1) ^ right, 0x85ebca6b)
  return Math.imul(hash ^ (hash >>> 15), 0x7feb352d) >>> 8
}
