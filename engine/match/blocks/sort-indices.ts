import { numberAt } from '../../base/at.ts'
import { finish, type Pace, type Slices, uninterrupted } from '../../base/slices.ts'

/**
 * Sorts `indices` in place by a stable merge sort: 4 bytes an index where the platform's sort takes 16. O(n log n); n
 * comparisons for indices that are sorted already.
 */
export const sortIndices = (indices: Uint32Array, compare: Compare): void =>
  finish(sortIndicesInSlices(indices, compare, uninterrupted))

export function* sortIndicesInSlices(indices: Uint32Array, compare: Compare, pace: Pace): Slices<void> {
  if (isSorted(indices, compare)) return
  const { length } = indices
  let [from, to]: [Uint32Array, Uint32Array] = [indices, new Uint32Array(length)]
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, length), Math.min(start + 2 * width, length)]
      const parts = { from, to, start, middle, end }
      for (let [left, place] = [start, start]; place < end; place = placeAfter(place, end)) {
        left = merge(parts, compare, { left, place, end: placeAfter(place, end) })
        if (pace.endsSlice(stepsOfComparison * (placeAfter(place, end) - place))) yield
      }
    }
    ;[from, to] = [to, from]
  }
  if (from !== indices) indices.set(from)
}

type Compare = (a: number, b: number) => number

const stepsOfComparison = 8

const mergedAtOnce = 2 ** 16

const placeAfter = (place: number, end: number): number => Math.min(place + mergedAtOnce, end)

function isSorted(indices: Uint32Array, compare: Compare): boolean {
  for (let place = 1; place < indices.length; place++)
    if (compare(numberAt(indices, place - 1), numberAt(indices, place)) > 0) return false
  return true
}

interface SortedParts {
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Two sorted parts of `from`: `[start .. middle)` and `[middle .. end)`. */
  readonly start: number
  readonly middle: number
  readonly end: number
}

interface Merged {
  readonly left: number
  readonly place: number
  readonly end: number
}

/**
 * Continues a stable merge up to place `next.end` of `to`. Returns the place in the first part from which to continue.
 */
function merge({ from, to, start, middle, end }: SortedParts, compare: Compare, next: Merged): number {
  let left = next.left
  let right = middle + (next.place - start) - (left - start)
  for (let place = next.place; place < next.end; place++) {
    const isLeft = right >= end || (left < middle && compare(numberAt(from, left), numberAt(from, right)) <= 0)
    to[place] = numberAt(from, isLeft ? left++ : right++)
  }
  return left
}
