import type { Units } from '../record/columns.ts'
import { isKey, isSimilarKey, isWindow } from '../rules/plan.ts'
import type { BoundCriterion } from './bound/criterion.ts'
import { type BoundRule, pairTest, rankParts } from './bound/rule.ts'
import { type Block, firstRow } from './nodes.ts'
import { createRankColumn, type RankColumn } from './rank-column.ts'
import { likelyPairs, textsOf } from './similar/prefix-filter.ts'

/**
 * Pairs of a block's nodes for which every criterion of a rule holds, with their rank tuples. Column by column, since
 * a block may have millions of them: pair `i` is `source[i]` and `target[i]`, positions in the block, and its tuple is
 * element `i` of each of `ranks`.
 */
export interface CandidateList {
  readonly count: number
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly ranks: readonly RankColumn[]
}

/**
 * What a block offers: `complete` when every pair holds with the same tuple, so that none has to be listed;
 * `too_large` when its first window has more pairs than a rule may look at.
 */
export type Candidates = 'complete' | 'too_large' | CandidateList

export const blockPairCountMax = 4_000_000

/** The candidates of a block under `rule`; O(n log n + pairs inside the first window). */
export function candidatesOf(rule: BoundRule, block: Block): Candidates {
  const open = rule.criteria.filter(({ criterion }) => !isKey(criterion))
  if (open.length === 0 && keysHaveValues(rule, block)) return 'complete'
  const spans = open.length === 0 ? [] : spansOf(open, block)
  return countPairs(spans) > blockPairCountMax ? 'too_large' : listPairs(rule, block, spans)
}

/** How many candidates a block offers, counted without being listed where all of its pairs are; none looked at is none. */
export function countCandidates(candidates: Candidates, block: Block): number {
  if (candidates === 'too_large') return 0
  return candidates === 'complete' ? block.source.length * block.target.length : candidates.count
}

/** Whether a block has more pairs inside its first window than a rule may look at. */
export function isTooLarge(rule: BoundRule, block: Block): boolean {
  const open = rule.criteria.filter(({ criterion }) => !isKey(criterion))
  return countPairs(spansOf(open, block)) > blockPairCountMax
}

const countPairs = (spans: readonly Span[]): number => spans.reduce((sum, { start, end }) => sum + (end - start), 0)

function listPairs(rule: BoundRule, block: Block, spans: readonly Span[]): CandidateList {
  const pairCount = countPairs(spans)
  const [source, target] = [new Uint32Array(pairCount), new Uint32Array(pairCount)]
  const parts = rankParts(rule.criteria).map((rankOf) => ({ rankOf, column: createRankColumn(pairCount) }))
  const holds = pairTest(rule.criteria, { source: firstRow(block.source[0]), target: firstRow(block.target[0]) })
  let count = 0
  for (const [sourceIndex, span] of spans.entries()) {
    const sourceRow = firstRow(block.source[sourceIndex])
    for (let position = span.start; position < span.end; position++) {
      const targetIndex = span.targets[position] ?? 0
      const targetRow = firstRow(block.target[targetIndex])
      if (!holds(sourceRow, targetRow)) continue
      source[count] = sourceIndex
      target[count] = targetIndex
      for (const { rankOf, column } of parts) column.put(count, rankOf(sourceRow, targetRow))
      count += 1
    }
  }
  return { count, source, target, ranks: parts.map(({ column }) => column.finish()) }
}

/** Where every key is absent on both sides, nothing was compared. */
function keysHaveValues(rule: BoundRule, block: Block): boolean {
  const [source, target] = [firstRow(block.source[0]), firstRow(block.target[0])]
  return rule.criteria.some((bound) => bound.hasValues(source, target))
}

/** The targets that one source's window reaches: positions in the block, `targets[start .. end)`. */
interface Span {
  readonly targets: readonly number[]
  readonly start: number
  readonly end: number
}

/** One span for each source node of the block, in order. */
function spansOf(open: readonly BoundCriterion[], block: Block): Span[] {
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

/** Below so many pairs comparing all of them costs less than an index. */
const indexedPairCountMin = 1_024

/**
 * Where no window bounds the pairs, a similarity does; undefined when it has no values, its pairs are too many to list
 * or the block's are few anyway.
 */
function likelySpans(open: readonly BoundCriterion[], block: Block): Span[] | undefined {
  const similar = open.find(({ criterion }) => isSimilarKey(criterion))
  const similarity = similar?.criterion.similarity
  if (!similar || !similarity || block.source.length * block.target.length < indexedPairCountMin) return undefined
  const texts = textsOf(block, { source: similar.sourceValue, target: similar.targetValue })
  const pairs = texts && likelyPairs(texts, similarity, blockPairCountMax)
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
