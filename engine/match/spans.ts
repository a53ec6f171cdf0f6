import { at } from '../base/at.ts'
import type { Units } from '../record/columns.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../rules/criteria/criterion-kind.ts'
import type { Layer } from '../rules/similarity/feature-layers.ts'
import { type Block, firstRow } from './blocks.ts'
import type { BlockTexts } from './similar/feature-index.ts'
import { likelyPairs, textsOf } from './similar/prefix-filter.ts'

/** The pairs of a block that a rule compares: those inside its first window, or those that an index of texts finds. */

/** Pairs of one block that a rule may compare. */
export const blockPairCountMax = 4_000_000

/** The targets that one source's window reaches: positions in the block, `targets[start .. end)`. */
export interface Span {
  readonly targets: readonly number[]
  readonly start: number
  readonly end: number
}

/** One span for each source node of the block, in order. */
export function spansOf(open: readonly BoundCriterion[], block: Block): Span[] {
  const window = open.find(({ criterion }) => criterion.blocking === 'window')
  const whole = { targets: block.target.map((_, index) => index), start: 0, end: block.target.length }
  if (window === undefined) return likelySpans(open, block) ?? block.source.map(() => whole)
  const valued = block.target.map((node, index) => ({ index, value: unitsOf(window.targetValue(firstRow(node))) }))
  valued.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
  const values = valued.map(({ value }) => value)
  const targets = valued.map(({ index }) => index)
  return block.source.map((source) => {
    const reach = window.reach(firstRow(source))
    if (reach === undefined) return whole
    return { targets, start: countBelow(values, reach.from, false), end: countBelow(values, reach.to, true) }
  })
}

/** How many pairs the spans hold. */
export const countPairs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start), 0)

/** Below this number of pairs, comparing all of them costs less than an index. */
const indexedPairCountMin = 1_024

/**
 * The texts of a block that an index finds pairs by, where no window bounds the pairs. Undefined when a node has no text
 * or the block has few pairs anyway.
 */
export function indexedOf(
  open: readonly BoundCriterion[],
  block: Block,
): (BlockTexts & { readonly layers: readonly Layer[] }) | undefined {
  const indexed = open.find(({ criterion }) => criterion.blocking === 'index')
  const isFew = block.source.length * block.target.length < indexedPairCountMin
  if (indexed?.layers === undefined || isFew || open.some(({ criterion }) => criterion.blocking === 'window'))
    return undefined
  const texts = textsOf(block, { source: indexed.sourceValue, target: indexed.targetValue })
  return texts && { ...texts, layers: indexed.layers }
}

/** One span for each source node by an index; undefined without one, or when it finds too many pairs to list. */
function likelySpans(open: readonly BoundCriterion[], block: Block): Span[] | undefined {
  const texts = indexedOf(open, block)
  const pairs = texts && likelyPairs(texts, texts.layers, blockPairCountMax)
  return pairs?.map((targets) => ({ targets, start: 0, end: targets.length }))
}

/** The place of a target in its window. Where a block has no values at all, each pair meets, whatever the place. */
function unitsOf(value: ComparedValue | undefined): Units {
  if (typeof value === 'string') throw new TypeError('A window bounds amounts or days')
  return value === undefined ? 0 : value
}

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
