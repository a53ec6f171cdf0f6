import { byteAt, int32At, uint32At } from '../base/at.ts'
import { firstIndex } from '../base/first-index.ts'
import { indicesUpTo, picked, radixSort } from '../base/radix-sort.ts'
import { type KeyNumbers, keyNumbersOf } from '../match/blocks/key-numbers.ts'
import { noValue, numberOfRow, numbersOfRows, unread } from '../record/numbering.ts'
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
  const known = new Map<Int32Array, BySide<RowsByValue>>()
  return {
    under(criteria, search) {
      let fewest: SharedBySide | undefined
      for (const bound of criteria) {
        if (!blocksByEquality(bound.criterion)) continue
        const numbers = keyNumbersOf(bound)
        const rows = known.get(numbers.source) ?? rowsByValue(numbers, search)
        known.set(numbers.source, rows)
        if (fewest === undefined || countRows(rows) < countRows(fewest)) fewest = { ...rows, by: bound }
      }
      if (fewest?.by.criterion.nulls !== 'fail') return fewest
      return { source: withValue(fewest.source), target: withValue(fewest.target), by: fewest.by }
    },
  }
}

const countRows = ({ source, target }: BySide<RowsByValue>): number => source.rows.length + target.rows.length

function withValue({ rows, numbers }: RowsByValue): RowsByValue {
  const from = firstIndex({ from: 0, to: rows.length }, (index) => uint32At(numbers, index) !== noValue)
  return { rows: rows.subarray(from), numbers: numbers.subarray(from) }
}

/** If more than one row in this many is found, all rows are read in order, so that the found ones need no sorting. */
const denseOneIn = 4

function rowsByValue(numbers: KeyNumbers, { places, searching }: Searching): BySide<RowsByValue> {
  // Numbers of values never exceed the number of rows of both sides.
  const isWanted = new Uint8Array(numbers.source.length + numbers.target.length + 1)
  for (const side of sides) {
    const marks = searching[side]
    for (let row = 0; row < numbers[side].length; row++) {
      const number = byteAt(marks, row) === 1 ? numberOfRow(numbers, side, row) : -1
      if (number >= 0) isWanted[number] = 1
    }
  }
  const rowsOf = (side: Side): RowsByValue => {
    const { placeOf, rowsByPlace } = places[side]
    const wantedOf = (rows: Uint32Array): Uint32Array => rowsOfNumbers(numbers, side, { isWanted, rows })
    const found = wantedOf(indicesUpTo(numbers[side].length))
    const inOrder =
      found.length > rowsByPlace.length / denseOneIn
        ? wantedOf(rowsByPlace)
        : picked(found, radixSort([picked(placeOf, found)], indicesUpTo(found.length)))
    const own = numbersOfRows(numbers, side, inOrder)
    const order = radixSort([own], indicesUpTo(own.length))
    return { rows: picked(inOrder, order), numbers: picked(own, order) }
  }
  return { source: rowsOf('source'), target: rowsOf('target') }
}

interface WantedRows {
  readonly isWanted: Uint8Array
  readonly rows: Uint32Array
}

function rowsOfNumbers(numbers: KeyNumbers, side: Side, { isWanted, rows }: WantedRows): Uint32Array {
  const all = numbers[side]
  const found = new Uint32Array(rows.length)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index)
    // The rule may be older than some residuals; these have no number.
    if (row >= all.length) continue
    const known = int32At(all, row)
    const number = known === unread ? numberOfRow(numbers, side, row) : known
    if (number >= 0 && byteAt(isWanted, number) === 1) found[count++] = row
  }
  return found.subarray(0, count)
}
