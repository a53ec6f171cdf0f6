import { isMoney } from './amounts/amount-criteria.ts'
import type { CompiledRule } from './compiled-policy.ts'
import { compileCriterion } from './criteria/compile-criterion.ts'
import { convertedCriterion, convertedSum } from './criteria/converted-amount.ts'
import type { CompiledCriterion } from './criteria/criterion-kind.ts'
import { criterionOfSigns } from './criteria/equal-signs.ts'
import { criterionOfSum } from './criteria/pair-sum.ts'
import { compileFilter } from './filter.ts'
import type { ReferenceData, Rule } from './language/language.ts'
import { filtersByPlace } from './netting-rule.ts'

export function compileRule(rule: Rule, referenceData: ReferenceData): CompiledRule {
  const criteria = compileCriteria(rule, referenceData)
  const places = filtersByPlace(rule)
  const filters = { source: places.source.map(compileFilter), target: places.target.map(compileFilter) }
  const readsId = {
    source:
      criteria.some(({ sourceField }) => sourceField === 'id') || filters.source.some(({ field }) => field === 'id'),
    target:
      criteria.some(({ targetField }) => targetField === 'id') || filters.target.some(({ field }) => field === 'id'),
  }
  const isRead = readsId.source || readsId.target
  const { signs } = referenceData
  return {
    rule,
    filters,
    criteria,
    // Under a netting rule both places of a pair hold records of the same side.
    readsId: rule.side === undefined ? readsId : { source: isRead, target: isRead },
    turns: { source: signs.source === 'turned', target: signs.target === 'turned' },
  }
}

/** The criteria of `match`, followed by one for the sum of a 1:1 rule or for the signs where amounts are ignored. */
export function compileCriteria(
  { match = [], sum, cardinality, sign, convert }: Pick<Rule, 'match' | 'sum' | 'cardinality' | 'sign' | 'convert'>,
  referenceData: ReferenceData,
): readonly CompiledCriterion[] {
  const oneSide = cardinality === '1:n' ? 'source' : cardinality === 'n:1' ? 'target' : undefined
  const rated = convert && { convert, rates: referenceData.rates }
  const criteria = match.map((criterion) => {
    const compiled = compileCriterion(criterion, referenceData, oneSide)
    return rated && isMoney(criterion) ? convertedCriterion(compiled, criterion, rated) : compiled
  })
  if (sign !== undefined && sign !== 'absolute') return [...criteria, criterionOfSigns(sign)]
  if (sum === undefined || cardinality !== '1:1') return criteria
  const ofSum = criterionOfSum(sum)
  return [...criteria, rated ? convertedSum(ofSum, sum, rated) : ofSum]
}
