import type { CompiledPolicy, CompiledRule } from './compiled-policy.ts'
import { compileCriterion, effectiveCriterion } from './criteria/compile-criterion.ts'
import { type CompiledCriterion, hasBlockingKey } from './criteria/criterion-kind.ts'
import { criterionOfSum } from './criteria/pair-sum.ts'
import { defaultPolicy } from './default-policy.ts'
import { isAttributePath } from './field.ts'
import { compileFilter, effectiveFilter } from './filter.ts'
import { checkGroup, effectiveSelection, missingKeyOfSubset } from './group.ts'
import { impliedCriteria } from './implied.ts'
import type { Filter, FilterInput, Rule, RuleFault, RuleInput, RuleSetInput, Where } from './language.ts'
import { effectiveSum, fieldsOfSum } from './sum.ts'

export type CompileResult =
  | { readonly ok: true; readonly policy: CompiledPolicy }
  | { readonly ok: false; readonly faults: readonly RuleFault[] }

/**
 * Makes a rule set ready to run: defaults filled in, implied criteria added, every fault found at once.
 * No rules at all mean `default@1`. Compiling effective rules again gives the same rules.
 */
export function compileRules(input: RuleSetInput): CompileResult {
  const faults: RuleFault[] = []
  const [policyId, rules] = readRules(input, faults)
  if (faults.length > 0) return { ok: false, faults }
  const compiled = rules.map(compileRule)
  const fields = compiled.flatMap((rule) => [
    ...rule.criteria.flatMap((criterion) => [criterion.sourceField, criterion.targetField]),
    ...[...rule.filters.source, ...rule.filters.target].map((filter) => filter.field),
    ...(rule.rule.sum ? fieldsOfSum(rule.rule.sum) : []),
  ])
  return {
    ok: true,
    policy: { policyId, rules, compiled, attributePaths: [...new Set(fields.filter(isAttributePath))].sort() },
  }
}

function readRules(input: RuleSetInput, faults: RuleFault[]): [CompiledPolicy['policyId'], readonly Rule[]] {
  if (input.form === 'criteria' && input.criteria.length > 0) {
    return [
      'custom',
      [matchRule({ id: 'rule-1', match: input.criteria }, { rule: '', match: '', position: 1 }, faults)],
    ]
  }
  const given = input.form === 'rules' && input.rules.length > 0
  const rules = given ? input.rules : defaultPolicy
  const effective = rules.flatMap((rule, index) => (rule === undefined ? [] : [effectiveRule(rule, index, faults)]))
  refuseRepeatedIds(rules, faults)
  return [given ? 'custom' : 'default@1', effective]
}

function effectiveRule(input: RuleInput, index: number, faults: RuleFault[]): Rule {
  const place = { rule: `/${index}`, match: `/${index}/match`, position: index + 1 }
  if (input.action === 'exclude') return excludeRule(input, place, faults)
  if (input.match === undefined)
    faults.push({ pointer: place.rule, code: 'required', detail: 'Wanted match: 1 to 12 criteria' })
  return matchRule(input, place, faults)
}

/** Where a rule stands: JSON Pointers to it and to its criteria, and its position from 1. */
interface Place {
  readonly rule: string
  readonly match: string
  readonly position: number
}

