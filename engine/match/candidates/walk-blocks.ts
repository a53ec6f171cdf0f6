import type { Slices } from '../../base/slices.ts'
import { decidableGroups } from '../blocks/block-size.ts'
import type { Block } from '../blocks/blocks.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { tooLargeFinding } from '../blocks/too-large.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { addPair, type RunState } from '../state/run-state.ts'
import { candidatesOf, countCandidates, isTooLarge } from './candidates.ts'
import { onlyPairOf } from './only-pair.ts'

type Visit = (block: Block, candidates: CandidateList | 'complete') => Slices<void>

/**
 * `walkBlocks` for all groups of a rule that claims pairs. Takes the only candidate of a small group at once, since no
 * other pair can be chosen. Changes `run`.
 */
export function* walkGroups(run: RunState, rule: BoundRule, visit: Visit): Slices<number> {
  const { groups, isDecidable } = yield* decidableGroups(run, rule)
  const only = onlyPairOf(run, rule, groups)
  const how = { rule, interchangeable: false, ambiguous: false }
  let candidateCount = 0
  for (let group = 0; group < groups.count; group++) {
    if (!isDecidable(group)) continue
    const count = only.count(group)
    if (run.work.endsSlice(only.stepCount)) yield
    if (count === 1) addPair(run, { how, source: only.source, target: only.target })
    if (count <= 1) {
      candidateCount += count
      continue
    }
    candidateCount += yield* walkBlocks(run, { rule, blocks: [groups.block(group)] }, visit)
  }
  return candidateCount
}

interface RuleBlocks {
  readonly rule: BoundRule
  readonly blocks: readonly Block[]
}

/**
 * Visits the candidates of one block after another, and frees them before the next block. A block that is too large
 * becomes a finding `group_too_large` instead. Returns the number of candidates. Changes `run`.
 */
export function* walkBlocks(run: RunState, { rule, blocks }: RuleBlocks, visit: Visit): Slices<number> {
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
