import { uint32At } from './at.ts'

/** Stable sorting by whole numbers, digit by digit from the last one on: O(n) a digit, and no comparison. */

/**
 * The indices of `keys` in the order of the keys, from the order that `from` gives; equal keys stay as they stand. Each
 * of `keys` is a list of the same length, the most significant first. 8 bytes an index.
 */
export function radixSort(keys: readonly Uint32Array[], from: Uint32Array): Uint32Array {
  // A table of counts costs as much as it has digits, so that short lists are sorted by small digits.
  const digitBits = from.length < 16_384 ? 8 : 16
  let order: Uint32Array = from
  let spare: Uint32Array = new Uint32Array(from.length)
  for (const values of keys.toReversed()) {
    for (let shift = 0; shift < 32; shift += digitBits) {
      if (!moveByDigit(values, { from: order, to: spare, shift, mask: 2 ** digitBits - 1 })) continue
      const moved = spare
      // The list that came in stays as it is.
      spare = order === from ? new Uint32Array(from.length) : order
      order = moved
    }
  }
  return order
}

/** The whole numbers from 0 up to `count`. */
export function indicesUpTo(count: number): Uint32Array {
  const indices = new Uint32Array(count)
  for (let index = 0; index < count; index++) indices[index] = index
  return indices
}

interface Digit {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly shift: number
  readonly mask: number
}

/** Moves indices from one list to another in the order of one digit; false, and nothing moved, where all digits are equal. */
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
