import { enabledRules } from '@tallystick/engine/pieces'
import { nearestStepCountMax } from '@tallystick/engine/result'
import type { Claimed, GroupDone } from './claim-rules.ts'
import { collectBroken } from './end-files.ts'
import { addBreakCounts, explainOpen } from './explain-open.ts'
import { explainedRecords } from './explained-shares.ts'
import type { PieceGroup } from './group-partitions.ts'
import type { PieceJob } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { readJson } from './piece-store.ts'
import type { Performing } from './piece-tasks.ts'
import { chooseSearching, type UnexplainedCounts } from './searching-records.ts'
import type { BreakCounts } from './settle-group.ts'
import { listLeftovers, writeLeftovers } from './settle-leftovers.ts'
import { listSettled, type SoughtByGroup } from './sought-records.ts'
import { collectSuggested, packSuggested } from './suggest-group.ts'

export interface Settled {
  readonly reasons: BreakCounts
  readonly suggestionCount: number
  readonly unexplained: UnexplainedCounts
}

/** Writes the lines of findings, then of twins without a partner, then suggestions, then the breaks of open records. */
export async function settleAll(job: PieceJob, performing: Performing, claimed: Claimed): Promise<Settled> {
  const { perform, performAll } = performing
  const { groups } = claimed
  const taken = await takeAll(job, performing, claimed)
  const reasons = [...taken.reasons]
  await findAllSought(job, performing, taken.sought)
  const refused = await perform('search-costs', () => refusedFrom(job))
  const context = { version: taken.version, refusedFrom: refused }
  const findings = taken.sought.map(({ group }) => ({
    name: nameOf('findings', group),
    given: { group, ...context },
    records: recordsOfFinding(job, claimed),
  }))
  for (const counts of await performAll('findings', 'findings', findings)) reasons.push(counts)
  let { version } = taken
  if (groups.some(({ leftoverCount }) => leftoverCount > 0)) {
    const batchCount = await perform('leftover-batches', () => listLeftovers(job))
    for (let batch = 0; batch < batchCount; batch++) {
      const before = version++
      reasons.push(await perform(taskName('leftovers', batch), () => writeLeftovers(job, batch, before)))
    }
  }
  const last = version
  const suggestionCount = await suggestAll(job, performing, { claimed, version: last })
  const unexplained = await perform('searching', () => chooseSearching(job, last))
  reasons.push(await explainOpen(job, performing), unexplainedReasons(unexplained))
  return { reasons: reasons.reduce(addBreakCounts, {}), suggestionCount, unexplained }
}

/** The records as which each task counts that takes or writes findings of a group or block, or suggestions. */
function recordsOfFinding(job: PieceJob, { groups, largeBlocks }: Claimed): number {
  const tasksOf = ({ hasFindings, hasSuggestions }: GroupDone): number =>
    2 * Number(hasFindings) + Number(hasSuggestions)
  const taskCount = groups.reduce((sum, group) => sum + tasksOf(group), largeBlocks.length)
  return explainedRecords(job, 'findings') / Math.max(1, taskCount)
}

const nameOf = (kind: string, { position, group }: PieceGroup): string => taskName(kind, position, group)

interface Taken {
  /** The version of the end states after the findings. */
  readonly version: number
  /** The breaks of large blocks, whose lines are written already. */
  readonly reasons: readonly BreakCounts[]
  readonly sought: readonly SoughtByGroup[]
}

/** Takes the records of findings, rule by rule: no two groups or large blocks of a rule have a record in common. */
async function takeAll(job: PieceJob, { perform, performAll }: Performing, claimed: Claimed): Promise<Taken> {
  const { groups, largeBlocks } = claimed
  const records = recordsOfFinding(job, claimed)
  let version = 0
  const [reasons, sought]: [BreakCounts[], SoughtByGroup[]] = [[], []]
  for (const position of enabledRules(job.policy).keys()) {
    const before = version
    const blocks = largeBlocks.filter((each) => each.position === position)
    const found = groups.filter(({ group, hasFindings }) => hasFindings && group.position === position)
    if (blocks.length + found.length === 0) continue
    const blockTasks = blocks.map((block) => ({
      name: `large-${block.folder.replaceAll('/', '-')}-${block.index}`,
      given: { block, version: before },
      records,
    }))
    for (const counts of await performAll(taskName('large-blocks', position), 'block', blockTasks)) reasons.push(counts)
    const takes = found.map(({ group }) => ({
      name: nameOf('take-findings', group),
      given: { group, version: before },
      records,
    }))
    for (const each of await performAll(taskName('takes', position), 'take', takes)) sought.push(each)
    await perform(taskName('broken', position), () => collectBroken(job, position, before))
    version += 1
  }
  return { version, reasons, sought }
}

async function findAllSought(
  job: PieceJob,
  { perform, performAll }: Performing,
  all: readonly SoughtByGroup[],
): Promise<void> {
  const sought = all.filter(({ keyCount }) => keyCount > 0)
  if (sought.length === 0) return
  const batchCount = await perform('sought-batches', () => listSettled(job, sought))
  const tasks = Array.from({ length: batchCount }, (_, given) => ({ name: taskName('sought', given), given }))
  await performAll('sought', 'seek', tasks)
}

/** Writes the suggestions of all groups, rule by rule. Returns how many there are. */
async function suggestAll(
  job: PieceJob,
  { perform, performAll }: Performing,
  { claimed, version }: { readonly claimed: Claimed; readonly version: number },
): Promise<number> {
  let count = 0
  const records = recordsOfFinding(job, claimed)
  const suggesting = Map.groupBy(
    claimed.groups.filter(({ hasSuggestions }) => hasSuggestions),
    ({ group }) => group.position,
  )
  for (const [position, own] of suggesting) {
    const tasks = own.map(({ group }) => ({
      name: nameOf('suggestions', group),
      given: { group, version },
      records,
    }))
    for (const written of await performAll(taskName('suggest', position), 'suggestions', tasks)) count += written
    await perform(taskName('pack-suggested', position), () => packSuggested(job, position))
  }
  if (count > 0) await perform('suggested', () => collectSuggested(job, version))
  return count
}

const unexplainedReasons = ({ source, target }: UnexplainedCounts): BreakCounts => ({
  ...(source > 0 && { missing_in_target: source }),
  ...(target > 0 && { missing_in_source: target }),
})

/** The least cost at which a search for a nearest sum is refused, as in memory: see `createWorkBudget`. */
async function refusedFrom({ store }: PieceJob): Promise<number> {
  const costs: number[] = []
  for (const { name } of await store.list('costs/'))
    for (const cost of await readJson<readonly number[]>(store, name)) costs.push(cost)
  let sum = 0
  const sorted = [...costs].sort((left, right) => left - right)
  for (const cost of sorted) {
    sum += cost
    if (sum > nearestStepCountMax) return cost
  }
  return Number.MAX_VALUE
}
