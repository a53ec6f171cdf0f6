import { at, numberAt } from '../../base/at.ts'
import { forEachInSlices, type Pace, type Slices } from '../../base/slices.ts'
import { type Block, firstRow, type Node } from '../blocks/blocks.ts'
import { allHoldOnIdentity, holdsOnIdentity } from '../blocks/identity.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { toAnchored } from './anchors.ts'

/**
 * With more items than this, some of them add up to any amount by chance. An anchor without an identity is then only
 * suggested.
 */
const unidentifiedItemCountMax = 12

/**
 * The anchors of a block whose sets are only suggested: those that have more than 12 items to choose from, of which not
 * all meet an identity. O(candidates).
 */
export function* crowdedAnchors(
  rule: BoundRule,
  {
    block,
    candidates,
    pace,
  }: { readonly block: Block; readonly candidates: CandidateList | 'complete'; readonly pace: Pace },
): Slices<readonly Node[]> {
  const { anchors, items } = toAnchored(rule, block)
  if (candidates === 'complete') {
    const itemCount = items.reduce((count, { rows }) => count + rows.length, 0)
    const first = { source: [firstRow(block.source[0])], target: [firstRow(block.target[0])] }
    return itemCount > unidentifiedItemCountMax && !allHoldOnIdentity(rule.criteria, first) ? anchors : []
  }
  const listed = toAnchored(rule, candidates)
  const itemCounts = new Float64Array(anchors.length)
  const each = { pace, stepsOfEach: stepsOfPair }
  yield* forEachInSlices(candidates.count, each, (index) => {
    const anchor = numberAt(listed.anchors, index)
    itemCounts[anchor] = numberAt(itemCounts, anchor) + at(items, numberAt(listed.items, index)).rows.length
  })
  const crowded = new Set<Node>()
  yield* forEachInSlices(candidates.count, each, (index) => {
    const anchor = numberAt(listed.anchors, index)
    if (numberAt(itemCounts, anchor) <= unidentifiedItemCountMax) return
    const source = firstRow(at(block.source, numberAt(candidates.source, index)))
    const target = firstRow(at(block.target, numberAt(candidates.target, index)))
    if (!holdsOnIdentity(rule.criteria, source, target)) crowded.add(at(anchors, anchor))
  })
  return [...crowded]
}

const stepsOfPair = 8

export function asSuggestion(rule: BoundRule): BoundRule {
  const { compiled } = rule
  return { ...rule, compiled: { ...compiled, rule: { ...compiled.rule, action: 'suggest' } } }
}
