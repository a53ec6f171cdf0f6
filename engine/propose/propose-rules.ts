import { finish, type Slices } from '../base/slices.ts'
import { openRunState } from '../match/state/open-run-state.ts'
import { createWork, type Work } from '../match/state/work.ts'
import { claimAll } from '../match/waterfall.ts'
import type { BySide } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type NamedRule, nothingProposed, proposalOf, takenBy, workingRules } from './explain-proposal.ts'
import { learnRules } from './learn-rules.ts'
import { learningSample } from './learning-sample.ts'
import { learningSide } from './learning-side.ts'
import type { Proposal } from './proposal.ts'
import { withSharedMeasures } from './shared-measures.ts'
import { type Learnt, suggesting } from './take-drafts.ts'

export interface ProposeInput {
  /** Both sides with all of their attributes as columns. */
  readonly source: Table
  readonly target: Table
  /** Counted steps that trials and the proposed rules may take; a proposal that needs more throws a `WorkLimitError`. */
  readonly stepCountMax?: number
  /** Steps after which a slice ends; only of `proposeInSlices`. */
  readonly sliceStepCount?: number
}

/** Records a side that rules are learned from, at most. */
export const learningRowCountMax = 4_000

/** Of files of many columns fewer records are enough, and each of them takes longer: values that are looked at, at most. */
const learningValueCountMax = 30_000
const learningRowCountLeast = 2_000

/** The records that rules are learned from, by the attributes that the wider side has. */
function learningRowCount({ source, target }: BySide<Table>): number {
  const attributeCount = Math.max(1, source.attributePaths.length, target.attributePaths.length)
  const count = Math.floor(learningValueCountMax / attributeCount)
  return Math.min(learningRowCountMax, Math.max(learningRowCountLeast, count))
}

/**
 * Rules for two sides, learned from their records alone: the same records give the same proposal, in whatever order they
 * stand. A rule that may be wrong in more than one of a thousand matches, or that rests on no identity, only suggests.
 */
export const proposeRules = (input: ProposeInput): Proposal =>
  finish(proposeInSlices({ ...input, sliceStepCount: Number.POSITIVE_INFINITY }))

/** The same in slices, for callers that have more to do. */
export function* proposeInSlices({ sliceStepCount = 1_000_000, ...input }: ProposeInput): Slices<Proposal> {
  const { source, target, stepCountMax } = input
  const tables = { source, target }
  const work = createWork({ stepCountMax, sliceStepCount })
  const sample = learningSample(tables, learningRowCount(tables))
  yield
  const ofSource = learningSide(sample.source)
  yield
  const ofTarget = learningSide(sample.target)
  yield
  const learnt = yield* learnRules(withSharedMeasures({ source: ofSource, target: ofTarget }), work)
  const named = withIds(relatesSides(learnt) ? learnt : [])
  return yield* proposalOfRules(tables, named, work)
}

/**
 * Runs the rules over all records. Rules that do nothing there are left out, and where these alone name an attribute, the
 * others are run once more: the attributes that rules name tell twins apart.
 */
function* proposalOfRules(tables: BySide<Table>, named: readonly NamedRule[], work: Work): Slices<Proposal> {
  if (named.length === 0) return nothingProposed(tables)
  const policy = policyOf(named)
  const run = yield* openRunState(tables, policy, { work })
  yield* claimAll(run)
  yield
  const taken = takenBy(run)
  const working = workingRules(taken, named)
  const isSettled =
    working.length === named.length || policyOf(working).attributePaths.length === policy.attributePaths.length
  return isSettled ? proposalOf(run, taken, working) : yield* proposalOfRules(tables, working, work)
}

function policyOf(named: readonly NamedRule[]): CompiledPolicy {
  const compiled = compileRules({ form: 'rules', rules: named.map(({ rule }) => rule) })
  if (compiled.ok) return compiled.policy
  throw new TypeError(`The rules do not compile: ${JSON.stringify(compiled.faults)}`)
}

/** Whether a rule says anything about both sides: that one of them reverses its own entries does not relate them. */
const relatesSides = (learnt: readonly Learnt[]): boolean => learnt.some(({ draft }) => draft.rule.side === undefined)

/** The rules with ids of their own: the second of a name is `name-2`. */
function withIds(learnt: readonly Learnt[]): readonly NamedRule[] {
  const taken = new Set<string>()
  return learnt.map((each) => {
    const { id } = each.draft
    let own = id
    for (let count = 2; taken.has(own); count++) own = `${id}-${count}`
    taken.add(own)
    const rule = each.action === 'suggest' ? suggesting(each.draft.rule) : each.draft.rule
    return { learnt: each, rule: { id: own, ...rule } }
  })
}
