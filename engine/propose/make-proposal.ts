import { openSuggestions } from '../match/closest/suggest.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { RuleInput } from '../rules/language/language.ts'
import { leftOver } from './left-over.ts'
import type { Proposal, ProposedRule } from './proposal.ts'
import type { Learnt } from './take-drafts.ts'
import { claimCountMin } from './weigh-draft.ts'

export interface NamedRule {
  readonly rule: RuleInput
  readonly learnt: Learnt
}

export interface Taken {
  readonly suggestions: readonly Match[]
  readonly claims: ReadonlyMap<string, readonly Match[]>
}

/** The matches, netted pairs and suggestions of each rule, by the rule's id. O(matches). */
export function takenBy(run: RunState): Taken {
  const suggestions = openSuggestions(run)
  const all = [...run.matches, ...run.nettings, ...suggestions]
  return { suggestions, claims: Map.groupBy(all, ({ rule }) => rule.compiled.rule.id) }
}

export const workingRules = ({ claims }: Taken, named: readonly NamedRule[]): readonly NamedRule[] =>
  named.filter(({ rule }) => rule.id !== undefined && claims.has(rule.id))

export function proposalOf(run: RunState, { claims, suggestions }: Taken, named: readonly NamedRule[]): Proposal {
  return {
    rules: named.map(({ rule }) => rule),
    isRelated: named.length > 0,
    explanations: named.map((each) => reportOf(run, each, claims.get(each.rule.id ?? '') ?? [])),
    left: leftOver(run, suggestions),
  }
}

const exampleCountMax = 3

function reportOf(run: RunState, { rule, learnt }: NamedRule, claims: readonly Match[]): ProposedRule {
  const fraction = Math.ceil(learnt.wrongFraction * 10_000) / 10_000
  return {
    rule: rule.id ?? '',
    action: learnt.action,
    sentence: `${learnt.draft.sentence}.`,
    figures: [...learnt.draft.figures, ...learnt.figures],
    matches: claims.length,
    estimatedWrong: {
      share: String(fraction),
      count: String(Math.ceil(learnt.wrongFraction * claims.length * 10) / 10),
    },
    examples: examplesOf(run, claims),
  }
}

function examplesOf(run: RunState, claims: readonly Match[]): ProposedRule['examples'] {
  const idsOf = (side: Side, rows: readonly number[]): readonly string[] =>
    rows.map((row) => recordId(run[side].table, row)).toSorted()
  const exampleOf = ({ source, target, rule }: Match): ProposedRule['examples'][number] => {
    const side = rule.compiled.rule.side
    if (side === undefined) return { source: idsOf('source', source), target: idsOf('target', target) }
    const ids = idsOf(side, [...source, ...target])
    return side === 'source' ? { source: ids, target: [] } : { source: [], target: ids }
  }
  // Keeps only the least examples: sorting all claims would take as long as running the rule.
  let least: readonly Ordered[] = []
  for (const claim of claims) {
    const example = exampleOf(claim)
    const order = `${example.source.join(' ')} ${example.target.join(' ')}`
    const last = least[exampleCountMax - 1]
    if (last === undefined || order < last.order)
      least = [...least, { example, order }].sort((a, b) => (a.order < b.order ? -1 : 1)).slice(0, exampleCountMax)
  }
  return least.map(({ example }) => example)
}

interface Ordered {
  readonly example: ProposedRule['examples'][number]
  readonly order: string
}

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
