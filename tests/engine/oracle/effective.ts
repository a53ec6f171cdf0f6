import type { CriterionInput, RuleInput, RuleSetInput, SumInput } from '../../../engine/index.ts'
import type { Criterion, Filter, FilterInput, Rule, Tolerance } from '../../../engine/rules/language.ts'
import { readFraction, writeFraction, zero } from './fraction.ts'
import type { Sum } from './sums.ts'
import { fieldsOf, isAttribute, kindOf, sides } from './values.ts'

type DecimalInput = string | number

/** The rules of a run with every default and implied criterion written out, for rules that mean something. */
export function effectiveRules(input: RuleSetInput): Rule[] {
  if (input.form === 'criteria' && input.criteria.length > 0)
    return [effectiveRule({ id: 'rule-1', match: input.criteria }, 0)]
  const rules = input.form === 'rules' ? input.rules.flatMap((rule) => rule ?? []) : []
  return (rules.length > 0 ? rules : defaultPolicy).map(effectiveRule)
}

/** `default@1`. */
const defaultPolicy: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }] },
  {
    id: 'id',
    confidence: 'high',
    match: [{ field: 'id' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }, { field: 'date' }],
  },
  {
    id: 'amount-date',
    confidence: 'high',
    match: [
      { field: 'amount' },
      { field: 'currency', nulls: 'match' },
      { field: 'date' },
      { field: 'reference', nulls: 'skip' },
    ],
  },
]

function effectiveRule(input: RuleInput, index: number): Rule {
  const {
    action = 'match',
    cardinality = '1:1',
    where,
    sum,
    select,
    limits,
    assign,
    ambiguous,
    confidence,
    variance,
  } = input
  const id = input.id ?? `rule-${index + 1}`
  const common = {
    id,
    name: input.name ?? id,
    enabled: input.enabled ?? true,
    action,
    ...(where && {
      where: {
        ...(where.source && { source: where.source.flatMap((each) => (each ? [effectiveFilter(each)] : [])) }),
        ...(where.target && { target: where.target.flatMap((each) => (each ? [effectiveFilter(each)] : [])) }),
      },
    }),
  }
  if (action === 'exclude') return common
  const named = (input.match ?? []).flatMap((criterion) => (criterion ? [effectiveCriterion(criterion)] : []))
  return {
    ...common,
    cardinality,
    match: [...named, ...implied(input, named)],
    ...(sum && { sum: effectiveSum(sum) }),
    ...(cardinality !== '1:1' && { select: select ?? 'group' }),
    ...(select === 'subset' && {
      limits: { maxItems: limits?.maxItems ?? 6, maxCandidates: limits?.maxCandidates ?? 24 },
    }),
    assign: assign ?? 'closest',
    ambiguous: ambiguous ?? 'review',
    ...(input.rank && { rank: input.rank }),
    confidence: confidence ?? 'exact',
    ...(variance && { variance }),
    ...(input.ignoreAmount && { ignoreAmount: true }),
    ...(input.crossCurrency && { crossCurrency: true }),
  }
}

/** Money is always compared, unless a rule says that it is not. */
function implied({ ignoreAmount, crossCurrency, sum }: RuleInput, named: readonly Criterion[]): Criterion[] {
  const fields = named.flatMap((criterion) => Object.values(fieldsOf(criterion)))
  const namesAmount = ['amount', 'gross', 'net'].some((field) => fields.includes(field))
  const amount: Criterion = { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }
  const currency: Criterion = { field: 'currency', op: 'equals', normalize: [], nulls: 'match' }
  return [
    ...(ignoreAmount || sum || namesAmount ? [] : [amount]),
    ...(crossCurrency || fields.includes('currency') ? [] : [currency]),
  ]
}

function effectiveCriterion(input: CriterionInput): Criterion {
  const { source, target } = fieldsOf({
    ...(input.field !== undefined && { field: input.field }),
    ...(input.sourceField !== undefined && { sourceField: input.sourceField }),
    ...(input.targetField !== undefined && { targetField: input.targetField }),
  })
  const { tolerance, days, similarity, sign, nulls = 'fail', normalize = [] } = input
  const isNear = tolerance !== undefined || days !== undefined
  const kind = comparedKind(input, source, target)
  return {
    ...(source === target ? { field: source } : { sourceField: source, targetField: target }),
    op: input.op ?? (isNear ? 'near' : similarity ? 'similar' : 'equals'),
    ...(tolerance !== undefined && { tolerance: effectiveTolerance(tolerance) }),
    ...(days !== undefined && { days }),
    ...(kind === 'text' && { normalize }),
    ...(similarity && { similarity: { method: similarity.method, min: decimal(similarity.min) } }),
    ...(kind === 'decimal' && { sign: sign ?? 'same' }),
    nulls,
  }
}

function comparedKind({ tolerance, sign, days }: CriterionInput, source: string, target: string): string {
  const known = [kindOf(source), kindOf(target)].find((kind) => kind !== 'attribute')
  return known ?? (days !== undefined ? 'date' : tolerance !== undefined || sign !== undefined ? 'decimal' : 'text')
}

/** The canonical text of a decimal. */
const decimal = (input: DecimalInput): string => writeFraction(readFraction(String(input)) ?? zero)

function effectiveTolerance(input: NonNullable<CriterionInput['tolerance']>): Tolerance | string {
  if (typeof input !== 'object')
    return String(input).endsWith('%') ? `${decimal(String(input).slice(0, -1))}%` : decimal(input)
  const { from, to, absolute, percent, of = 'larger', combine = 'any' } = input
  if (from !== undefined && to !== undefined) return { from: decimal(from), to: decimal(to) }
  return {
    ...(absolute !== undefined && { absolute: decimal(absolute) }),
    ...(percent !== undefined && { percent: decimal(String(percent).replace('%', '')), of }),
    ...(absolute !== undefined && percent !== undefined && { combine }),
  }
}

function effectiveSum({ tolerance, sign = 'same', ...terms }: SumInput): Sum {
  const [source, target] = sides.map((side) =>
    (terms[side] ?? [{ field: 'amount' }]).flatMap((term) => (term ? [effectiveTerm(term)] : [])),
  )
  return {
    source: source ?? [],
    target: target ?? [],
    ...(tolerance !== undefined && { tolerance: effectiveTolerance(tolerance) }),
    sign,
  }
}

function effectiveTerm(input: NonNullable<NonNullable<SumInput['source']>[number]>): Sum['source'][number] {
  if (input.fixed !== undefined) return { fixed: decimal(input.fixed) }
  if (input.percent !== undefined) return { percent: decimal(input.percent), of: input.of ?? '' }
  const rest = input.default === undefined ? {} : { default: decimal(input.default) }
  return { field: input.field ?? '', times: input.times ?? 1, ...rest }
}

/** Decimals of a filter are canonical text; beside an attribute a value stays as it is written. */
function effectiveFilter({ field, op, value }: FilterInput): Filter {
  if (value === undefined) return { field, op }
  if (isAttribute(field) || kindOf(field) !== 'decimal') return { field, op, value }
  return { field, op, value: Array.isArray(value) ? value.map((each) => decimal(each)) : decimal(String(value)) }
}
