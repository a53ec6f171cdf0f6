import { at, numberAt } from '../../base/at.ts'
import type { Block, Node } from '../blocks.ts'
import type { BoundRule } from '../bound-rule.ts'
import { componentFinder } from '../components.ts'
import type { CandidateList } from '../pair-list.ts'
import type { RunState } from '../run-state.ts'
import { suggestPairs } from './suggest.ts'

/**
 * `ambiguous: "drop"`: suggests one record with one record where neither has another candidate, over all candidates of
 * the block whatever their ranks, and lists nothing else. Changes `run`. O(candidates).
 */
export function suggestAlone(
  run: RunState,
  rule: BoundRule,
  { block, candidates }: { readonly block: Block; readonly candidates: CandidateList | 'complete' },
): void {
  const suggest = (source: Node | undefined, target: Node | undefined): void => {
    if (source?.rows.length !== 1 || target?.rows.length !== 1) return
    suggestPairs(run, { source: source.rows, target: target.rows }, { rule, interchangeable: false, ambiguous: false })
  }
  if (candidates === 'complete') {
    if (block.source.length === 1 && block.target.length === 1) suggest(block.source[0], block.target[0])
    return
  }
  const componentsOf = componentFinder(block, candidates)
  for (const component of componentsOf(Uint32Array.from({ length: candidates.count }, (_, index) => index))) {
    // Candidates are distinct pairs, so that a component of one has one node on each side.
    if (component.length > 1) continue
    const index = numberAt(component, 0)
    suggest(at(block.source, numberAt(candidates.source, index)), at(block.target, numberAt(candidates.target, index)))
  }
}
