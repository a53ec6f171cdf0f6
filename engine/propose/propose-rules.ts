import { finish, type Slices } from '../base/slices.ts'
import { openSuggestions } from '../match/closest/suggest.ts'
import { openRunState } from '../match/open-run-state.ts'
import { type Match, type RunState, status } from '../match/run-state.ts'
import { claimAll } from '../match/waterfall.ts'
import { createWork } from '../match/work.ts'
import { recordId } from '../record/id-column.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { compileRules } from '../rules/compile.ts'
import type { RuleInput } from '../rules/language.ts'
import { type Learnt, learnRules, suggesting } from './learn-rules.ts'
import { learningSample } from './learning-sample.ts'
import { learningSide } from './learning-side.ts'
import type { Proposal, ProposedRule } from './proposal.ts'

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
const learningRowCountMax = 6_000

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
  const sample = learningSample(tables, learningRowCountMax)
  yield
  const ofSource = learningSide(sample.source)
  yield
  const ofTarget = learningSide(sample.target)
  yield
  const learnt = yield* learnRules({ source: ofSource, target: ofTarget }, work)
  const named = withIds(relatesSides(learnt) ? learnt : [])
  const rules = named.map(({ rule }) => rule)
  const compiled = compileRules({ form: 'rules', rules })
  if (rules.length === 0) return nothingProposed(tables)
  if (!compiled.ok) throw new TypeError(`The rules do not compile: ${JSON.stringify(compiled.faults)}`)
  const run = yield* openRunState(tables, compiled.policy, work)
  yield* claimAll(run)
  return proposalOf(run, named)
}

/** Whether a rule says anything about both sides: that one of them reverses its own entries does not relate them. */
const relatesSides = (learnt: readonly Learnt[]): boolean => learnt.some(({ draft }) => draft.rule.side === undefined)

interface NamedRule {
  readonly rule: RuleInput
  readonly learnt: Learnt
}

/** The rules with ids of their own: the second of a name is `name-2`. */
function withIds(learnt: readonly Learnt[]): readonly NamedRule[] {
  const counts = new Map<string, number>()
  return learnt.map((each) => {
    const { id } = each.draft
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const rule = each.action === 'suggest' ? suggesting(each.draft.rule) : each.draft.rule
    return { learnt: each, rule: { id: count === 1 ? id : `${id}-${count}`, ...rule } }
  })
}

function proposalOf(run: RunState, named: readonly NamedRule[]): Proposal {
  const claims = Map.groupBy(
    [...run.matches, ...run.nettings, ...openSuggestions(run)],
    ({ rule }) => rule.compiled.rule.id,
  )
  const working = named.filter(({ rule }) => (claims.get(rule.id ?? '') ?? []).length > 0)
  const explanations = working.map(({ rule, learnt }) =>
    explanationOf(run, { rule, learnt, claims: claims.get(rule.id ?? '') ?? [] }),
  )
  const [source, target] = [countOpen(run, 'source'), countOpen(run, 'target')]
  return {
    rules: working.map(({ rule }) => rule),
    isRelated: working.length > 0,
    explanations,
    left: { source, target, reasons: [] },
  }
}

interface Explained extends NamedRule {
  readonly claims: readonly Match[]
}

const exampleCountMax = 3

function explanationOf(run: RunState, { rule, learnt, claims }: Explained): ProposedRule {
  const share = Math.ceil(learnt.wrongShare * 10_000) / 10_000
  return {
    rule: rule.id ?? '',
    action: learnt.action,
    sentence: `${learnt.draft.sentence}.`,
    figures: [...learnt.draft.figures, ...learnt.figures],
    matches: claims.length,
    estimatedWrong: { share: String(share), count: String(Math.ceil(learnt.wrongShare * claims.length * 10) / 10) },
    examples: examplesOf(run, claims),
  }
}

/** The matches of the least ids. */
function examplesOf(run: RunState, claims: readonly Match[]): ProposedRule['examples'] {
  const idsOf = (side: Side, rows: readonly number[]): readonly string[] =>
    rows.map((row) => recordId(run[side].table, row)).toSorted()
  return claims
    .map(({ source, target, rule }) => {
      const side = rule.compiled.rule.side
      if (side === undefined) return { source: idsOf('source', source), target: idsOf('target', target) }
      const ids = idsOf(side, [...source, ...target])
      return side === 'source' ? { source: ids, target: [] } : { source: [], target: ids }
    })
    .toSorted((a, b) =>
      `${a.source[0] ?? ''} ${a.target[0] ?? ''}` < `${b.source[0] ?? ''} ${b.target[0] ?? ''}` ? -1 : 1,
    )
    .slice(0, exampleCountMax)
}

const countOpen = (run: RunState, side: Side): number =>
  run[side].statuses.reduce((count, each) => count + (each === status.open || each === status.held ? 1 : 0), 0)

const nothingProposed = ({ source, target }: BySide<Table>): Proposal => ({
  rules: [],
  isRelated: false,
  explanations: [],
  left: {
    source: source.rowCount,
    target: target.rowCount,
    reasons: ['Nothing in these records says that the two sides belong together.'],
  },
})
