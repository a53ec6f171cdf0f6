import { byteAt, int32At, uint32At } from '../base/at.ts'
import { firstIndex } from '../base/first-index.ts'
import { picked, radixSort } from '../base/radix-sort.ts'
import { type KeyNumbers, keyNumbersOf } from '../match/blocks/key-numbers.ts'
import { noValue, numberOfRow, unread } from '../record/numbering.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { blocksByEquality } from '../rules/criteria/criterion-kind.ts'
import type { Places } from './record-order.ts'

/**
 * The rows that share a value with a searching record. They are found once for all searches that compare that value.
 */
export interface SharedRows {
  /**
   * The rows of each side that share a value with a searching record under the criterion with the fewest such rows:
   * sorted by the number of the value, then by place. Undefined if no criterion compares values. Each call must have
   * the searching records of the call before, or fewer.
   */
  under(criteria: readonly BoundCriterion[], search: Searching): SharedBySide | undefined
}

interface Searching {
  readonly places: Places
  /** Row → 1 if the record searches. */
  readonly searching: BySide<Uint8Array>
}

/** Rows sorted by the number of their value, then by place. */
export interface RowsByValue {
  readonly rows: Uint32Array
  readonly numbers: Uint32Array
}

interface SharedBySide extends BySide<RowsByValue> {
  readonly by: BoundCriterion
}

export function createSharedRows(): SharedRows {
  const known = new Map<Int32Array, WantedValues>()
  return {
    under(criteria, search) {
      let fewest: { readonly by: BoundCriterion; readonly wanted: WantedValues } | undefined
      for (const by of criteria) {
        if (!blocksByEquality(by.criterion)) continue
        const numbers = keyNumbersOf(by)
        const wanted = known.get(numbers.source) ?? wantedValues(numbers, search)
        known.set(numbers.source, wanted)
        if (fewest === undefined || rowCountOf(wanted) < rowCountOf(fewest.wanted)) fewest = { by, wanted }
      }
      if (fewest === undefined) return undefined
      const { by, wanted } = fewest
      wanted.rows ??= rowsByValue(wanted, search.places)
      const { source, target } = wanted.rows
      if (by.criterion.nulls !== 'fail') return { source, target, by }
      return { source: withValue(source), target: withValue(target), by }
    },
  }
}

/** The values of the searching records, and the rows that have them: these are sorted only where they are the fewest. */
interface WantedValues {
  readonly numbers: KeyNumbers
  /** Number of a value → 1 if a searching record has it. */
  readonly isWanted: Uint8Array
  readonly found: BySide<FoundRows>
  rows: BySide<RowsByValue> | undefined
}

interface FoundRows {
  readonly count: number
  /** Ascending. Undefined for many: all rows are then read in order, so that the found ones need less sorting. */
  readonly rows: Uint32Array | undefined
}

const rowCountOf = ({ found }: WantedValues): number => found.source.count + found.target.count

function withValue({ rows, numbers }: RowsByValue): RowsByValue {
  const from = firstIndex({ from: 0, to: rows.length }, (index) => uint32At(numbers, index) !== noValue)
  return { rows: rows.subarray(from), numbers: numbers.subarray(from) }
}

/** One row in this many is many. */
const manyOneIn = 4

function wantedValues(numbers: KeyNumbers, { searching }: Searching): WantedValues {
  // Numbers of values never exceed the number of rows of both sides.
  const isWanted = new Uint8Array(numbers.source.length + numbers.target.length + 1)
  for (const side of sides) {
    const marks = searching[side]
    for (let row = 0; row < numbers[side].length; row++) {
      const number = byteAt(marks, row) === 1 ? numberOfRow(numbers, side, row) : -1
      if (number >= 0) isWanted[number] = 1
    }
  }
  const foundIn = (side: Side): FoundRows => rowsOfNumbers(numbers, side, isWanted)
  return { numbers, isWanted, found: { source: foundIn('source'), target: foundIn('target') }, rows: undefined }
}

function rowsOfNumbers(numbers: KeyNumbers, side: Side, isWanted: Uint8Array): FoundRows {
  const column = numbers[side]
  const rows = new Uint32Array(column.length)
  let count = 0
  for (let row = 0; row < column.length; row++) {
    const known = int32At(column, row)
    const number = known === unread ? numberOfRow(numbers, side, row) : known
    if (number >= 0 && byteAt(isWanted, number) === 1) rows[count++] = row
  }
  return { count, rows: count > column.length / manyOneIn ? undefined : rows.slice(0, count) }
}

function rowsByValue({ numbers, isWanted, found }: WantedValues, places: Places): BySide<RowsByValue> {
  const rowsOf = (side: Side): RowsByValue => {
    const { count, rows: ascending } = found[side]
    const { buffer, byteOffset, length } = numbers[side]
    // All of them have been read, and those of wanted values are not negative.
    const column = new Uint32Array(buffer, byteOffset, length)
    const placed =
      ascending === undefined
        ? wantedRows(column, isWanted, { rows: places[side].all(), count })
        : places[side].sorted(ascending)
    const rows = radixSort([column], placed)
    return { rows, numbers: picked(column, rows) }
  }
  return { source: rowsOf('source'), target: rowsOf('target') }
}

/** The `count` rows of wanted values among `rows`, in their order. */
function wantedRows(column: Uint32Array, isWanted: Uint8Array, { rows, count }: FoundRows & { rows: Uint32Array }) {
  if (count === rows.length) return rows
  const found = new Uint32Array(count)
  let next = 0
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index)
    // The rule may be older than some residuals; these have no number.
    if (row < column.length && isWanted[uint32At(column, row)] === 1) found[next++] = row
  }
  return found
}
