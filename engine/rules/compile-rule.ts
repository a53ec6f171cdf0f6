import type { CompiledRule } from './compiled-policy.ts'
import { compileCriterion } from './criteria/compile-criterion.ts'
import type { CompiledCriterion } from './criteria/criterion-kind.ts'
import { criterionOfSum } from './criteria/pair-sum.ts'
import { compileFilter } from './filter.ts'
import type { ReferenceData, Rule } from './language.ts'

/** The form of an effective rule that the matcher executes, with the tables, rates and calendars that it refers to. */
export function compileRule(rule: Rule, referenceData: ReferenceData): CompiledRule {
  const criteria = compileCriteria(rule, referenceData)
  const filters = {
    source: (rule.where?.source ?? []).map(compileFilter),
    target: (rule.where?.target ?? []).map(compileFilter),
  }
  return {
    rule,
    filters,
    criteria,
    readsId: {
      source:
        criteria.some(({ sourceField }) => sourceField === 'id') || filters.source.some(({ field }) => field === 'id'),
      target:
        criteria.some(({ targetField }) => targetField === 'id') || filters.target.some(({ field }) => field === 'id'),
    },
  }
}

/** The criteria of an effective rule in their order; the sum of a 1:1 rule is compared as the last of them. */
export function compileCriteria(
  { match = [], sum, cardinality }: Pick<Rule, 'match' | 'sum' | 'cardinality'>,
  referenceData: ReferenceData,
): readonly CompiledCriterion[] {
  const oneSide = cardinality === '1:n' ? 'source' : cardinality === 'n:1' ? 'target' : undefined
  const criteria = match.map((criterion) => compileCriterion(criterion, referenceData, oneSide))
  return sum && cardinality === '1:1' ? [...criteria, criterionOfSum(sum)] : criteria
}
