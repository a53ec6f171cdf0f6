import { effectiveSum } from './amounts/sum.ts'
import { checkAmbiguity, checkRank } from './check-choice.ts'
import { compileCriteria } from './compile-rule.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { effectiveConversion } from './conversion.ts'
import { effectiveCriterion } from './criteria/compile-criterion.ts'
import { type CompiledCriterion, hasBlockingKey } from './criteria/criterion-kind.ts'
import { defaultPolicy } from './default-policy.ts'
import { effectiveFilter } from './filter.ts'
import { checkGroup, effectiveSelection } from './group-rule.ts'
import { checkSign, comparesAmounts, effectiveSign } from './ignored-amount.ts'
import type {
  Criterion,
  CriterionInput,
  Filter,
  FilterInput,
  ReferenceData,
  Rule,
  RuleFault,
  RuleInput,
  RuleSetInput,
  Where,
} from './language/language.ts'
import { checkListed } from './listed-rule.ts'
import { checkNetting, nettingSum, opposedCriterion } from './netting-rule.ts'
import { unknownCalendars } from './reference/named-calendars.ts'
import { checkResidual } from './residual-rule.ts'
import { checkLookups } from './text/check-lookups.ts'

/**
 * Rules with every default and implied criterion written out. If there are faults, do not execute the rules: refused
 * parts are missing from them.
 */
export function effectivePolicy(
  input: RuleSetInput,
  referenceData: ReferenceData,
  faults: RuleFault[],
): Pick<CompiledPolicy, 'policyId'> & { readonly rules: readonly Rule[] } {
  if (input.form === 'criteria' && input.criteria.length > 0) {
    const place = { rule: '', match: '', position: 1, referenceData }
    checkLookups([{ match: input.criteria, pointer: place.match }], referenceData.tables, faults)
    return { policyId: 'custom', rules: [matchRule({ id: 'rule-1', match: input.criteria }, place, faults)] }
  }
  const isCustom = input.form === 'rules' && input.rules.length > 0
  const rules = isCustom ? input.rules : defaultPolicy
  const effective = rules.map((rule, index) => {
    const place = { rule: `/${index}`, match: `/${index}/match`, position: index + 1, referenceData }
    return effectiveRule(rule, place, faults)
  })
  const placed = rules.map(({ match = [] }, index) => ({ match, pointer: `/${index}/match` }))
  checkLookups(placed, referenceData.tables, faults)
  refuseRepeatedIds(effective, faults)
  return { policyId: isCustom ? 'custom' : 'default@2', rules: effective }
}

function effectiveRule(input: RuleInput, place: Place, faults: RuleFault[]): Rule {
  if (input.action === 'exclude') return excludeRule(input, place, faults)
  if (input.match === undefined)
    faults.push({ pointer: place.rule, code: 'required', detail: 'Wanted match: 1 to 12 criteria' })
  return matchRule(input, place, faults)
}

interface Place {
  readonly rule: string
  readonly match: string
  readonly position: number
  readonly referenceData: ReferenceData
}

function matchRule(input: RuleInput, place: Place, faults: RuleFault[]): Rule {
  const inputs = input.match ?? []
  const compared = (criterion: Criterion, written?: CriterionInput): Criterion =>
    input.side === undefined ? criterion : opposedCriterion(criterion, written)
  const named = inputs.flatMap((criterion, index) => {
    const effective = effectiveCriterion(criterion, `${place.match}/${index}`, faults)
    return effective === undefined ? [] : [compared(effective, criterion)]
  })
  faults.push(...unknownCalendars(inputs, place))
  const writtenSum = nettingSum(input)
  const match = [
    ...named,
    ...impliedCriteria({ ...input, sum: writtenSum }, named).map((criterion) => compared(criterion)),
  ]
  const sum = writtenSum && effectiveSum(writtenSum, `${place.rule}/sum`, faults)
  const cardinality = input.cardinality ?? '1:1'
  checkGroup({ ...input, sum: writtenSum }, place, faults)
  checkListed(input, place, faults)
  checkNetting(input, place.rule, faults)
  if (named.length === inputs.length) checkResidual(input, { match, sum }, { pointer: place.rule, faults })
  const convert = effectiveConversion(input, { match: inputs, place }, faults)
  checkSign(input, { match: named, pointer: place.rule }, faults)
  checkRank(input, place.rule, faults)
  // No fault for a missing key where a criterion was refused: that criterion may have been the key.
  if (named.length === inputs.length && inputs.length > 0) {
    const rule = { match, cardinality, ...(sum && { sum }), ...(convert && { convert }) }
    const detail = missingKey(compileCriteria(rule, place.referenceData))
    if (detail !== undefined) faults.push({ pointer: place.rule, code: 'no_blocking_key', detail })
  }
  checkAmbiguity(input, place.rule, faults)
  const where = input.where && effectiveWhere(input.where, `${place.rule}/where`, faults)
  return {
    ...identity(input, place),
    action: input.action ?? 'match',
    cardinality,
    ...(input.side && { side: input.side }),
    ...(where && { where }),
    match,
    ...(sum && { sum }),
    ...effectiveSelection(input),
    assign: input.assign ?? 'closest',
    ambiguous: input.ambiguous ?? 'review',
    ...(input.rank && { rank: input.rank }),
    ...(convert && { convert }),
    ...(input.residual && { residual: input.residual }),
    confidence: input.confidence ?? 'exact',
    ...(input.variance && { variance: input.variance }),
    ...(input.ignoreAmount && { ignoreAmount: true }),
    ...effectiveSign(input, named),
    ...(input.crossCurrency && { crossCurrency: true }),
  }
}

