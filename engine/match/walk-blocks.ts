import type { BySide } from '../record/side.ts'
import type { Block, Node } from './blocks.ts'
import type { BoundRule } from './bound-rule.ts'
import { type CandidateList, candidatesOf, countCandidates } from './candidates.ts'
import type { Finding, RunState } from './run-state.ts'
import { affordable } from './text-work.ts'

/** The blocks that a rule looks at, in order. */
export interface RuleBlocks {
  readonly rule: BoundRule
  readonly blocks: readonly Block[]
}

/**
 * Calls `visit` with the candidates of one block after another. A block with more pairs or longer texts than a rule may
 * compare becomes a finding `group_too_large` instead. Returns the number of candidates in all blocks. Changes `run`.
 * The candidates of a block are released before those of the next block are listed, unless `visit` keeps them.
 */
export function walkBlocks(
  run: RunState,
  { rule, blocks }: RuleBlocks,
  visit: (block: Block, candidates: CandidateList | 'complete') => void,
): number {
  let candidateCount = 0
  const { within, beyond } = affordable(rule, blocks)
  for (const block of beyond) run.findings.push(tooLargeFinding(rule, block))
  for (const block of within) {
    const candidates = candidatesOf(rule, block)
    candidateCount += countCandidates(candidates, block)
    if (candidates === 'too_large') run.findings.push(tooLargeFinding(rule, block))
    else visit(block, candidates)
  }
  return candidateCount
}

/** The finding that these nodes are more than a rule may compare. */
export function tooLargeFinding(rule: BoundRule, { source, target }: BySide<readonly Node[]>): Finding {
  const rowsOf = (nodes: readonly Node[]): number[] => nodes.flatMap(({ rows }) => rows)
  return { reason: 'group_too_large', rule, source: rowsOf(source), target: rowsOf(target), candidates: [] }
}
