import { openSuggestions } from '../match/closest/suggest.ts'
import type { Match, RunState } from '../match/run-state.ts'
import { recordId } from '../record/id-column.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { RuleInput } from '../rules/language.ts'
import { claimCountMin, type Learnt } from './learn-rules.ts'
import { leftOver } from './left-over.ts'
import type { Proposal, ProposedRule } from './proposal.ts'

/** A rule of the proposal, and what was learnt of it. */
export interface NamedRule {
  readonly rule: RuleInput
  readonly learnt: Learnt
}

/** What each rule took, by its id. */
const claimsByRule = (run: RunState): ReadonlyMap<string, readonly Match[]> =>
  Map.groupBy([...run.matches, ...run.nettings, ...openSuggestions(run)], ({ rule }) => rule.compiled.rule.id)

/** The rules that took anything. */
export function workingRules(run: RunState, named: readonly NamedRule[]): readonly NamedRule[] {
  const claims = claimsByRule(run)
  return named.filter(({ rule }) => rule.id !== undefined && claims.has(rule.id))
}

/** The proposal of rules that were run, each of which took something. */
export function proposalOf(run: RunState, named: readonly NamedRule[]): Proposal {
  const claims = claimsByRule(run)
  return {
    rules: named.map(({ rule }) => rule),
    isRelated: named.length > 0,
    explanations: named.map(({ rule, learnt }) =>
      explanationOf(run, { rule, learnt, claims: claims.get(rule.id ?? '') ?? [] }),
    ),
    left: leftOver(run, openSuggestions(run)),
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

const orderOf = ({ source, target }: ProposedRule['examples'][number]): string =>
  `${source.join(' ')} ${target.join(' ')}`

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
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .slice(0, exampleCountMax)
}

/** The proposal for sides that nothing relates. */
export const nothingProposed = (tables: BySide<Table>): Proposal => ({
  rules: [],
  isRelated: false,
  explanations: [],
  left: { source: tables.source.rowCount, target: tables.target.rowCount, reasons: reasonsForNothing(tables) },
})

function reasonsForNothing(tables: BySide<Table>): readonly string[] {
  const tooFew = sides.filter((side) => tables[side].rowCount < claimCountMin)
  if (tooFew.length === 0) return ['Nothing was found in these records that says that the two sides belong together.']
  return tooFew.map((side) => {
    const { rowCount } = tables[side]
    if (rowCount === 0) return `The ${side} has no records.`
    return `The ${side} has ${rowCount} ${rowCount === 1 ? 'record' : 'records'}, too few to learn rules from.`
  })
}
