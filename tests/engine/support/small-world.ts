import fc from 'fast-check'
import { type CanonicalRecord, type CriterionInput, compileRules, type RuleInput } from '../../../engine/index.ts'

/** Records and rules over a few values each, so that collisions, twins and ambiguities are the rule. */

const ids = ['a', 'b', 'B', 'c10', 'c9', 'é', '\uffee', '😀']

const maybe = (...values: readonly string[]): fc.Arbitrary<string | undefined> =>
  fc.constantFrom<string | undefined>(undefined, ...values)
const seldom = (...values: readonly string[]): fc.Arbitrary<string | undefined> =>
  fc.option(maybe(...values), { freq: 1, nil: undefined })

const values = fc.record({
  amount: maybe('10', '10', '10.02', '10.5', '-10', '20'),
  net: seldom('10', '9.7'),
  currency: maybe('EUR', 'EUR', 'EUR', 'USD'),
  date: maybe('2026-03-01', '2026-03-02', '2026-03-04'),
  reference: maybe('INV-7', 'inv 7', 'INV-70'),
  description: maybe('PAID INV-7', 'INV-70'),
  batch: seldom('x', 'y'),
  timestamp: seldom('2026-03-01T09:00:00Z', '2026-03-01T08:00:00Z'),
})

type Values = typeof values extends fc.Arbitrary<infer Value> ? Value : never

/** One side of up to `countMax` records, drawn from half as many sets of values, so that twins are frequent. */
export function side(countMax = 6): fc.Arbitrary<CanonicalRecord[]> {
  return fc
    .tuple(fc.array(values, { minLength: 1, maxLength: countMax }), fc.shuffledSubarray(ids, { maxLength: countMax }))
    .chain(([templates, chosen]) =>
      fc
        .tuple(...chosen.map(() => fc.nat({ max: Math.floor(templates.length / 2) })))
        .map((picks) => chosen.map((id, index) => recordOf(id, templates[picks[index] ?? 0]))),
    )
}

function recordOf(id: string, given: Values | undefined): CanonicalRecord {
  const { batch, timestamp, ...fields } = given ?? {}
  const attributes = { ...(batch && { batch }), ...(timestamp && { timestamp }) }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { id, ...present, ...(Object.keys(attributes).length > 0 && { attributes }) }
}

const nulls = { nulls: fc.constantFrom<CriterionInput['nulls'][]>('fail', 'fail', 'skip', 'match') }
const tolerances: NonNullable<CriterionInput['tolerance']>[] = [
  '0.02',
  '10',
  '5%',
  '100%',
  { from: '-0.5', to: '0.02' },
  { from: '0.02', to: '10' },
  { percent: '5', of: 'source' },
  { percent: '100', of: 'smaller' },
  { absolute: '0.02', percent: '5', of: 'target' },
  { absolute: '0.5', percent: '1', of: 'smaller', combine: 'all' },
]
const sign = fc.constantFrom<CriterionInput['sign'][]>('same', 'same', 'opposite', 'absolute')

const criterion: fc.Arbitrary<CriterionInput> = fc.oneof(
  fc.record({ field: fc.constantFrom('reference', 'currency', 'date', 'description', 'attributes.batch'), ...nulls }),
  fc.record({ field: fc.constant('amount'), sign, ...nulls }),
  fc.record({ field: fc.constant('amount'), tolerance: fc.constantFrom(...tolerances), sign, ...nulls }),
  fc.record({
    field: fc.constant('date'),
    days: fc.constantFrom(1, 3, { before: 0, after: 1 }, { before: 2, after: 0 }),
    ...nulls,
  }),
  fc.record({ field: fc.constant('reference'), normalize: fc.constant(['upper', 'alphanumeric'] as const), ...nulls }),
  fc.record({
    sourceField: fc.constant('description'),
    targetField: fc.constant('reference'),
    op: fc.constant('contains' as const),
    ...nulls,
  }),
  fc.record({ sourceField: fc.constant('net'), targetField: fc.constant('amount'), ...nulls }),
  fc.constant({ field: 'id' }),
)

const filter = fc.constantFrom(
  { field: 'currency', op: 'ne', value: 'USD' } as const,
  { field: 'amount', op: 'gt', value: 10 } as const,
  { field: 'reference', op: 'absent' } as const,
  { field: 'attributes.batch', op: 'in', value: ['x'] } as const,
)
const where = fc.record({ source: fc.array(filter, { maxLength: 1 }), target: fc.array(filter, { maxLength: 1 }) })

const matchRule: fc.Arbitrary<RuleInput> = fc.record(
  {
    match: fc.array(criterion, { minLength: 1, maxLength: 3 }),
    where,
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>('review', 'defer', 'best'),
    confidence: fc.constantFrom('exact', 'high', 'medium', 'low'),
    variance: fc.constantFrom('fee', 'rounding'),
    ignoreAmount: fc.boolean(),
    crossCurrency: fc.boolean(),
    enabled: fc.constantFrom(true, true, true, false),
  },
  { requiredKeys: ['match'] },
)
const excludeRule: fc.Arbitrary<RuleInput> = fc.record({
  action: fc.constant('exclude' as const),
  where: fc.record({ source: fc.tuple(filter), target: fc.array(filter, { maxLength: 1 }) }),
})

/** One to three rules that compile. */
export function ruleSet(): fc.Arbitrary<RuleInput[]> {
  return fc
    .array(fc.oneof({ arbitrary: matchRule, weight: 7 }, { arbitrary: excludeRule, weight: 1 }), {
      minLength: 1,
      maxLength: 3,
    })
    .filter((rules) => compileRules({ form: 'rules', rules }).ok)
}

/** A rule that compiles and names no attribute, which would tell twins of every rule apart. */
export const ruleWithoutAttributes = ruleSet()
  .map(([rule]) => rule ?? { match: [{ field: 'reference' }] })
  .filter((rule) => !JSON.stringify(rule).includes('attributes'))

/** Two sides and the rules between them. */
export const smallCase = () => fc.record({ source: side(), target: side(), rules: ruleSet() })
