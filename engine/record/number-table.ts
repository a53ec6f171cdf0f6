import { float64At, int32At } from '../base/at.ts'
import { noValue } from './numbering.ts'

/** Numbers of values, from 1 in the order in which values are first put. */
export interface NumberTable {
  /** The number of each value: a new number for a new value, `noValue` for NaN. */
  put(values: Float64Array): Int32Array
  /** The number of each value; `noValue` for NaN and for a value that was never put. */
  find(values: Float64Array): Int32Array
  count(): number
}

/** Above this average of failed look-ups a value, values are found by a map: somebody may have chosen their hashes. */
const wrongLooksPerValueMax = 16

/**
 * For whole numbers up to 2^53 in size, of which at most `valueCountMax` are put. O(1) a value; up to 24 bytes each.
 *
 * Values are taken in blocks, and each step in a loop of its own: a large table is read at random, and such reads overlap
 * only in a short loop.
 */
export function createNumberTable(valueCountMax: number): NumberTable {
  const mask = 2 ** Math.max(4, 33 - Math.clz32(valueCountMax)) - 1
  const table: Slots = {
    mask,
    slots: new Int32Array(mask + 1),
    known: new Float64Array(valueCountMax + 1),
    places: new Int32Array(blockValueCount),
    count: 0,
    looksLeft: wrongLooksPerValueMax * (valueCountMax + mask),
    numberByValue: undefined,
  }
  // Number 0 has no value.
  table.known[noValue] = Number.NaN
  return {
    put: (values) => numberAll(table, values, true),
    find: (values) => numberAll(table, values, false),
    count: () => table.count,
  }
}

/** A table as values: functions that close over one would be compiled anew for each table. */
interface Slots {
  readonly mask: number
  /** Place in the table → number, 0 for a free place. */
  readonly slots: Int32Array
  /** Number → its value. */
  readonly known: Float64Array
  /** Of the values of a block. */
  readonly places: Int32Array
  count: number
  looksLeft: number
  numberByValue: Map<number, number> | undefined
}

function numberAll(table: Slots, values: Float64Array, isAdding: boolean): Int32Array {
  const numbers = new Int32Array(values.length)
  for (let from = 0; from < values.length; from += blockValueCount) {
    const to = from + blockValueCount
    numberBlock(table, { values: values.subarray(from, to), numbers: numbers.subarray(from, to), isAdding })
  }
  return numbers
}

interface Numbered {
  readonly values: Float64Array
  readonly numbers: Int32Array
  readonly isAdding: boolean
}

/** A function of its own: compiled inside the loop over all blocks, each of its loops would be left again and again. */
function numberBlock(table: Slots, { values, numbers, isAdding }: Numbered): void {
  const { mask, slots, known, places } = table
  for (let index = 0; index < values.length; index++) places[index] = hashOf(float64At(values, index)) & mask
  for (let index = 0; index < values.length; index++) numbers[index] = int32At(slots, int32At(places, index))
  for (let index = 0; index < values.length; index++) {
    const value = float64At(values, index)
    if (float64At(known, int32At(numbers, index)) === value) continue
    const found = Number.isNaN(value) ? noValue : lookUp(table, value, int32At(places, index))
    if (found >= 0) numbers[index] = found
    else numbers[index] = isAdding ? add(table, value, ~found) : noValue
  }
}

/** The number of a value; `~place` if it has none, where `place` is free for it. */
function lookUp(table: Slots, value: number, first: number): number {
  const { mask, slots, known } = table
  let place = first
  for (let number = int32At(slots, place); number !== 0; number = int32At(slots, place)) {
    if (float64At(known, number) === value) return number
    table.looksLeft -= 1
    if (table.looksLeft < 0) return mapOf(table).get(value) ?? ~place
    place = (place + 1) & mask
  }
  return ~place
}

function mapOf(table: Slots): Map<number, number> {
  const { count, known } = table
  table.numberByValue ??= new Map(Array.from({ length: count }, (_, index) => [float64At(known, index + 1), index + 1]))
  return table.numberByValue
}

function add(table: Slots, value: number, place: number): number {
  table.count += 1
  const { count, numberByValue } = table
  table.slots[place] = count
  table.known[count] = value
  numberByValue?.set(value, count)
  return count
}

/** Few enough for the block to stay in the processor's nearest cache. */
const blockValueCount = 256

/** Spreads neighbouring whole numbers over the whole table. */
function hashOf(value: number): number {
  let hash = (value | 0) ^ Math.imul(Math.floor(value / 2 ** 32), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return hash ^ (hash >>> 16)
}
