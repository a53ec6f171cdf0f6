import type { Sha256 } from '../base/hasher.ts'
import { finish, type Slices } from '../base/slices.ts'
import type { Pass, RunState } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { createWork, sliceStepCountUsual } from '../match/state/work.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { ReconcileResult } from '../reconcile.ts'
import type { MatchLine, NettedLine } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import { settledTotals } from '../result/settled-amount.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { compareWithout, createEndedRun, type EndedRun, runWithout, type WithoutRule } from './impact-without.ts'
import { linesOfView } from './result-lines.ts'

interface ImpactInput {
  readonly policy: CompiledPolicy
  readonly run: RunState
  readonly outcome: ReconcileResult
  /** The id of the only rule to look at; undefined for all rules. */
  readonly rule?: string | undefined
  /** The most steps that all runs without a rule take together; else a `WorkLimitError` is thrown. */
  readonly stepCountMax?: number
}

export type PolicyImpact = {
  readonly rules: readonly RuleImpact[]
  readonly truncated: boolean
}

export type RuleImpact = {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly fromRun: FromRun
  /** Null where it was not computed. */
  readonly withoutRule: WithoutRule | null
  readonly note?: string
}

type FromRun = {
  readonly candidates: number
  readonly matches: number
  /** How many pairs and groups the rule netted. */
  readonly netted: number
  readonly suggestions: number
  readonly excluded: number
  /** The control amounts of the rule's matched and netted source records, by currency. */
  readonly value: { readonly [currency: string]: string }
  readonly confidence: { readonly [level in Confidence]: number }
}

/**
 * With up to this many records of both sides together, every rule is left out in turn; with more, only a named rule.
 */
export const leaveOneOutRecordCountMax = 20_000

/**
 * What each rule did, and how the run would have ended without it: the matches that only this rule makes, those that
 * another rule would make, and the records that would be in a break. Undefined where no rule has the id `rule`. Reuses
 * the run's orderings and keys, and executes only the passes after the rule again. Throws where the outcome is not that
 * of these records and rules.
 */
export const findImpact = (sha256: Sha256, input: ImpactInput): PolicyImpact | undefined =>
  finish(findImpactInSlices(sha256, input))

/** `findImpact` in slices, counted as in `reconcileInSlices`. */
export function* findImpactInSlices(sha256: Sha256, input: ImpactInput): Slices<PolicyImpact | undefined> {
  const { policy, run, rule } = input
  const rules = policy.rules.filter(({ id }) => rule === undefined || id === rule)
  if (rules.length === 0) return undefined
  const recordCount = run.source.table.rowCount + run.target.table.rowCount
  const isComputed = rule !== undefined || recordCount <= leaveOneOutRecordCountMax
  const work = createWork({
    limits: run.work.limits,
    stepCountMax: input.stepCountMax,
    sliceStepCount: sliceStepCountUsual,
  })
  const ended = createEndedRun({ ...run, work })
  const outputOf = readOutputs(sha256, input.outcome)
  const impacts: (RuleImpact & { readonly truncated: boolean })[] = []
  for (const { id, name, enabled } of rules) {
    const output = outputOf(id)
    if (output.ids.length !== ended.matchesOf(id).length)
      throw new Error(`Impact: the outcome is not that of these records and rules: ${id}`)
    const compared = isComputed
      ? yield* compareWithout(ended, { other: yield* runWithout(ended.run, id), rule: id, ids: output.ids })
      : undefined
    impacts.push({
      id,
      name,
      enabled,
      fromRun: fromRun(ended, id, output),
      withoutRule: compared?.without ?? null,
      ...(!isComputed && { note: tooMany }),
      truncated: compared?.truncated ?? false,
    })
  }
  return {
    rules: impacts.map(({ truncated, ...impact }) => impact),
    truncated: impacts.some(({ truncated }) => truncated),
  }
}

const tooMany = `A run of more than ${leaveOneOutRecordCountMax} records is executed without a rule only when that rule is asked for`

interface RuleOutput {
  readonly pass: Pass | undefined
  readonly ids: readonly string[]
  readonly levels: readonly Confidence[]
  readonly suggestionCount: number
}

function readOutputs(sha256: Sha256, { chunks, passes }: ReconcileResult): (rule: string) => RuleOutput {
  const linesByRule = (view: 'matches' | 'suggestions' | 'netted') =>
    Map.groupBy(
      linesOfView(chunks, view).map((text) => ({ text, line: readMatch(text) })),
      ({ line }) => line.rule,
    )
  const [matches, suggestions, netted] = [linesByRule('matches'), linesByRule('suggestions'), linesByRule('netted')]
  return (rule) => {
    const own = matches.get(rule) ?? netted.get(rule) ?? []
    return {
      pass: passes.find((pass) => pass.rule === rule),
      ids: own.map(({ text, line }) => idOfLine(line.kind, hashOfLine(sha256, text))),
      levels: own.map(({ line }) => line.confidence),
      suggestionCount: suggestions.get(rule)?.length ?? 0,
    }
  }
}

const readMatch = (text: string): MatchLine | NettedLine => JSON.parse(text)

function fromRun({ run, matchesOf }: EndedRun, rule: string, output: RuleOutput): FromRun {
  const { pass, levels, suggestionCount } = output
  const count = (level: Confidence): number => levels.filter((each) => each === level).length
  const [exact, high, medium, low] = confidences
  return {
    candidates: pass?.candidates ?? 0,
    matches: pass?.matches ?? 0,
    netted: pass?.netted ?? 0,
    suggestions: suggestionCount,
    excluded: (pass?.excludedSource ?? 0) + (pass?.excludedTarget ?? 0),
    value: settledTotals(
      run,
      'source',
      matchesOf(rule).flatMap((match) => rowsBySide(match.rule, match).source),
    ),
    confidence: { exact: count(exact), high: count(high), medium: count(medium), low: count(low) },
  }
}
