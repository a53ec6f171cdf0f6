import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { type CriterionOutcome, outcomesUnderRule } from './criterion-outcomes.ts'

interface ComparedRecords {
  readonly source: number
  readonly target: number
  /** For a netting rule, the side of both records. */
  readonly side?: Side | undefined
  /** The rule that a line names. It is preferred among equally near rules. */
  readonly named?: string | undefined
}

interface NearestRule {
  readonly rule: string
  readonly outcomes: readonly CriterionOutcome[]
}

/**
 * The rule under which two records miss the fewest criteria, of `named` and the rules in which both take part. Of
 * equally near rules `named` comes first, then the order of the run. Undefined where no rule compares the records.
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
    // Leaves out the sum of a group, which two of its records need not reach.
    const own = outcomes.slice(0, bound.criteria.length)
    const failCount = own.filter(({ outcome }) => outcome === 'fails').length
    if (nearest === undefined || failCount < nearest.failCount) nearest = { rule: rule.id, outcomes: own, failCount }
  }
  return nearest && { rule: nearest.rule, outcomes: nearest.outcomes }
}

const namedFirst = (rules: readonly BoundRule[], named: string | undefined): readonly BoundRule[] =>
  [true, false].flatMap((isNamed) => rules.filter(({ compiled }) => (compiled.rule.id === named) === isNamed))
