import { int32At, uint32At } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import type { DecimalColumn, TextColumn } from '../../record/columns.ts'
import { textEquality, textHash } from '../../record/compare-texts.ts'

/** A field's values by row. Equal values must have equal hashes and names. */
export interface FieldValues {
  readonly hashOf: (row: number) => number
  readonly areEqual: (left: number, right: number) => boolean
  readonly nameOf: (row: number) => string
}

export const fieldOfNumbers = (numbers: Int32Array): FieldValues => ({
  hashOf: (row) => int32At(numbers, row),
  areEqual: (left, right) => int32At(numbers, left) === int32At(numbers, right),
  nameOf: (row) => String(int32At(numbers, row)),
})

export const fieldOfTexts = (column: TextColumn): FieldValues => ({
  hashOf: textHash(column),
  areEqual: textEquality(column, column),
  nameOf: (row) => column.textAt(row) ?? '',
})

export const fieldOfUnits = ({ unitsAt }: DecimalColumn): FieldValues => ({
  hashOf: (row) => Number(unitsAt(row) ?? -1) | 0,
  areEqual: (left, right) => unitsAt(left) === unitsAt(right),
  nameOf: (row) => String(unitsAt(row)),
})

/**
 * Row → the number of its class. Rows of one class are equal in all of `fields`; classes are numbered from 0 by their
 * first rows. A further field is read only for rows whose class still has several rows. O(rows) where a field tells
 * most rows apart.
 */
export function classesOf(rowCount: number, fields: readonly (() => FieldValues)[]): Int32Array {
  const classes = new Int32Array(rowCount)
  let together: Uint32Array = indicesUpTo(rowCount)
  let count = 1
  for (const open of fields) {
    if (together.length < 2) break
    count = split({ classes, rows: together, count }, open())
    together = notAlone({ classes, rows: together, count })
  }
  return inOrderOfRows(classes, count)
}

function inOrderOfRows(classes: Int32Array, count: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1)
  let next = 0
  return classes.map((each) => {
    if (int32At(numbers, each) < 0) numbers[each] = next++
    return int32At(numbers, each)
  })
}

interface Classes {
  readonly classes: Int32Array
  readonly rows: Uint32Array
  readonly count: number
}

/**
 * Above this average of failed look-ups a row, a class is split by names: somebody may have chosen values with equal
 * hashes.
 */
const wrongLooksPerRowMax = 16

/**
 * Splits the classes of `rows` by a field: rows of a class that differ in the field get different numbers. Returns the
 * new count of classes.
 */
function split({ classes, rows, count }: Classes, { hashOf, areEqual, nameOf }: FieldValues): number {
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rows.length)) - 1
  /** Place in the table → index in `rows` + 1, or 0 for an empty place. */
  const slots = new Uint32Array(mask + 1)
  const before = rows.map((row) => int32At(classes, row))
  let next = count
  let looksLeft = wrongLooksPerRowMax * (rows.length + mask)
  for (let index = 0; index < rows.length && looksLeft > 0; index++) {
    const row = uint32At(rows, index)
    const own = uint32At(before, index)
    let place = hashOfPair(own, hashOf(row)) & mask
    let other = uint32At(slots, place)
    while (other !== 0 && (uint32At(before, other - 1) !== own || !areEqual(uint32At(rows, other - 1), row))) {
      looksLeft -= 1
      place = (place + 1) & mask
      other = uint32At(slots, place)
    }
    if (other === 0) slots[place] = index + 1
    classes[row] = other === 0 ? next++ : int32At(classes, uint32At(rows, other - 1))
  }
  if (looksLeft > 0) return next
  const numbers = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const name = `${uint32At(before, index)} ${nameOf(row)}`
    const number = numbers.get(name) ?? count + numbers.size
    numbers.set(name, number)
    classes[row] = number
  }
  return count + numbers.size
}

function notAlone({ classes, rows, count }: Classes): Uint32Array {
  const sizes = new Uint32Array(count)
  for (const row of rows) sizes[int32At(classes, row)] = uint32At(sizes, int32At(classes, row)) + 1
  return rows.filter((row) => uint32At(sizes, int32At(classes, row)) > 1)
}

function hashOfPair(left: number, right: number): number {
  const hash = Math.imul(Math.imul(left, 0x9e3779b1) ^ right, 0x85ebca6b)
  return Math.imul(hash ^ (hash >>> 15), 0x7feb352d) >>> 8
}
