import { uint32At } from './at.ts'

/** Stable sorting by whole numbers, without comparisons: digit by digit, the last digit first. O(n) a digit. */

/** Sorts indices stably. `keys` are lists of equal length, the most significant first. 16 bytes an index. */
export function radixSort(keys: readonly Uint32Array[], from: Uint32Array): Uint32Array {
  // A pass takes time for every value that a digit can have: short lists take smaller digits.
  const digitBits = from.length < 16_384 ? 8 : 11
  let sorted: Keyed = { indices: from.slice(), values: new Uint32Array(from.length) }
  let spare: Keyed = { indices: new Uint32Array(from.length), values: new Uint32Array(from.length) }
  for (const values of keys.toReversed()) {
    const most = takeValues(values, sorted)
    for (let shift = 0; shift < 32 && most >>> shift > 0; shift += digitBits)
      if (moveByDigit(sorted, spare, { shift, mask: 2 ** digitBits - 1 })) [sorted, spare] = [spare, sorted]
  }
  return sorted.indices
}

/** Indices, each with its value under the key that is sorted by: reading values at random takes four times as long. */
interface Keyed {
  readonly indices: Uint32Array
  readonly values: Uint32Array
}

/** Sets the values of the indices. Returns the greatest. */
function takeValues(values: Uint32Array, to: Keyed): number {
  let most = 0
  for (let place = 0; place < to.indices.length; place++) {
    const value = uint32At(values, uint32At(to.indices, place))
    to.values[place] = value
    if (value > most) most = value
  }
  return most
}

export function indicesUpTo(count: number): Uint32Array {
  const indices = new Uint32Array(count)
  for (let index = 0; index < count; index++) indices[index] = index
  return indices
}

/** The values at `indices`. */
export function picked(values: Uint32Array, indices: Uint32Array): Uint32Array {
  const found = new Uint32Array(indices.length)
  for (let place = 0; place < indices.length; place++) found[place] = uint32At(values, uint32At(indices, place))
  return found
}

interface Digit {
  readonly shift: number
  readonly mask: number
}

/** Returns false, and moves nothing, where all values have the same digit. */
function moveByDigit({ indices, values }: Keyed, to: Keyed, { shift, mask }: Digit): boolean {
  const starts = new Uint32Array(mask + 2)
  for (let place = 0; place < values.length; place++) {
    const digit = (uint32At(values, place) >>> shift) & mask
    starts[digit + 1] = uint32At(starts, digit + 1) + 1
  }
  if (starts.includes(values.length)) return false
  for (let digit = 1; digit < starts.length; digit++)
    starts[digit] = uint32At(starts, digit) + uint32At(starts, digit - 1)
  for (let place = 0; place < values.length; place++) {
    const value = uint32At(values, place)
    const digit = (value >>> shift) & mask
    const target = uint32At(starts, digit)
    to.indices[target] = uint32At(indices, place)
    to.values[target] = value
    starts[digit] = target + 1
  }
  return true
}
