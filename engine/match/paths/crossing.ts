import { at, uint32At } from '../../base/at.ts'
import { edgesAt, incidenceOf } from '../../base/incidence.ts'
import type { Walk } from '../blocks/pair-path.ts'
import type { Window } from './window.ts'

/**
 * The pairs inside two windows at once. Each target is a point, given by its places in the two orders; each source asks
 * for a rectangle.
 */

/**
 * How many pairs lie inside both windows, without visiting the pairs: a sweep over the places of the first window, with
 * a Fenwick tree that counts by the place in the second. O(n log n).
 */
export function countCrossing(first: Window, second: Window): number {
  const places = placesIn(second)
  const { length } = first.targets
  const sourcesByStart = incidenceOf(first.starts, length + 1)
  const sourcesByEnd = incidenceOf(first.ends, length + 1)
  const counts = new Uint32Array(length + 1)
  const countBefore = (place: number): number => {
    let count = 0
    for (let node = place; node > 0; node -= node & -node) count += uint32At(counts, node)
    return count
  }
  const countOf = (source: number): number =>
    countBefore(uint32At(second.ends, source)) - countBefore(uint32At(second.starts, source))
  let pairCount = 0
  for (let passed = 0; passed <= length; passed++) {
    for (const source of edgesAt(sourcesByEnd, passed)) pairCount += countOf(source)
    for (const source of edgesAt(sourcesByStart, passed)) pairCount -= countOf(source)
    if (passed === length) break
    const place = uint32At(places, uint32At(first.targets, passed))
    for (let node = place + 1; node <= length; node += node & -node) counts[node] = uint32At(counts, node) + 1
  }
  return pairCount
}

/** Up to this many places in a window, scanning them costs less than a look-up in the merge sort tree. */
const scannedCountMax = 4_096

/**
 * Walks the pairs inside both windows. O(1) a pair, and for each source O(places of its narrower window) or, where
 * these are many, O(log² n).
 */
export function walkCrossing(first: Window, second: Window): Walk {
  const byFirst = placesAlong(first, second)
  const bySecond = placesAlong(second, first)
  let walkTree: Walk | undefined
  return (source, visit) => {
    const firstCount = uint32At(first.ends, source) - uint32At(first.starts, source)
    const secondCount = uint32At(second.ends, source) - uint32At(second.starts, source)
    if (Math.min(firstCount, secondCount) > scannedCountMax) {
      walkTree ??= walkMergeTree(first, second)
      walkTree(source, visit)
    } else if (firstCount <= secondCount) scan({ along: first, across: second, places: byFirst }, source, visit)
    else scan({ along: second, across: first, places: bySecond }, source, visit)
  }
}

interface Scan {
  readonly along: Window
  readonly across: Window
  readonly places: Uint32Array
}

function scan({ along, across, places }: Scan, source: number, visit: (target: number) => void): void {
  const [from, to] = [uint32At(across.starts, source), uint32At(across.ends, source)]
  const end = uint32At(along.ends, source)
  for (let index = uint32At(along.starts, source); index < end; index++) {
    const place = uint32At(places, index)
    if (place >= from && place < to) visit(uint32At(along.targets, index))
  }
}

const placesAlong = ({ targets }: Window, across: Window): Uint32Array => Uint32Array.from(targets, placeReader(across))

/**
 * Walks the pairs inside both windows by a merge sort tree. O(log² n) a source and O(1) a pair. The tree takes O(n log
 * n) time, and 4 bytes for each target and level.
 */
export function walkMergeTree(first: Window, second: Window): Walk {
  const levels = levelsOf(placesAlong(first, second))
  return (source, visit) => {
    const [from, to] = [uint32At(second.starts, source), uint32At(second.ends, source)]
    const end = uint32At(first.ends, source)
    for (let start = uint32At(first.starts, source); start < end; ) {
      const { level, size } = largestSegment(start, end)
      const places = at(levels, level)
      let index = lowerBound(places, { start, end: start + size, value: from })
      for (; index < start + size; index++) {
        const place = uint32At(places, index)
        if (place >= to) break
        visit(uint32At(second.targets, place))
      }
      start += size
    }
  }
}

function placesIn({ targets }: Window): Uint32Array {
  const places = new Uint32Array(targets.length)
  for (const [place, target] of targets.entries()) places[target] = place
  return places
}

function placeReader(window: Window): (target: number) => number {
  const places = placesIn(window)
  return (target) => uint32At(places, target)
}

/** On level `k` every segment of 2^k values is sorted; the last level is one segment. */
function levelsOf(values: Uint32Array): Uint32Array[] {
  const levels = [values]
  for (let size = 2; size < 2 * values.length; size *= 2) {
    const level = at(levels, levels.length - 1).slice()
    for (let start = 0; start < level.length; start += size) level.subarray(start, start + size).sort()
    levels.push(level)
  }
  return levels
}

function largestSegment(start: number, end: number): { readonly level: number; readonly size: number } {
  const level = Math.min(start === 0 ? 31 : 31 - Math.clz32(start & -start), 31 - Math.clz32(end - start))
  return { level, size: 2 ** level }
}

interface SortedRange {
  readonly start: number
  readonly end: number
  readonly value: number
}

function lowerBound(values: Uint32Array, { start, end, value }: SortedRange): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (uint32At(values, middle) < value) low = middle + 1
    else high = middle
  }
  return low
}
