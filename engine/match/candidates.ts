import { at } from '../base/at.ts'
import { isKey } from '../rules/criteria/criterion-kind.ts'
import { type Block, firstRow } from './blocks.ts'
import { type BoundRule, pairTest } from './bound-rule.ts'
import { createRankColumn, type RankColumn } from './rank-column.ts'
import { rankParts } from './rank-parts.ts'
import { countPairs, type Span } from './spans.ts'
import { affordableSpans } from './text-work.ts'

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
 * The candidates of a block: `complete` when every pair holds with the same tuple, so that none has to be listed;
 * `too_large` when its first window has more pairs, or its texts take more steps, than a rule may compare.
 */
export type Candidates = 'complete' | 'too_large' | CandidateList

/** The candidates of a block under `rule`; O(n log n + pairs inside the first window). */
export function candidatesOf(rule: BoundRule, block: Block): Candidates {
  const areAllKeys = rule.criteria.every(({ criterion }) => isKey(criterion))
  if (areAllKeys && keysHaveValues(rule, block)) return 'complete'
  const spans = areAllKeys ? [] : affordableSpans(rule, block)
  return spans === undefined ? 'too_large' : listPairs(rule, block, spans)
}

/** How many candidates a block has; 0 where it is too large to be compared. */
export function countCandidates(candidates: Candidates, block: Block): number {
  if (candidates === 'too_large') return 0
  return candidates === 'complete' ? block.source.length * block.target.length : candidates.count
}

/** Whether a block has more pairs inside its first window, or texts of more steps, than a rule may compare. */
export const isTooLarge = (rule: BoundRule, block: Block): boolean => affordableSpans(rule, block) === undefined

function listPairs(rule: BoundRule, block: Block, spans: readonly Span[]): CandidateList {
  const pairCount = countPairs(spans)
  const [source, target] = [new Uint32Array(pairCount), new Uint32Array(pairCount)]
  const parts = rankParts(rule.criteria, rule.compiled.rule.rank).map((rankOf) => ({
    rankOf,
    column: createRankColumn(pairCount),
  }))
  const holds = pairTest(rule.criteria, { source: firstRow(block.source[0]), target: firstRow(block.target[0]) })
  let count = 0
  for (const [sourceIndex, span] of spans.entries()) {
    const sourceRow = firstRow(block.source[sourceIndex])
    for (let position = span.start; position < span.end; position++) {
      const targetIndex = at(span.targets, position)
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

/** Whether any criterion compares values: where every key is absent on both sides, nothing is compared. */
function keysHaveValues(rule: BoundRule, block: Block): boolean {
  const [source, target] = [firstRow(block.source[0]), firstRow(block.target[0])]
  return rule.criteria.some((bound) => bound.hasValues(source, target))
}
