import type { Units } from '../record/columns.ts'
import { isSimilarKey, isWindow } from '../rules/compiled-policy.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { Similarity } from '../rules/similarity/similarity.ts'
import { type Block, firstRow } from './blocks.ts'
import type { BlockTexts } from './similar/feature-index.ts'
import { likelyPairs, textsOf } from './similar/prefix-filter.ts'

/** The pairs of a block that a rule looks at: those inside its first window, or that an index of texts brings together. */

/** Pairs of one block that a rule may look at. */
export const blockPairCountMax = 4_000_000

/** The targets that one source's window reaches: positions in the block, `targets[start .. end)`. */
export interface Span {
  readonly targets: readonly number[]
  readonly start: number
  readonly end: number
}

/** One span for each source node of the block, in order. */
export function spansOf(open: readonly BoundCriterion[], block: Block): Span[] {
  const window = open.find(({ criterion }) => isWindow(criterion))
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

/** How many pairs these are. */
export const countPairs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start), 0)

/** Below so many pairs comparing all of them costs less than an index. */
const indexedPairCountMin = 1_024

/**
 * The texts of a block that an index brings together: where no window bounds the pairs, a similarity does. Undefined
 * when it has no values or the block's pairs are few anyway.
 */
export function indexedOf(
  open: readonly BoundCriterion[],
  block: Block,
): (BlockTexts & { readonly similarity: Similarity }) | undefined {
  const similar = open.find(({ criterion }) => isSimilarKey(criterion))
  const similarity = similar?.criterion.similarity
  const isFew = block.source.length * block.target.length < indexedPairCountMin
  if (!similar || !similarity || isFew || open.some(({ criterion }) => isWindow(criterion))) return undefined
  const texts = textsOf(block, { source: similar.sourceValue, target: similar.targetValue })
  return texts && { ...texts, similarity }
}

/** Undefined, too, when the pairs of an index are too many to list. */
function likelySpans(open: readonly BoundCriterion[], block: Block): Span[] | undefined {
  const texts = indexedOf(open, block)
  const pairs = texts && likelyPairs(texts, texts.similarity, blockPairCountMax)
  return pairs?.map((targets) => ({ targets, start: 0, end: targets.length }))
}

/** Rows of a block that lack the window's value on both sides meet each other, whatever stands here. */
const unitsOf = (value: string | Units | undefined): Units =>
  typeof value === 'string' || value === undefined ? 0 : value

/** How many of the sorted `values` lie below `bound`, or not above it when `inclusive`. O(log n). */
function countBelow(values: readonly Units[], bound: Units, inclusive: boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = values[middle] ?? 0
    if (value < bound || (inclusive && !(value > bound))) low = middle + 1
    else high = middle
  }
  return low
}
