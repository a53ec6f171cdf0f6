import { int32At, uint32At } from '../../base/at.ts'
import { radixSort } from '../../base/radix-sort.ts'
import type { DateColumn, DecimalColumn, TextColumn } from '../../record/columns.ts'
import { textEquality, textHash } from '../../record/compare-texts.ts'
import { recordId } from '../../record/id-column.ts'
import { dateFields, decimalFields, textFields } from '../../record/record.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import { type Table, timestampField } from '../../record/table.ts'

export interface Ordering {
  /** Row → its rank by id, from 0. Ids are compared by their UTF-8 bytes. */
  readonly rankById: Int32Array
  /** A row whose id another row has, too; undefined where ids are distinct. */
  readonly repeatedId: number | undefined
  /** Rows by (`attributes.timestamp`, id). Twins pair off in this order. A record without a timestamp comes first. */
  readonly rowsInTwinOrder: Uint32Array
  readonly twinRank: Int32Array
  /**
   * Puts twins together: rows that differ only in their ids, as far as rules read fields. Lists come in the order of
   * their first rows, and rows in the order given. O(rows), and the bytes of the fields of several rows.
   */
  twinsAmong(rows: Uint32Array): number[][]
}

/**
 * The orders of `table`, and its twins, which are equal in every canonical field but `id` and in `attributePaths`.
 * Records with different marks are no twins. O(n) for ids that differ early. Throws like `recordId`.
 */
export function orderRecords(table: Table, attributePaths: readonly string[], marks: Marks = noMarks): Ordering {
  let repeatedId: number | undefined
  const sorted = (): Uint32Array =>
    rowsByText(table.text('id'), (row) => {
      repeatedId = row
    })
  const rowsById = table.rowsById ?? sorted()
  // Rows without an id are sorted first, so checking the first row is enough.
  const [first] = rowsById
  if (first !== undefined) recordId(table, first)
  const rankById = ranksOf(rowsById)
  const timestamps = table.text(timestampField)
  const rowsInTwinOrder = isAbsent(timestamps) ? rowsById : byTimestamp(rowsById, timestamps)
  return {
    rankById,
    repeatedId,
    rowsInTwinOrder,
    twinRank: rowsInTwinOrder === rowsById ? rankById : ranksOf(rowsInTwinOrder),
    twinsAmong: createTwins(table, attributePaths, marks),
  }
}

type Marks = ReadonlyMap<number, readonly number[]>

const noMarks: Marks = new Map()

function ranksOf(rows: Uint32Array): Int32Array {
  const ranks = new Int32Array(rows.length)
  for (let rank = 0; rank < rows.length; rank++) ranks[uint32At(rows, rank)] = rank
  return ranks
}

/** Sorts by timestamp. The sort is stable, so rows of equal timestamps stay sorted by id. */
function byTimestamp(rowsById: Uint32Array, column: TextColumn): Uint32Array {
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

/** A field's values by row. Equal values have equal hashes and names. */
interface FieldValues {
  readonly hashOf: (row: number) => number
  readonly areEqual: (left: number, right: number) => boolean
  readonly nameOf: (row: number) => string
}

const fieldOfTexts = (column: TextColumn): FieldValues => ({
  hashOf: textHash(column),
  areEqual: textEquality(column, column),
  nameOf: (row) => column.textAt(row) ?? '',
})

const fieldOfUnits = ({ unitsAt }: DecimalColumn): FieldValues => ({
  hashOf: (row) => Number(unitsAt(row) ?? -1) | 0,
  areEqual: (left, right) => unitsAt(left) === unitsAt(right),
  nameOf: (row) => String(unitsAt(row)),
})

const fieldOfDays = (days: DateColumn): FieldValues => ({
  hashOf: (row) => int32At(days, row),
  areEqual: (left, right) => int32At(days, left) === int32At(days, right),
  nameOf: (row) => String(int32At(days, row)),
})

function fieldOfMarks(marks: Marks): FieldValues {
  const nameOf = (row: number): string => marks.get(row)?.join(' ') ?? ''
  return {
    hashOf: (row) => marks.get(row)?.reduce((hash, mark) => Math.imul(hash, 31) + mark + 1, 1) ?? 0,
    areEqual: (left, right) => nameOf(left) === nameOf(right),
    nameOf,
  }
}

/** With more lists of one hash, rows are told apart by name: somebody may have chosen values with equal hashes. */
const listsPerHashMax = 16

function createTwins(table: Table, attributePaths: readonly string[], marks: Marks): Ordering['twinsAmong'] {
  let fields: readonly FieldValues[] | undefined
  return (rows) => {
    if (rows.length === 1) return [[uint32At(rows, 0)]]
    fields ??= [...fieldsOf(table, attributePaths), ...(marks.size === 0 ? [] : [fieldOfMarks(marks)])]
    const lists: number[][] = []
    const byHash = new Map<number, number[][]>()
    const byName = new Map<string, number[]>()
    for (const row of rows) {
      const hash = hashOfRow(fields, row)
      const sameHash = byHash.get(hash) ?? []
      byHash.set(hash, sameHash)
      const isCrowded = sameHash.length >= listsPerHashMax
      const name = isCrowded ? JSON.stringify(fields.map(({ nameOf }) => nameOf(row))) : ''
      const known = twinsIn(fields, sameHash, row) ?? (isCrowded ? byName.get(name) : undefined)
      if (known !== undefined) {
        known.push(row)
        continue
      }
      const list = [row]
      lists.push(list)
      if (isCrowded) byName.set(name, list)
      else sameHash.push(list)
    }
    return lists
  }
}

/** Text fields come first, since they tell most records apart. */
function fieldsOf(table: Table, attributePaths: readonly string[]): readonly FieldValues[] {
  const texts = [...textFields, ...attributePaths, 'currency'].map(table.text).filter((column) => !isAbsent(column))
  return [
    ...texts.map(fieldOfTexts),
    ...decimalFields.map((field) => fieldOfUnits(table.decimal(field))),
    ...dateFields.map((field) => fieldOfDays(table.date(field))),
  ]
}

function hashOfRow(fields: readonly FieldValues[], row: number): number {
  let hash = 0
  for (const { hashOf } of fields) {
    hash = Math.imul(Math.imul(hash, 0x9e3779b1) ^ hashOf(row), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return hash
}

function twinsIn(fields: readonly FieldValues[], lists: readonly number[][], row: number): number[] | undefined {
  return lists.find(([first]) => first !== undefined && fields.every(({ areEqual }) => areEqual(first, row)))
}
