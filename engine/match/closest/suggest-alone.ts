import { at, numberAt } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import type { Slices } from '../../base/slices.ts'
import type { Node } from '../blocks/blocks.ts'
import { slicedComponentFinder } from '../blocks/components.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import type { TieredBlock } from './closest-tiers.ts'
import { suggestPairs } from './suggest.ts'

/**
 * `ambiguous: "drop"`: suggests a pair only when neither record has another candidate, whatever its rank. Changes
 * `run`. O(candidates).
 */
export function* suggestAlone(run: RunState, rule: BoundRule, { block, candidates }: TieredBlock): Slices<void> {
  const suggest = (source: Node | undefined, target: Node | undefined): void => {
    if (source?.rows.length !== 1 || target?.rows.length !== 1) return
    suggestPairs(run, { source: source.rows, target: target.rows }, { rule, interchangeable: false, ambiguous: false })
  }
  if (candidates === 'complete') {
    if (block.source.length === 1 && block.target.length === 1) suggest(block.source[0], block.target[0])
    return
  }
  const componentsOf = slicedComponentFinder(block, candidates, run.work)
  for (const component of yield* componentsOf(indicesUpTo(candidates.count))) {
    // In a component of several candidates, each has a record with another candidate.
    if (component.length > 1) continue
    const index = numberAt(component, 0)
    suggest(at(block.source, numberAt(candidates.source, index)), at(block.target, numberAt(candidates.target, index)))
  }
}
