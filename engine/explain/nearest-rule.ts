import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { type CriterionOutcome, outcomesUnderRule } from './criterion-outcomes.ts'

/** Two records as rows in the places of a rule, and what is known of the rule that compared them. */
export interface ComparedRecords {
  readonly source: number
  readonly target: number
  /** The one side that both are of, where a netting rule compared them. */
  readonly side?: Side | undefined
  /** The id of the rule that a line names, which counts among rules that come equally near. */
  readonly named?: string | undefined
}

/** A rule under which two records come nearest, and how they stand to its criteria. */
export interface NearestRule {
  readonly rule: string
  readonly outcomes: readonly CriterionOutcome[]
}

/**
 * The rule of a run of which two records miss the fewest criteria, in which both take part; the first of several, unless
 * one of them is named. Undefined where no rule compares them.
 */
export function nearestRuleOf(
  run: RunState,
  { source, target, side, named }: ComparedRecords,
): NearestRule | undefined {
  let nearest: (NearestRule & { readonly failCount: number }) | undefined
  for (const bound of namedFirst(run.rules, named)) {
    const { rule } = bound.compiled
    if (rule.side !== side || bound.criteria.length === 0) continue
    if (rule.id !== named && !(bound.sourceTakesPart(source) && bound.targetTakesPart(target))) continue
    const outcomes = outcomesUnderRule(run, { rule: rule.id, source: [source], target: [target] }) ?? []
    // The sum of a group is not that of two of its records.
    const own = outcomes.slice(0, bound.criteria.length)
    const failCount = own.filter(({ outcome }) => outcome === 'fails').length
    if (nearest === undefined || failCount < nearest.failCount) nearest = { rule: rule.id, outcomes: own, failCount }
  }
  return nearest && { rule: nearest.rule, outcomes: nearest.outcomes }
}

const namedFirst = (rules: readonly BoundRule[], named: string | undefined): readonly BoundRule[] =>
  [true, false].flatMap((isNamed) => rules.filter(({ compiled }) => (compiled.rule.id === named) === isNamed))
