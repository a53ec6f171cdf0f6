import type { MatchLine, NettedLine } from '@tallystick/engine/result'
import { type ComparedCriterion, comparedCriteria, type Rule } from '@tallystick/engine/rules'
import type { MatchType, ResultEvidence } from '@tallystick/schema/result-item'

export interface RuleView {
  readonly name: string
  readonly criteria: readonly ComparedCriterion[]
}

export const ruleViewsOf = (rules: readonly Rule[]): ReadonlyMap<string, RuleView> =>
  new Map(rules.map((rule) => [rule.id, { name: rule.name, criteria: comparedCriteria(rule) }]))

/** The compared values of a match in the order of the rule's criteria, without skipped ones; sums come last. */
export const evidenceOf = (line: MatchLine | NettedLine, criteria: readonly ComparedCriterion[]): ResultEvidence[] => [
  ...criteria.flatMap((criterion) => {
    const { name } = criterion
    const equal = memberOf(line.equal, name)
    if (equal !== undefined) return [evidenceItem(criterion, [equal, equal], 'exact')]
    const differ = memberOf(line.differ, name)
    return differ === undefined ? [] : [evidenceItem(criterion, differ, criterion.kind.matchType)]
  }),
  ...sumEvidence(line),
]

const sumEvidence = ({ sum }: Pick<MatchLine, 'sum'>): ResultEvidence[] =>
  sum === undefined ? [] : [{ field: 'sum', ...valuesOf(sum, true), match_type: 'sum' }]

/** Decimal text as a number if 15 significant digits hold it exactly, else the text. */
export function evidenceValue(decimal: string): number | string {
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  return digits.length <= 15 ? Number(decimal) : decimal
}

const evidenceItem = (
  { name, kind }: ComparedCriterion,
  values: readonly [string, string],
  match_type: MatchType,
): ResultEvidence => ({ field: name, ...valuesOf(values, kind.isNumeric), match_type })

/** Both forms of an amount: a number where that is exact, and always text. */
const valuesOf = ([source, target]: readonly [string, string], isNumeric: boolean) =>
  isNumeric
    ? {
        source_value: evidenceValue(source),
        target_value: evidenceValue(target),
        source_text: source,
        target_text: target,
      }
    : { source_value: source, target_value: target }

const memberOf = <Value>(members: { readonly [name: string]: Value } | undefined, name: string): Value | undefined =>
  members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined
