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
  /** `slots`: place in the table → number, 0 for a free place. `known`: number → its value. */
  const [slots, known] = [new Int32Array(mask + 1), new Float64Array(valueCountMax + 1)]
  const places = new Int32Array(blockValueCount)
  let count = 0
  let looksLeft = wrongLooksPerValueMax * (valueCountMax + mask)
  let numberByValue: Map<number, number> | undefined

  const lookUp = (value: number, first: number, isAdding: boolean): number => {
    if (looksLeft < 0) return lookUpInMap(value, isAdding)
    let place = first
    for (let number = int32At(slots, place); number !== 0; number = int32At(slots, place)) {
      if (float64At(known, number) === value) return number
      looksLeft -= 1
      place = (place + 1) & mask
    }
    if (!isAdding) return noValue
    count += 1
    slots[place] = count
    known[count] = value
    return count
  }
  const lookUpInMap = (value: number, isAdding: boolean): number => {
    numberByValue ??= new Map(Array.from({ length: count }, (_, index) => [float64At(known, index + 1), index + 1]))
    const before = numberByValue.get(value)
    if (before !== undefined || !isAdding) return before ?? noValue
    count += 1
    numberByValue.set(value, count)
    return count
  }
  /** A function of its own: compiled inside the loop over all blocks, each of its loops would be left again and again. */
  const numberBlock = (values: Float64Array, numbers: Int32Array, isAdding: boolean): void => {
    for (let index = 0; index < values.length; index++) places[index] = hashOf(float64At(values, index)) & mask
    for (let index = 0; index < values.length; index++) numbers[index] = int32At(slots, int32At(places, index))
    for (let index = 0; index < values.length; index++) {
      const value = float64At(values, index)
      if (float64At(known, int32At(numbers, index)) === value) continue
      numbers[index] = Number.isNaN(value) ? noValue : lookUp(value, int32At(places, index), isAdding)
    }
  }
  const numberAll = (values: Float64Array, isAdding: boolean): Int32Array => {
    const numbers = new Int32Array(values.length)
    for (let from = 0; from < values.length; from += blockValueCount) {
      const to = from + blockValueCount
      numberBlock(values.subarray(from, to), numbers.subarray(from, to), isAdding)
    }
    return numbers
  }
  // Number 0 has no value.
  known[noValue] = Number.NaN
  return { put: (values) => numberAll(values, true), find: (values) => numberAll(values, false), count: () => count }
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
