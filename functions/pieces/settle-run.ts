import { enabledRules } from '@tallystick/engine'
import type { Claimed, GroupDone } from './claim-rules.ts'
import { addBreakCounts, explainOpen } from './explain-open.ts'
import { chooseLooking, type UnexplainedCounts } from './looking-records.ts'
import type { Performing, PieceJob } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { refusedFrom } from './search-costs.ts'
import {
  type BreakCounts,
  takeGroupFindings,
  writeGroupFindings,
  writeGroupSuggestions,
  writeSurpluses,
} from './settle-group.ts'
import { settleLargeBlock } from './settle-large-block.ts'

/** What is left when all rules have passed, written as lines. */
export interface Settled {
  readonly reasons: BreakCounts
  readonly suggestionCount: number
  readonly unexplained: UnexplainedCounts
}

/** Findings first, those of earlier rules before those of later ones, then twins that are left over, then what is open. */
export async function settleAll(
  job: PieceJob,
  { perform, performAll }: Performing,
  { groups, largeBlocks }: Claimed,
): Promise<Settled> {
  let version = 0
  const [reasons, searched]: [BreakCounts[], Map<GroupDone, number>] = [[], new Map()]
  const nameOf = (kind: string, { group }: GroupDone): string => taskName(kind, group.position, group.group)
  const withFindings = groups.filter(({ hasFindings }) => hasFindings)
  for (const position of enabledRules(job.policy).keys()) {
    for (const block of largeBlocks.filter((each) => each.position === position)) {
      const before = version++
      const name = `large-${block.folder.replaceAll('/', '-')}-${block.index}`
      reasons.push(await perform(name, () => settleLargeBlock(job, block, before)))
    }
    for (const each of withFindings.filter(({ group }) => group.position === position)) {
      const before = version++
      searched.set(each, await perform(nameOf('take-findings', each), () => takeGroupFindings(job, each.group, before)))
    }
  }
  const refused = await perform('search-costs', () => refusedFrom(job))
  const settled = version
  const findings = withFindings.map((each) => {
    const context = { version: settled, refusedFrom: refused, namesClaims: searched.get(each) !== 0 }
    return { name: nameOf('findings', each), task: () => writeGroupFindings(job, each.group, context) }
  })
  reasons.push(...(await performAll('findings', findings)))
  if (groups.some(({ surplusCount }) => surplusCount > 0)) {
    const before = version++
    reasons.push(await perform('surpluses', () => writeSurpluses(job, before)))
  }
  const last = version
  let suggestionCount = 0
  for (const [listed, each] of groups.filter(({ hasSuggestions }) => hasSuggestions).entries())
    suggestionCount += await perform(nameOf('suggestions', each), () =>
      writeGroupSuggestions(job, each.group, { version: last, listed }),
    )
  const unexplained = await perform('looking', () => chooseLooking(job, last))
  const sizes = job.sizes.explain
  reasons.push(
    await explainOpen(job, { version: last + 1, perform, performAll, sizes }),
    unexplainedReasons(unexplained),
  )
  return { reasons: reasons.reduce(addBreakCounts, {}), suggestionCount, unexplained }
}

const unexplainedReasons = ({ source, target }: UnexplainedCounts): BreakCounts => ({
  ...(source > 0 && { missing_in_target: source }),
  ...(target > 0 && { missing_in_source: target }),
})
