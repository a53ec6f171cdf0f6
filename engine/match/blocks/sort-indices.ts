import { numberAt } from '../../base/at.ts'
import { finish, type Pace, type Slices, uninterrupted } from '../../base/slices.ts'

/**
 * Sorts `indices` in place, stably; `compare` is negative, zero or positive as its first argument comes before, beside
 * or after its second. O(n log n) time and 4 bytes an index, where the platform's sort by a function takes 16: lists of
 * candidates have millions. Indices that are sorted already cost n comparisons.
 */
export const sortIndices = (indices: Uint32Array, compare: Compare): void =>
  finish(sortIndicesInSlices(indices, compare, uninterrupted))

/** The same in slices: a list of millions takes seconds. */
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

/** What a look at the ranks of two candidates costs. */
const stepsOfComparison = 8

/** Indices that are merged before a slice may end. */
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
  /** Two sorted runs of `from`: `[start .. middle)` and `[middle .. end)`. */
  readonly start: number
  readonly middle: number
  readonly end: number
}

interface Merged {
  /** Where the first run is merged up to. */
  readonly left: number
  /** The places of `to` that are filled now. */
  readonly place: number
  readonly end: number
}

/**
 * Merges a part of two runs into `to`; of equal indices those of the first run come first. Returns up to where the first
 * run is merged then.
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
