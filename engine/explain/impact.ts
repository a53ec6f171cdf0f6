import type { Sha256 } from '../base/hasher.ts'
import type { Pass, RunState } from '../match/run-state.ts'
import type { ReconcileResult } from '../reconcile.ts'
import { controlTotals } from '../result/control-amount.ts'
import type { MatchLine } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { Rule } from '../rules/language.ts'
import { type Confidence, confidences } from '../rules/language.ts'
import { type ClaimedRun, createClaimedRun, type WithoutRule, withoutRule } from './impact-without.ts'
import { leaveOut } from './leave-out.ts'
import { hashOfLine, linesOfView } from './result-lines.ts'

export interface ImpactInput {
  readonly policy: CompiledPolicy
  /** The run at its end, and what the engine makes of it; its result root is the run's. */
  readonly run: RunState
  readonly outcome: ReconcileResult
  /** The one rule that is asked for, by its id; all of them when left out. */
  readonly rule?: string | undefined
}

export type PolicyImpact = {
  /** In the order of the policy. */
  readonly rules: readonly RuleImpact[]
  /** A list was cut after 1,000. */
  readonly truncated: boolean
}

export type RuleImpact = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly fromRun: FromRun
  /** What the run would have come to with this rule disabled. */
  readonly withoutRule: WithoutRule | null
  /** Why it was not computed. */
  readonly note?: string
}

/** What a rule carried in the run itself. */
export type FromRun = {
  readonly candidates: number
  readonly matches: number
  readonly suggestions: number
  readonly excluded: number
  /** Control amounts of the source records that it matched, by currency. */
  readonly value: { readonly [currency: string]: string }
  readonly confidence: { readonly [level in Confidence]: number }
}

/** Records of both sides together above which the run is executed without a rule only when that rule is named. */
export const leaveOneOutRecordCountMax = 20_000

/**
 * What each rule of a run carried, and by executing the run without it, what only it can carry, which rule would take
 * the rest, and what would become a break. Undefined when no rule has the id asked for. Orderings and what the rules
 * read of the records are those of the run; the passes before a rule are not done again for it. Throws when the outcome
 * is that of other records or rules.
 */
export function findImpact(sha256: Sha256, input: ImpactInput): PolicyImpact | undefined {
  const { policy, run, rule } = input
  const rules = policy.rules.filter(({ id }) => rule === undefined || id === rule)
  if (rules.length === 0) return undefined
  const recordCount = run.source.table.rowCount + run.target.table.rowCount
  const isComputed = rule !== undefined || recordCount <= leaveOneOutRecordCountMax
  const asked = new Set(isComputed ? rules.map(({ id }) => id) : [])
  const without = leaveOut(run, asked)
  const claimed = createClaimedRun(run)
  const carried = readCarried(sha256, input.outcome)
  const impacts = rules.map((each): RuleImpact & { readonly truncated: boolean } => {
    const own = carried(each.id)
    if (own.ids.length !== claimed.matchesOf(each.id).length)
      throw new Error(`Impact: the outcome is not that of these records and rules: ${each.id}`)
    const result = isComputed
      ? withoutRule(claimed, { run: without.get(each.id), rule: each.id, ids: own.ids })
      : undefined
    return {
      id: each.id,
      name: each.name,
      enabled: each.enabled,
      fromRun: fromRun(claimed, each, own),
      withoutRule: result?.without ?? null,
      ...(!isComputed && { note: tooMany }),
      truncated: result?.truncated ?? false,
    }
  })
  return {
    rules: impacts.map(({ truncated, ...impact }) => impact),
    truncated: impacts.some(({ truncated }) => truncated),
  }
}

const tooMany = `A run of more than ${leaveOneOutRecordCountMax} records is executed without a rule only when that rule is asked for`

/** What the lines and the passes of a result say of one rule. */
interface Carried {
  readonly pass: Pass | undefined
  /** Ids of its matches, and how confident they are, in the order of the result. */
  readonly ids: readonly string[]
  readonly levels: readonly Confidence[]
  readonly suggestionCount: number
}

function readCarried(sha256: Sha256, { chunks, passes }: ReconcileResult): (rule: string) => Carried {
  const read = (view: 'matches' | 'suggestions') =>
    Map.groupBy(
      linesOfView(chunks, view).map((text) => ({ text, line: lineOf(text) })),
      ({ line }) => line.rule,
    )
  const [matches, suggestions] = [read('matches'), read('suggestions')]
  return (rule) => {
    const own = matches.get(rule) ?? []
    return {
      pass: passes.find((pass) => pass.rule === rule),
      ids: own.map(({ text }) => idOfLine('match', hashOfLine(sha256, text))),
      levels: own.map(({ line }) => line.confidence),
      suggestionCount: suggestions.get(rule)?.length ?? 0,
    }
  }
}

const lineOf = (text: string): MatchLine => JSON.parse(text)

function fromRun(claimed: ClaimedRun, { id }: Rule, { pass, ids, levels, suggestionCount }: Carried): FromRun {
  const count = (level: Confidence): number => levels.filter((each) => each === level).length
  const [exact, high, medium, low] = confidences
  return {
    candidates: pass?.candidates ?? 0,
    matches: ids.length,
    suggestions: suggestionCount,
    excluded: (pass?.excludedSource ?? 0) + (pass?.excludedTarget ?? 0),
    value: controlTotals(
      claimed.run.source.table,
      claimed.matchesOf(id).flatMap(({ source }) => source),
    ),
    confidence: { exact: count(exact), high: count(high), medium: count(medium), low: count(low) },
  }
}
