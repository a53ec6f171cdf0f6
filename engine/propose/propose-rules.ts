import { finish, type Slices } from '../base/slices.ts'
import { openRunState } from '../match/state/open-run-state.ts'
import { createWork, type Work } from '../match/state/work.ts'
import { claimAll } from '../match/waterfall.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { turnedTable } from '../record/turned-table.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { noReferenceData } from '../rules/language/language.ts'
import type { Signs } from '../rules/language/reference-data.ts'
import { learnRules } from './learn-rules.ts'
import { learningSample } from './learning-sample.ts'
import { type LearningSides, learningSide } from './learning-side.ts'
import { type NamedRule, nothingProposed, proposalOf, takenBy, workingRules } from './make-proposal.ts'
import type { Proposal } from './proposal.ts'
import { withSharedCurrencies } from './shared-currencies.ts'
import { withSharedMeasures } from './shared-measures.ts'
import type { Learnt } from './take-drafts.ts'
import { turnedSide } from './turned-side.ts'

interface ProposeInput {
  readonly source: Table
  readonly target: Table
  /** The most steps for trials and for running the proposed rules; a `WorkLimitError` is thrown beyond. */
  readonly stepCountMax?: number
  readonly sliceStepCount?: number
}

export const learningRowCountMax = 4_000

/** The most rows × attributes to learn from: rows with many columns take longer, and fewer rows are enough. */
const learningValueCountMax = 18_000
const learningRowCountLeast = 1_500

function learningRowCount({ source, target }: BySide<Table>): number {
  const attributeCount = Math.max(1, source.attributePaths.length, target.attributePaths.length)
  const count = Math.floor(learningValueCountMax / attributeCount)
  return Math.min(learningRowCountMax, Math.max(learningRowCountLeast, count))
}

/**
 * Learns rules from the records of two sides; their order does not matter. A rule that compares no identity, or may be
 * wrong in more than one of a thousand matches, only suggests.
 */
export const proposeRules = (input: ProposeInput): Proposal =>
  finish(proposeInSlices({ ...input, sliceStepCount: Number.POSITIVE_INFINITY }))

export function* proposeInSlices({ sliceStepCount = 1_000_000, ...input }: ProposeInput): Slices<Proposal> {
  const { source, target, stepCountMax } = input
  const tables = { source, target }
  const work = createWork({ stepCountMax, sliceStepCount })
  const sample = learningSample(tables, learningRowCount(tables))
  yield
  const signs = signsOf(turnedSide(sample))
  const ofSource = learningSide(asSeen(sample, signs, 'source'))
  yield
  const ofTarget = learningSide(asSeen(sample, signs, 'target'))
  yield
  const learnt = yield* learnRules(comparable({ source: ofSource, target: ofTarget }), work)
  const named = withIds(relatesSides(learnt) ? learnt : [])
  const proposal = yield* proposalOfRules(tables, { named, signs }, work)
  return signs === undefined || !proposal.isRelated ? proposal : { ...proposal, signs }
}

const signsOf = (turned: Side | undefined): Signs | undefined =>
  turned && { ...noReferenceData.signs, [turned]: 'turned' }

const asSeen = (tables: BySide<Table>, signs: Signs | undefined, side: Side): Table =>
  signs?.[side] === 'turned' ? turnedTable(tables[side]) : tables[side]

const comparable = (sides: LearningSides): LearningSides => withSharedMeasures(withSharedCurrencies(sides))

interface NamedRules {
  readonly named: readonly NamedRule[]
  readonly signs: Signs | undefined
}

/**
 * Runs the rules over all records, and drops rules that take nothing. If an attribute thereby leaves the policy, the
 * other rules run again, since records that differ only in it become twins.
 */
function* proposalOfRules(tables: BySide<Table>, { named, signs }: NamedRules, work: Work): Slices<Proposal> {
  if (named.length === 0) return nothingProposed(tables)
  const policy = policyOf({ named, signs })
  const run = yield* openRunState(tables, policy, { work })
  yield* claimAll(run)
  yield
  const taken = takenBy(run)
  const working = workingRules(taken, named)
  const left = { named: working, signs }
  const isSettled =
    working.length === named.length || policyOf(left).attributePaths.length === policy.attributePaths.length
  return isSettled ? proposalOf(run, taken, working) : yield* proposalOfRules(tables, left, work)
}

function policyOf({ named, signs }: NamedRules): CompiledPolicy {
  const compiled = compileRules({ form: 'rules', rules: named.map(({ rule }) => rule), referenceData: { signs } })
  if (compiled.ok) return compiled.policy
  throw new TypeError(`The rules do not compile: ${JSON.stringify(compiled.faults)}`)
}

/** A netting rule relates records of one side only. */
const relatesSides = (learnt: readonly Learnt[]): boolean => learnt.some(({ draft }) => draft.rule.side === undefined)

/** Makes ids unique: the second `name` becomes `name-2`. */
function withIds(learnt: readonly Learnt[]): readonly NamedRule[] {
  const taken = new Set<string>()
  return learnt.map((each) => {
    const { id } = each.draft
    let own = id
    for (let count = 2; taken.has(own); count++) own = `${id}-${count}`
    taken.add(own)
    return { learnt: each, rule: { id: own, ...each.draft.rule } }
  })
}
