import { uint32At } from '../../base/at.ts'
import { radixSort } from '../../base/radix-sort.ts'
import type { TextColumn } from '../../record/columns.ts'
import { textEquality } from '../../record/compare-texts.ts'
import { recordId } from '../../record/id-column.ts'
import { numberTexts } from '../../record/number-texts.ts'
import { dateFields, decimalFields, textFields } from '../../record/record.ts'
import type { BySide, Side } from '../../record/side.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import { type Table, timestampField } from '../../record/table.ts'
import { classesOf, type FieldValues, fieldOfNumbers, fieldOfTexts, fieldOfUnits } from './split-classes.ts'

export interface Ordering {
  /** Row → its rank by id, from 0. Ids are compared by their UTF-8 bytes. */
  readonly rankById: Int32Array
  /** Rows by (`attributes.timestamp`, id). Twins pair off in this order. A record without a timestamp comes first. */
  readonly rowsInTwinOrder: Uint32Array
  readonly twinRank: Uint32Array
  /** Row → the number of its class. Rows of one class differ only in their ids, as far as rules read fields. */
  readonly twinClass: Int32Array
}

/** The first text field is numbered across both sides, since rules use the same numbering. */
export const orderSide = ({ source, target }: BySide<Table>, side: Side, attributePaths: readonly string[]): Ordering =>
  orderRecords(
    side === 'source' ? source : target,
    attributePaths,
    (field) => numberTexts(source.text(field), target.text(field))[side],
  )

/**
 * The orders and twin classes of `table`. Twins are equal in every canonical field but `id` and in `attributePaths`.
 * O(n) for texts that differ early. Throws like `recordId`.
 */
export function orderRecords(
  table: Table,
  attributePaths: readonly string[],
  numbersOf: NumbersOfField = (field) => numberTexts(table.text(field), table.text(field)).source,
): Ordering {
  const ids = table.text('id')
  const rowsById = rowsByText(ids)
  // Rows without an id are sorted first, so checking the first row is enough.
  const [first] = rowsById
  if (first !== undefined) recordId(table, first)
  const rankById = new Int32Array(table.rowCount)
  for (let rank = 0; rank < rowsById.length; rank++) rankById[uint32At(rowsById, rank)] = rank
  const rowsInTwinOrder = byTimestamp(rowsById, table.text(timestampField))
  const twinRank = new Uint32Array(table.rowCount)
  for (let rank = 0; rank < rowsInTwinOrder.length; rank++) twinRank[uint32At(rowsInTwinOrder, rank)] = rank
  return { rankById, rowsInTwinOrder, twinRank, twinClass: twinClasses(table, attributePaths, numbersOf) }
}

type NumbersOfField = (field: string) => Int32Array

/** Sorts by timestamp. The sort is stable, so rows of equal timestamps stay sorted by id. */
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

const isAbsent = ({ bytes }: TextColumn): boolean => bytes.length === 0

/** Text fields are compared first, since they tell most records apart. */
function twinClasses(table: Table, attributePaths: readonly string[], numbersOf: NumbersOfField): Int32Array {
  const texts = [...textFields, ...attributePaths, 'currency'].filter((field) => !isAbsent(table.text(field)))
  const [first, ...others] = texts
  const fields: readonly (() => FieldValues)[] = [
    ...(first === undefined ? [] : [() => fieldOfNumbers(numbersOf(first))]),
    ...others.map((field) => () => fieldOfTexts(table.text(field))),
    ...decimalFields.map((field) => () => fieldOfUnits(table.decimal(field))),
    ...dateFields.map((field) => () => fieldOfNumbers(table.date(field))),
  ]
  return classesOf(table.rowCount, fields)
}
