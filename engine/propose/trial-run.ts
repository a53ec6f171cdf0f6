import { at, numberAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { bindRule } from '../match/state/bound-rule.ts'
import { openRunState } from '../match/state/open-run-state.ts'
import { type Match, nothingTaken, type RunState, type SideState, status } from '../match/state/run-state.ts'
import { orderRecords } from '../match/state/twins.ts'
import type { Work } from '../match/state/work.ts'
import { claimByRule } from '../match/waterfall.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledRule } from '../rules/compiled-policy.ts'
import { noReferenceData, type RuleInput } from '../rules/language/language.ts'
import { exchangedRows } from './learning-sample.ts'
import type { Pair } from './learning-side.ts'
import { exchangeTexts, moveDates } from './picked-table.ts'

/**
 * A run on which rules are tried one after another: shows what a rule would match, and how much it would match by
 * chance.
 */
export interface TrialRun {
  /** Whether no rule that was kept has taken the record. */
  isOpen(side: Side, row: number): boolean
  openCount(side: Side): number
  /** The rows of the 1:1 matches of the rules that were kept. */
  pairs(): readonly Pair[]
  /** The matches, netted pairs or suggestions of a rule among the open records. Undefined for a refused rule. */
  try(rule: RuleInput): Slices<readonly Match[] | undefined>
  /** How many matches the rule makes when the target records have exchanged their texts. */
  tryOnExchangedTexts(rule: RuleInput): Slices<number>
  /** How many matches the rule makes when all dates of the target are moved by `dayCount`. */
  tryOnMovedDates(rule: RuleInput, dayCount: number): Slices<number>
  /** How many matches the rule makes among the records of `pairs` without their partners; undefined for few pairs. */
  tryOnStrangers(rule: RuleInput, pairs: readonly Pair[]): Slices<StrangerTrial | undefined>
  keep(rule: RuleInput): Slices<void>
}

/** A trial in which every match is wrong. */
export interface StrangerTrial {
  readonly matchCount: number
  readonly sourceCount: number
  readonly targetCount: number
}

/** With fewer matches, strangers show too little. */
const strangerCountMin = 50

/**
 * A run of `tables` before any rule. Records that differ in a field of `attributePaths` are no twins. A trial costs as
 * much as running the rule.
 */
export function* openTrialRun(tables: BySide<Table>, attributePaths: readonly string[], work: Work): Slices<TrialRun> {
  const policy = {
    policyId: 'custom',
    rules: [],
    referenceData: noReferenceData,
    compiled: [],
    attributePaths,
  } as const
  const run = yield* openRunState(tables, policy, { work })
  const variants = new Map<string, SideState>()
  const variant = (name: string, make: () => Table): RunState => {
    const known = variants.get(name)
    const table = known?.table ?? make()
    const ordering = known?.ordering ?? orderRecords(table, attributePaths)
    const target = { table, ordering, statuses: run.target.statuses.slice() }
    variants.set(name, target)
    return copied(run, target)
  }
  const countOn = function* (state: () => RunState, rule: RuleInput): Slices<number> {
    const compiled = compiledRule(rule)
    return compiled === undefined ? 0 : (yield* claims(state(), compiled)).length
  }
  return {
    isOpen: (side, row) => numberAt(run[side].statuses, row) === status.open,
    openCount: (side) => run[side].statuses.reduce((count, each) => count + (each === status.open ? 1 : 0), 0),
    pairs: () => pairsOf(run),
    *try(rule) {
      const compiled = compiledRule(rule)
      return (
        compiled && (yield* claims(copied(run, { ...run.target, statuses: run.target.statuses.slice() }), compiled))
      )
    },
    tryOnExchangedTexts: (rule) =>
      countOn(() => variant('texts', () => exchangeTexts(tables.target, exchangedRows(tables.target.rowCount))), rule),
    tryOnMovedDates: (rule, dayCount) =>
      countOn(() => variant(`days ${dayCount}`, () => moveDates(tables.target, dayCount)), rule),
    *tryOnStrangers(rule, pairs) {
      const compiled = compiledRule(rule)
      if (compiled === undefined || pairs.length < 2 * strangerCountMin) return undefined
      // Of every second match the source stays, of the others the target: no two of these belong together.
      const state = copied(run, { ...run.target, statuses: run.target.statuses.slice() })
      state.source.statuses.fill(status.matched)
      state.target.statuses.fill(status.matched)
      for (const [index, [source, target]] of pairs.entries()) {
        if (index % 2 === 0) state.source.statuses[source] = status.open
        else state.target.statuses[target] = status.open
      }
      const matchCount = (yield* claims(state, compiled)).length
      return { matchCount, sourceCount: (pairs.length + 1) >> 1, targetCount: pairs.length >> 1 }
    },
    *keep(rule) {
      const compiled = compiledRule(rule)
      if (compiled !== undefined) yield* claims(run, compiled)
    },
  }
}

const pairsOf = (run: RunState): readonly Pair[] =>
  [...run.matches].flatMap(({ source, target }) =>
    source.length === 1 && target.length === 1 ? [[at(source, 0), at(target, 0)] as const] : [],
  )

/** A copy in which records can be claimed without changing the run. */
const copied = (run: RunState, target: SideState): RunState => ({
  ...run,
  rules: [],
  source: { ...run.source, statuses: run.source.statuses.slice() },
  target,
  ...nothingTaken(),
})

function compiledRule(rule: RuleInput): CompiledRule | undefined {
  const result = compileRules({ form: 'rules', rules: [rule] })
  return result.ok ? at(result.policy.compiled, 0) : undefined
}

/** Lets a rule claim open records of `run`, and returns its matches. */
function* claims(run: RunState, compiled: CompiledRule): Slices<readonly Match[]> {
  const [matchCount, nettingCount, suggestionCount] = [
    run.matches.count(),
    run.nettings.count(),
    run.suggestions.length,
  ]
  run.rules.push(bindRule(compiled, { source: run.source.table, target: run.target.table }))
  yield* claimByRule(run, run.rules.length - 1)
  return [
    ...run.matches.from(matchCount),
    ...run.nettings.from(nettingCount),
    ...run.suggestions.slice(suggestionCount),
  ]
}
