import { uint32At } from './at.ts'

/** Stable sorting by whole numbers, without comparisons: digit by digit, the last digit first. O(n) a digit. */

/** Sorts indices stably. `keys` are lists of equal length, the most significant first. 8 bytes an index. */
export function radixSort(keys: readonly Uint32Array[], from: Uint32Array): Uint32Array {
  // A pass takes time for every value that a digit can have: short lists take smaller digits.
  const digitBits = from.length < 16_384 ? 8 : 16
  let order: Uint32Array = from
  let spare: Uint32Array = new Uint32Array(from.length)
  for (const values of keys.toReversed()) {
    const most = greatest(values)
    for (let shift = 0; shift < 32 && most >>> shift > 0; shift += digitBits) {
      if (!moveByDigit(values, { from: order, to: spare, shift, mask: 2 ** digitBits - 1 })) continue
      const moved = spare
      // Does not overwrite the caller's list.
      spare = order === from ? new Uint32Array(from.length) : order
      order = moved
    }
  }
  return order
}

function greatest(values: Uint32Array): number {
  let most = 0
  for (let index = 0; index < values.length; index++) most = Math.max(most, uint32At(values, index))
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
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly shift: number
  readonly mask: number
}

function moveByDigit(values: Uint32Array, { from, to, shift, mask }: Digit): boolean {
  const starts = new Uint32Array(mask + 2)
  for (let place = 0; place < from.length; place++) {
    const digit = (uint32At(values, uint32At(from, place)) >>> shift) & mask
    starts[digit + 1] = uint32At(starts, digit + 1) + 1
  }
  if (starts.includes(from.length)) return false
  for (let digit = 1; digit < starts.length; digit++)
    starts[digit] = uint32At(starts, digit) + uint32At(starts, digit - 1)
  for (let place = 0; place < from.length; place++) {
    const index = uint32At(from, place)
    const digit = (uint32At(values, index) >>> shift) & mask
    const target = uint32At(starts, digit)
    to[target] = index
    starts[digit] = target + 1
  }
  return true
}
