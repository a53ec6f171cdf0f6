import type { Slices } from '../../base/slices.ts'
import type { Block } from '../blocks/blocks.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { tooLargeFinding } from '../blocks/too-large.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { candidatesOf, countCandidates, isTooLarge } from './candidates.ts'

interface RuleBlocks {
  readonly rule: BoundRule
  readonly blocks: readonly Block[]
}

/**
 * Visits the candidates of one block after another, and frees them before the next block. A block that is too large
 * becomes a finding `group_too_large` instead. Returns the number of candidates. Changes `run`.
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

const stepsOfBlock = 2_000