/** Criteria on the amount and the currency for a rule that names none. A rule must say so to leave them out. */
function impliedCriteria(
  { ignoreAmount, crossCurrency, convert, sum }: Pick<RuleInput, 'ignoreAmount' | 'crossCurrency' | 'convert' | 'sum'>,
  match: readonly Criterion[],
): readonly Criterion[] {
  const named = new Set(match.flatMap(({ field, sourceField, targetField }) => [field, sourceField, targetField]))
  const amount: Criterion = { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }
  const currency: Criterion = { field: 'currency', op: 'equals', normalize: [], nulls: 'match' }
  return [
    ...(ignoreAmount || comparesAmounts({ sum }, match) ? [] : [amount]),
    ...(crossCurrency || convert || named.has('currency') ? [] : [currency]),
  ]
}

const missingKey = (criteria: readonly CompiledCriterion[]): string | undefined =>
  hasBlockingKey(criteria)
    ? undefined
    : 'Wanted an exact criterion besides currency, a tolerance or days, or a similarity of at least 0.6 (not jaro-winkler), so that not every pair has to be compared'

function identity(
  { id, name, enabled = true }: Pick<RuleInput, 'id' | 'name' | 'enabled'>,
  { position }: Place,
): Pick<Rule, 'id' | 'name' | 'enabled'> {
  const ownId = id ?? `rule-${position}`
  return { id: ownId, name: name ?? ownId, enabled }
}

function excludeRule(input: RuleInput, place: Place, faults: RuleFault[]): Rule {
  const { id, name, enabled, action, where: filters, ...others } = input
  for (const [member, value] of Object.entries(others)) {
    if (value !== undefined) {
      faults.push({
        pointer: `${place.rule}/${member}`,
        code: 'conflict',
        detail: `An exclude rule takes the records of where and has no ${member}`,
      })
    }
  }
  const where = filters && effectiveWhere(filters, `${place.rule}/where`, faults)
  // Counts the filters as written. A refused filter has a fault already.
  if (!filters?.source?.length && !filters?.target?.length) {
    faults.push({
      pointer: place.rule,
      code: 'required',
      detail: 'An exclude rule wants where with at least one filter',
    })
  }
  return { ...identity({ id, name, enabled }, place), action: 'exclude', ...(where && { where }) }
}

function effectiveWhere(input: NonNullable<RuleInput['where']>, pointer: string, faults: RuleFault[]): Where {
  const side = (filters: readonly FilterInput[] | undefined, name: string): readonly Filter[] | undefined =>
    filters?.flatMap((filter, index) => effectiveFilter(filter, `${pointer}/${name}/${index}`, faults) ?? [])
  const [source, target] = [side(input.source, 'source'), side(input.target, 'target')]
  return { ...(source && { source }), ...(target && { target }) }
}

function refuseRepeatedIds(rules: readonly Rule[], faults: RuleFault[]): void {
  const firstById = new Map<string, number>()
  for (const [index, { id }] of rules.entries()) {
    const first = firstById.get(id)
    if (first === undefined) firstById.set(id, index)
    else
      faults.push({
        pointer: `/${index}/id`,
        code: 'repeated_id',
        detail: `The id ${id} is that of rule /${first} already`,
      })
  }
}
