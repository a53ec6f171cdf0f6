import { numberAt } from '../base/at.ts'

/**
 * Sorts `indices` in place, stably; `compare` is negative, zero or positive as its first argument comes before, beside
 * or after its second. O(n log n) time and 4 bytes an index, where the platform's sort by a function takes 16: lists of
 * candidates have millions. Indices that are sorted already cost n comparisons.
 */
export function sortIndices(indices: Uint32Array, compare: (a: number, b: number) => number): void {
  if (isSorted(indices, compare)) return
  const { length } = indices
  let [from, to]: [Uint32Array, Uint32Array] = [indices, new Uint32Array(length)]
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, length), Math.min(start + 2 * width, length)]
      merge({ from, to, start, middle, end }, compare)
    }
    ;[from, to] = [to, from]
  }
  if (from !== indices) indices.set(from)
}

function isSorted(indices: Uint32Array, compare: (a: number, b: number) => number): boolean {
  for (let place = 1; place < indices.length; place++)
    if (compare(numberAt(indices, place - 1), numberAt(indices, place)) > 0) return false
  return true
}

interface Runs {
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Two sorted runs of `from`: `[start .. middle)` and `[middle .. end)`. */
  readonly start: number
  readonly middle: number
  readonly end: number
}

/** Merges two runs into `to`; of equal indices those of the first run come first. */
function merge({ from, to, start, middle, end }: Runs, compare: (a: number, b: number) => number): void {
  let [left, right] = [start, middle]
  for (let place = start; place < end; place++) {
    const isLeft = right >= end || (left < middle && compare(numberAt(from, left), numberAt(from, right)) <= 0)
    to[place] = numberAt(from, isLeft ? left++ : right++)
  }
}
