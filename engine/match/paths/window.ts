import { at, uint32At } from '../../base/at.ts'
import type { Units } from '../../record/columns.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../../rules/criteria/criterion-kind.ts'
import { type Block, firstRow } from '../blocks.ts'
import { sortIndices } from '../sort-indices.ts'
import type { Walk } from './pair-path.ts'

/** The targets of a block in the order of their values, and the stretch of it that each source reaches. */
export interface Window {
  readonly name: string
  /** Place → target, a position in the block. */
  readonly targets: Uint32Array
  /** Source → its first place, and the place behind its last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly pairCount: number
}

/** The window of a criterion that bounds pairs by a stretch of values. O(n log n). */
export function windowOf(bound: BoundCriterion, block: Block): Window {
  const unsorted = block.target.map((node) => unitsOf(bound.targetValue(firstRow(node))))
  const targets = Uint32Array.from(unsorted.keys())
  sortIndices(targets, (a, b) => compareUnits(at(unsorted, a), at(unsorted, b)))
  const values = Array.from(targets, (target) => at(unsorted, target))
  const starts = new Uint32Array(block.source.length)
  const ends = new Uint32Array(block.source.length)
  let pairCount = 0
  for (const [source, node] of block.source.entries()) {
    const reach = bound.reach(firstRow(node))
    const start = reach === undefined ? 0 : countBelow(values, reach.from, false)
    const end = reach === undefined ? values.length : countBelow(values, reach.to, true)
    starts[source] = start
    // Where a bound excludes every value, its end may come before its start.
    ends[source] = Math.max(start, end)
    pairCount += Math.max(0, end - start)
  }
  return { name: bound.criterion.name, targets, starts, ends, pairCount }
}

/** Walks the pairs inside a window. */
export const walkWindow =
  ({ targets, starts, ends }: Window): Walk =>
  (source, visit) => {
    const end = uint32At(ends, source)
    for (let place = uint32At(starts, source); place < end; place++) visit(uint32At(targets, place))
  }

/** The value of a target. Where a block has no values at all, each pair meets, whatever the value. */
function unitsOf(value: ComparedValue | undefined): Units {
  if (typeof value === 'string') throw new TypeError('A window bounds amounts or days')
  return value === undefined ? 0 : value
}

const compareUnits = (a: Units, b: Units): number => (a < b ? -1 : Number(a > b))

/** How many of the sorted `values` lie below `bound`, or not above it when `inclusive`. O(log n). */
function countBelow(values: readonly Units[], bound: Units, inclusive: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = at(values, middle)
    if (value < bound || (inclusive && !(value > bound))) low = middle + 1
    else high = middle
  }
  return low
}
