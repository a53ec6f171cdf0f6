import { compareUtf8 } from '../base/bytes.ts'
import type { JsonValue } from '../base/canonical.ts'
import type { BreakLine, CandidateLine } from '../result/line.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { Rule } from '../rules/language/language.ts'
import { describeCriterion } from '../rules/words/describe-criterion.ts'
import { sumWords } from '../rules/words/sum-words.ts'
import { quoted } from '../rules/words/value-words.ts'
import { editsOf, type RuleChangeKind, type RuleEdit } from './rule-edits.ts'

/** A change of one rule under which it takes records that it left in a break. */
export type RuleChange = {
  /** How the rule changes; `criterion_dropped` is offered only where nothing narrower would do. */
  readonly kind: RuleChangeKind
  /** The id of the rule. */
  readonly rule: string
  /** RFC 6901 JSON Pointer into the policy's rules: `/2/match/1/tolerance`. */
  readonly pointer: string
  /** What stands there; null for nothing. */
  readonly from: JsonValue
  /** What would; null where it is taken out. */
  readonly to: JsonValue
  /** `Rule “Same reference”: amounts at most 0.07 apart, instead of amounts at most 0.05 apart.` */
  readonly sentence: string
  /** All rules with the change, effective, as `compileRules` takes them beside the policy's reference data. */
  readonly rules: readonly Rule[]
  /** The ids of the records that the rule then takes together. */
  readonly candidate: { readonly source: readonly string[]; readonly target: readonly string[] }
}

/**
 * The changes of a policy that would have let the rule of a break, which came nearest, take its records: each of them is
 * enough, the most fitting first. Empty where none is certain: nothing failed, several records fit, the nearest record is
 * matched, several records would have to add up to one, or the rule reads a field twice so that the line does not tell
 * which criterion failed. A change is no advice: what else it takes shows when the changed rules are run.
 */
export function proposeRuleChanges(
  { rules, referenceData }: Pick<CompiledPolicy, 'rules' | 'referenceData'>,
  line: BreakLine,
): readonly RuleChange[] {
  const { failed } = line
  const index = rules.findIndex(({ id }) => id === failed?.rule)
  const rule = rules[index]
  if (failed === undefined || rule === undefined || failed.code !== undefined) return []
  const candidate = candidateOf(line, rule)
  if (candidate === undefined) return []
  return editsOf(rule, { ...line, failed }).flatMap((edit): RuleChange[] => {
    const compiled = compileRules({ form: 'rules', rules: rules.with(index, edit.rule), referenceData })
    // A rule may need what failed as its only key, or refuse the change beside what else it says.
    if (!compiled.ok) return []
    const { kind, pointer, from, to } = edit
    return [
      {
        kind,
        rule: rule.id,
        pointer: `/${index}${pointer}`,
        from,
        to,
        sentence: sentenceOf(rule, edit),
        rules: compiled.policy.rules,
        candidate,
      },
    ]
  })
}

/** The records that the rule would take; undefined where the line does not tell, or others have them. */
function candidateOf(line: BreakLine, rule: Rule): RuleChange['candidate'] | undefined {
  const { reason, source = [], target = [], candidates = [], group } = line
  if (group !== undefined) return undefined
  if (reason === 'missing_in_target' || reason === 'missing_in_source')
    return rule.cardinality === '1:1' ? candidateWith(candidates[0], rule) : undefined
  // With more to choose from, other sets may fit as well.
  if (reason === 'sum_mismatch') return rule.select === 'subset' ? undefined : { source, target }
  // Two records that miss each other may list keys of others.
  const isListed = (rule.match ?? []).some(({ op }) => op === 'listed')
  return isPair(reason) && !isListed ? { source, target } : undefined
}

/** The pair of the nearest record, which is the one that failed; undefined where a match or netting has it. */
function candidateWith(nearest: CandidateLine | undefined, { side }: Rule): RuleChange['candidate'] | undefined {
  if (nearest === undefined || nearest.takenBy !== undefined) return undefined
  if (side === undefined) return { source: [nearest.source], target: [nearest.target] }
  const ids = [nearest.source, nearest.target].sort(compareUtf8)
  return side === 'source' ? { source: ids, target: [] } : { source: [], target: ids }
}

const isPair = (reason: BreakLine['reason']): boolean =>
  reason === 'amount_mismatch' || reason === 'date_mismatch' || reason === 'currency_mismatch'

function sentenceOf({ name, cardinality }: Rule, { part }: RuleEdit): string {
  const rule = `Rule ${quoted(name)}`
  if (part.of === 'sign') return `${rule}: amounts may have any sign.`
  if (part.of === 'sum') {
    const words = (sum: typeof part.before): string => sumWords(sum, cardinality === '1:1')
    return `${rule}: ${words(part.after)}, instead of ${words(part.before)}.`
  }
  const before = describeCriterion(part.before)
  return part.after === undefined
    ? `${rule}: without ${quoted(before)}, since nothing narrower takes these records.`
    : `${rule}: ${describeCriterion(part.after)}, instead of ${before}.`
}
