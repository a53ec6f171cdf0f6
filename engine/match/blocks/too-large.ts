import type { BySide } from '../../record/side.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { WorkNeeded } from '../state/limits.ts'
import type { Finding } from '../state/run-state.ts'
import { type Node, rowsOfBlock } from './blocks.ts'

export const tooLargeFinding = (rule: BoundRule, nodes: BySide<readonly Node[]>, work: WorkNeeded): Finding => ({
  reason: 'group_too_large',
  rule,
  ...rowsOfBlock(nodes),
  candidates: [],
  work,
})
