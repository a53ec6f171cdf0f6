import type { Slices } from '../../base/slices.ts'
import type { Block } from '../blocks/blocks.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { tooLargeFinding } from '../blocks/too-large.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { candidatesOf, countCandidates, isTooLarge } from './candidates.ts'

/** The blocks that a rule looks at, in order. */
export interface RuleBlocks {
  readonly rule: BoundRule
  readonly blocks: readonly Block[]
}

/**
 * Calls `visit` with the candidates of one block after another. A block that takes more steps, or has more candidates,
 * than a rule may look at becomes a finding `group_too_large` instead: each block is decided from its own records.
 * Returns the number of candidates in all blocks. Changes `run`. The candidates of a block are released before those of
 * the next block are listed, unless `visit` keeps them. Yields within a block and between blocks.
 */
export function* walkBlocks(
  run: RunState,
  { rule, blocks }: RuleBlocks,
  visit: (block: Block, candidates: CandidateList | 'complete') => Slices<void>,
): Slices<number> {
  let candidateCount = 0
  for (const block of blocks) {
    const candidates = yield* candidatesOf(run, rule, block)
    candidateCount += countCandidates(candidates, block)
    if (isTooLarge(candidates)) run.findings.push(tooLargeFinding(rule, block, candidates.excess))
    else yield* visit(block, candidates)
    if (run.work.endsSlice(stepsOfBlock)) yield
  }
  return candidateCount
}

/** What a block costs however few pairs it has: planning its paths, and the lists of its candidates. */
const stepsOfBlock = 2_000
