import { at, uint32At } from '../../base/at.ts'
import type { Units } from '../../record/columns.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../../rules/criteria/criterion-kind.ts'
import { type Block, firstRow } from '../blocks/blocks.ts'
import type { Walk } from '../blocks/pair-path.ts'
import { sortIndices } from '../blocks/sort-indices.ts'

/** The targets of a block in the order of their values. Each source reaches a range of places in this order. */
export interface Window {
  /** Place → target, as a position in the block. */
  readonly targets: Uint32Array
  /** Source → the first place that it reaches, and the place behind the last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

export interface BoundWindow extends Window {
  readonly bound: BoundCriterion
  readonly pairCount: number
  /**
   * The window of only the pairs that meet the criterion. Absent where these pairs may not form a window, or where they
   * are few.
   */
  readonly held?: () => Window
}

/**
 * From this average number of pairs a source on, searching for the ends of its range costs less than testing each pair.
 */
const narrowedPairsMin = 32

export function windowOf(bound: BoundCriterion, block: Block): BoundWindow {
  const unsorted = block.target.map((node) => unitsOf(bound.targetValue(firstRow(node))))
  const targets = Uint32Array.from(unsorted.keys())
  sortIndices(targets, (a, b) => compareUnits(at(unsorted, a), at(unsorted, b)))
  const values = Array.from(targets, (target) => at(unsorted, target))
  const starts = new Uint32Array(block.source.length)
  const ends = new Uint32Array(block.source.length)
  let pairCount = 0
  let [areAllHeld, areAllAround] = [true, true]
  for (const [source, node] of block.source.entries()) {
    const reach = bound.reach(firstRow(node))
    const start = reach === undefined ? 0 : countBelow(values, reach.from, false)
    const end = reach === undefined ? values.length : countBelow(values, reach.to, true)
    starts[source] = start
    // A bound that excludes every value may give an end before the start.
    ends[source] = Math.max(start, end)
    pairCount += Math.max(0, end - start)
    areAllHeld &&= reach?.holding === 'all'
    areAllAround &&= reach?.holding !== undefined
  }
  const window = { targets, starts, ends }
  const isNarrowed = areAllAround && pairCount > narrowedPairsMin * block.source.length
  return {
    ...window,
    bound,
    pairCount,
    ...(areAllHeld && { held: () => window }),
    ...(!areAllHeld && isNarrowed && { held: () => narrowed(bound, block, { ...window, values }) }),
  }
}

/**
 * Narrows the ranges to the targets that meet the criterion. Requires that these targets of a source are adjacent,
 * around the source's own value. O(log n) tests for each source.
 */
function narrowed(
  bound: BoundCriterion,
  block: Block,
  { targets, starts, ends, values }: Window & { readonly values: readonly Units[] },
): Window {
  const [firsts, lasts] = [starts.slice(), ends.slice()]
  const targetRows = Uint32Array.from(targets, (target) => firstRow(block.target[target]))
  for (const [source, node] of block.source.entries()) {
    const row = firstRow(node)
    const holds = (place: number): boolean => bound.verdict(row, uint32At(targetRows, place)) !== 'fails'
    const [start, end] = [uint32At(starts, source), uint32At(ends, source)]
    const own = countBelow(values, unitsOf(bound.sourceValue(row)), false)
    const middle = Math.min(Math.max(own, start), end)
    firsts[source] = firstPlace(start, middle, holds)
    lasts[source] = firstPlace(middle, end, (place) => !holds(place))
  }
  return { targets, starts: firsts, ends: lasts }
}

/** The first place that passes the test, or `end`. Requires that all later places pass too. O(log n). */
function firstPlace(start: number, end: number, test: (place: number) => boolean): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export const walkWindow =
  ({ targets, starts, ends }: Window): Walk =>
  (source, visit) => {
    const end = uint32At(ends, source)
    for (let place = uint32At(starts, source); place < end; place++) visit(uint32At(targets, place))
  }

/**
 * A missing value counts as 0. This is safe: either every node of a block has a value, or none has and every pair meets
 * the criterion.
 */
function unitsOf(value: ComparedValue | undefined): Units {
  if (typeof value === 'string') throw new TypeError('A window bounds amounts or days')
  return value === undefined ? 0 : value
}

const compareUnits = (a: Units, b: Units): number => (a < b ? -1 : Number(a > b))

/** How many of the sorted `values` are below `bound`; with `inclusive`, also those equal to it. O(log n). */
const countBelow = (values: readonly Units[], bound: Units, inclusive: boolean): number =>
  firstPlace(0, values.length, (place) => {
    const value = at(values, place)
    return !(value < bound || (inclusive && !(value > bound)))
  })
