import type { BySide } from '../record/side.ts'
import type { Node } from './blocks.ts'
import type { BoundRule } from './bound-rule.ts'
import type { WorkNeeded } from './limits.ts'
import type { Finding } from './run-state.ts'

/** The finding that these nodes are more than a rule may look at. */
export function tooLargeFinding(
  rule: BoundRule,
  { source, target }: BySide<readonly Node[]>,
  work: WorkNeeded,
): Finding {
  const rowsOf = (nodes: readonly Node[]): number[] => nodes.flatMap(({ rows }) => rows)
  return { reason: 'group_too_large', rule, source: rowsOf(source), target: rowsOf(target), candidates: [], work }
}