function matchRule(input: RuleInput, place: Place, faults: RuleFault[]): Rule {
  const inputs = input.match ?? []
  const named = inputs.flatMap(
    (each, index) => (each && effectiveCriterion(each, `${place.match}/${index}`, faults)) ?? [],
  )
  const match = [...named, ...impliedCriteria(input, named)]
  const sum = input.sum && effectiveSum(input.sum, `${place.rule}/sum`, faults)
  const cardinality = input.cardinality ?? '1:1'
  checkGroup(input, place, faults)
  // A criterion that was refused might have been the key: its own fault is enough.
  const criteria = criteriaOf({ match, sum, cardinality })
  const detail = named.length === inputs.length && inputs.length > 0 ? missingKey(input, criteria) : undefined
  if (detail !== undefined) faults.push({ pointer: place.rule, code: 'no_blocking_key', detail })
  if (input.action === 'suggest' && input.ambiguous === 'best')
    faults.push({
      pointer: `${place.rule}/ambiguous`,
      code: 'conflict',
      detail: 'A suggest rule lists every tie and picks none: wanted review or defer',
    })
  const where = readWhere(input.where, `${place.rule}/where`, faults)
  return {
    ...identity(input, place),
    action: input.action ?? 'match',
    cardinality,
    ...(where && { where }),
    match,
    ...(sum && { sum }),
    ...effectiveSelection(input),
    assign: input.assign ?? 'closest',
    ambiguous: input.ambiguous ?? 'review',
    confidence: input.confidence ?? 'exact',
    ...(input.variance && { variance: input.variance }),
    ...(input.ignoreAmount && { ignoreAmount: true }),
    ...(input.crossCurrency && { crossCurrency: true }),
  }
}

const missingKey = (input: RuleInput, criteria: readonly CompiledCriterion[]): string | undefined =>
  hasBlockingKey(criteria)
    ? missingKeyOfSubset(input, criteria)
    : 'Wanted an exact criterion besides currency, a tolerance or days, or a similarity of at least 0.6 (not jaro-winkler), so that not every pair has to be compared'

function identity(
  input: Pick<RuleInput, 'id' | 'name' | 'enabled'>,
  place: Place,
): Pick<Rule, 'id' | 'name' | 'enabled'> {
  const id = input.id ?? `rule-${place.position}`
  return { id, name: input.name ?? id, enabled: input.enabled ?? true }
}

const membersOfExclude = new Set(['id', 'name', 'enabled', 'action', 'where'])
/** Written out in an effective match rule; an exclude rule has no use for them. */
function excludeRule(input: RuleInput, place: Place, faults: RuleFault[]): Rule {
  for (const [member, value] of Object.entries(input)) {
    if (value !== undefined && !membersOfExclude.has(member)) {
      faults.push({
        pointer: `${place.rule}/${member}`,
        code: 'conflict',
        detail: `An exclude rule takes the records of where and has no ${member}`,
      })
    }
  }
  const where = readWhere(input.where, `${place.rule}/where`, faults)
  // Counted as given: a filter that was refused has its own fault.
  if (!input.where?.source?.length && !input.where?.target?.length) {
    faults.push({
      pointer: place.rule,
      code: 'required',
      detail: 'An exclude rule wants where with at least one filter',
    })
  }
  return { ...identity(input, place), action: 'exclude', ...(where && { where }) }
}

function readWhere(input: RuleInput['where'], pointer: string, faults: RuleFault[]): Where | undefined {
  if (input === undefined) return undefined
  const side = (filters: readonly (FilterInput | undefined)[] | undefined, name: string): Filter[] | undefined =>
    filters?.flatMap(
      (filter, index) => (filter && effectiveFilter(filter, `${pointer}/${name}/${index}`, faults)) ?? [],
    )
  const [source, target] = [side(input.source, 'source'), side(input.target, 'target')]
  return { ...(source && { source }), ...(target && { target }) }
}

function refuseRepeatedIds(rules: readonly (RuleInput | undefined)[], faults: RuleFault[]): void {
  const seen = new Map<string, number>()
  rules.forEach((rule, index) => {
    if (rule === undefined) return
    const id = rule.id ?? `rule-${index + 1}`
    const first = seen.get(id)
    if (first === undefined) seen.set(id, index)
    else
      faults.push({
        pointer: `/${index}/id`,
        code: 'repeated_id',
        detail: `The id ${id} is that of rule /${first} already`,
      })
  })
}

/** The criteria of a rule, a 1:1 sum being the last. */
function criteriaOf({
  match,
  sum,
  cardinality,
}: { [Name in 'match' | 'sum' | 'cardinality']?: Rule[Name] | undefined }) {
  const criteria = (match ?? []).map(compileCriterion)
  return sum && cardinality === '1:1' ? [...criteria, criterionOfSum(sum)] : criteria
}

function compileRule(rule: Rule): CompiledRule {
  const criteria = criteriaOf(rule)
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
