import type { Criterion, Filter, FilterInput, Rule, Tolerance } from '../../../engine/rules/language/language.ts'
import type { CriterionInput, RuleInput, RuleSetInput, SumInput } from '../../../engine/rules/language/written-form.ts'
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

/** `default@2`. */
const defaultPolicy: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }] },
  {
    id: 'id',
    confidence: 'high',
    match: [{ field: 'id' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }, { field: 'date' }],
  },
  {
    id: 'amount-date',
    action: 'suggest',
    ambiguous: 'drop',
    match: [
      { field: 'amount' },
      { field: 'currency', nulls: 'match' },
      { field: 'date', days: 7 },
      { field: 'reference', nulls: 'skip' },
    ],
  },
]

function effectiveRule(input: RuleInput, index: number): Rule {
  const {
    action = 'match',
    cardinality = '1:1',
    where,
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
  const named = (input.match ?? []).flatMap((criterion) =>
    criterion ? [opposed(input, effectiveCriterion(criterion), criterion.sign === undefined)] : [],
  )
  const wanted = netted(input)
  return {
    ...common,
    ...(input.side && { side: input.side }),
    cardinality,
    match: [...named, ...implied({ ...input, sum: wanted }, named).map((each) => opposed(input, each, true))],
    ...(wanted && { sum: effectiveSum(wanted) }),
    ...(cardinality !== '1:1' && { select: select ?? 'group' }),
    ...(select === 'subset' && {
      limits: { maxItems: limits?.maxItems ?? 6, maxCandidates: limits?.maxCandidates ?? 24 },
    }),
    assign: assign ?? 'closest',
    ambiguous: ambiguous ?? 'review',
    ...(input.rank && { rank: input.rank }),
    ...(input.convert && { convert: { to: input.convert.to ?? '', maxAgeDays: input.convert.maxAgeDays ?? 0 } }),
    ...(input.residual && { residual: input.residual }),
    confidence: confidence ?? 'exact',
    ...(variance && { variance }),
    ...(input.ignoreAmount && { ignoreAmount: true }),
    ...(input.ignoreAmount && !wanted && !namesAmount(named) && { sign: input.sign ?? 'same' }),
    ...(input.crossCurrency && { crossCurrency: true }),
  }
}

const namesAmount = (named: readonly Criterion[]): boolean =>
  named.some((criterion) =>
    Object.values(fieldsOf(criterion)).some((field) => ['amount', 'gross', 'net'].includes(field)),
  )

/** Netting compares amounts by opposite signs, unless a sign is written. */
const opposed = ({ side }: RuleInput, criterion: Criterion, isDefault: boolean): Criterion =>
  side && isDefault && Object.values(fieldsOf(criterion)).some((field) => kindOf(field) === 'decimal')
    ? { ...criterion, sign: 'opposite' }
    : criterion

/** A group nets its amounts to zero where it says nothing else. */
function netted({ side, cardinality, sum }: RuleInput): SumInput | undefined {
  if (side === undefined || (sum === undefined && cardinality !== 'n:m')) return sum
  return { ...sum, sign: sum?.sign ?? 'opposite' }
}

/** Money is always compared, unless a rule says that it is not. */
function implied({ ignoreAmount, crossCurrency, convert, sum }: RuleInput, named: readonly Criterion[]): Criterion[] {
  const fields = named.flatMap((criterion) => Object.values(fieldsOf(criterion)))
  const amount: Criterion = { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }
  const currency: Criterion = { field: 'currency', op: 'equals', normalize: [], nulls: 'match' }
  return [
    ...(ignoreAmount || sum || namesAmount(named) ? [] : [amount]),
    ...(crossCurrency || convert || fields.includes('currency') ? [] : [currency]),
  ]
}

function effectiveCriterion(input: CriterionInput): Criterion {
  const { source, target } = fieldsOf({
    ...(input.field !== undefined && { field: input.field }),
    ...(input.sourceField !== undefined && { sourceField: input.sourceField }),
    ...(input.targetField !== undefined && { targetField: input.targetField }),
  })
  const { tolerance, days, businessDays, calendar, similarity, sign, nulls = 'fail', normalize = [] } = input
  const isNear = tolerance !== undefined || days !== undefined || businessDays !== undefined
  const kind = comparedKind(input, source, target)
  return {
    ...(source === target ? { field: source } : { sourceField: source, targetField: target }),
    op: input.op ?? (isNear ? 'near' : similarity ? 'similar' : 'equals'),
    ...(tolerance !== undefined && { tolerance: effectiveTolerance(tolerance) }),
    ...(days !== undefined && { days }),
    ...(businessDays !== undefined && { businessDays }),
    ...(calendar !== undefined && { calendar }),
    ...(kind === 'text' && { normalize }),
    ...(input.mask !== undefined && { mask: input.mask }),
    ...((input.op === 'starts' || input.op === 'ends') && { min: input.min ?? 8 }),
    ...(similarity && { similarity: { method: similarity.method, min: decimal(similarity.min) } }),
    ...(kind === 'decimal' && { sign: sign ?? 'same' }),
    nulls,
  }
}

function comparedKind({ tolerance, sign, op, ...dates }: CriterionInput, source: string, target: string): string {
  const days = dates.days ?? dates.businessDays
  const known = [kindOf(source), kindOf(target)].find((kind) => kind !== 'attribute')
  const isDecimal = tolerance !== undefined || sign !== undefined || op === 'transposed'
  return known ?? (days !== undefined ? 'date' : isDecimal ? 'decimal' : 'text')
}

/** The canonical text of a decimal. */
const decimal = (input: DecimalInput): string => writeFraction(readFraction(String(input)) ?? zero)

const signedBound = (input: DecimalInput): string =>
  String(input).endsWith('%') ? `${decimal(String(input).slice(0, -1))}%` : decimal(input)

function effectiveTolerance(input: NonNullable<CriterionInput['tolerance']>): Tolerance | string {
  if (typeof input !== 'object')
    return String(input).endsWith('%') ? `${decimal(String(input).slice(0, -1))}%` : decimal(input)
  const { from, to, absolute, percent, of = 'larger', combine = 'any' } = input
  if (from !== undefined && to !== undefined) return { from: signedBound(from), to: signedBound(to) }
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
function effectiveFilter({ field, op, value, abs }: FilterInput): Filter {
  if (value === undefined) return { field, op }
  const absolute = abs ? { abs } : {}
  if (isAttribute(field) || kindOf(field) !== 'decimal') return { field, op, value, ...absolute }
  return {
    field,
    op,
    ...absolute,
    value: Array.isArray(value) ? value.map((each) => decimal(each)) : decimal(String(value)),
  }
}
