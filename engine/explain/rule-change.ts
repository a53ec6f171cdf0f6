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

/** A change of one rule, by which the rule alone takes records that it left in a break. */
export type RuleChange = {
  /** `criterion_dropped` is offered only where no narrower change would do. */
  readonly kind: RuleChangeKind
  readonly rule: string
  /** A JSON Pointer (RFC 6901) into the policy's rules: `/2/match/1/tolerance`. */
  readonly pointer: string
  /** The value before; null where a member is added. */
  readonly from: JsonValue
  /** The value after; null where the member is removed. */
  readonly to: JsonValue
  /**
   * The change in words: `Rule “Same reference”: amounts at most 0.07 apart, instead of amounts at most 0.05 apart.`
   */
  readonly sentence: string
  /** All effective rules after the change, for `compileRules` with the policy's reference data. */
  readonly rules: readonly Rule[]
  readonly candidate: { readonly source: readonly string[]; readonly target: readonly string[] }
}

/**
 * The changes of the nearest rule of a break, each of which would let that rule take the break's records if there were no
 * others; the most fitting first. `tryRuleChanges` tells which of them do so among all records. Empty where no change is
 * certain: nothing failed, several records fit, the nearest record is matched, several records would have to add up to
 * one, or the rule reads a field twice, so that the line does not tell which criterion failed.
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
    // Some changes are no valid rules: the failed criterion may be the rule's only key, or the change may contradict
    // other members.
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

/** The records that the rule would take; undefined where the line does not name them, or other lines have them. */
function candidateOf(line: BreakLine, rule: Rule): RuleChange['candidate'] | undefined {
  const { reason, source = [], target = [], candidates = [], group } = line
  if (group !== undefined) return undefined
  if (reason === 'missing_in_target' || reason === 'missing_in_source')
    return rule.cardinality === '1:1' ? candidateWith(candidates[0], rule) : undefined
  // Under a subset rule a wider tolerance may find other sets, so no change is certain.
  if (reason === 'sum_mismatch') return rule.select === 'subset' ? undefined : { source, target }
  // Under `listed`, two records that miss each other may list the keys of other records.
  const isListed = (rule.match ?? []).some(({ op }) => op === 'listed')
  return isPair(reason) && !isListed ? { source, target } : undefined
}

/** The records with the nearest candidate; undefined where a match or netted line has that candidate. */
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
