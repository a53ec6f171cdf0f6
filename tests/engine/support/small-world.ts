import fc from 'fast-check'
import {
  type CanonicalRecord,
  type CriterionInput,
  compileRules,
  type RuleInput,
  similarityMethods,
} from '../../../engine/index.ts'

/** Records and rules over a few values each, so that collisions, twins and ambiguities are the rule. */

const ids = ['a', 'b', 'B', 'c10', 'c9', 'é', '\uffee', '😀']

type Values = { readonly [field: string]: string | undefined }

const base: Values = {
  amount: '10',
  currency: 'EUR',
  date: '2026-03-01',
  reference: 'INV-7',
  description: 'PAID INV-7',
}

const changeOf = (field: string, ...to: readonly (string | undefined)[]): fc.Arbitrary<Values> =>
  fc.constantFrom(...to).map((value) => ({ [field]: value }))

const change = fc.oneof(
  changeOf('amount', '10.02', '10.5', '-10', '20', undefined),
  changeOf('amount', '10.02', '9.98'),
  changeOf('date', '2026-03-02', '2026-03-02', '2026-03-04', undefined),
  changeOf('reference', 'inv 7', 'INV-70', undefined),
  changeOf('description', 'INV-70', undefined),
  changeOf('description', 'PAID INV 7', 'INV-7 PAID', 'PAYS INV-8'),
  changeOf('currency', 'USD', undefined),
  changeOf('net', '10', '9.7'),
  changeOf('batch', 'x', 'y'),
  changeOf('timestamp', '2026-03-01T09:00:00Z', '2026-03-01T08:00:00Z'),
)

/** Two to five sets of values that differ from one another in a field or two; both sides draw their records from them. */
const variants = fc
  .array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 })
  .map((changes): readonly Values[] => [base, ...changes.map((each) => Object.assign({}, base, ...each))])

const sideOf = (from: readonly Values[], countMax = 6): fc.Arbitrary<CanonicalRecord[]> =>
  fc
    .shuffledSubarray(ids, { minLength: 2, maxLength: countMax })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(() => fc.constantFrom(...from)))
        .map((drawn) => chosen.map((id, index) => recordOf(id, drawn[index] ?? base))),
    )

function recordOf(id: string, { batch, timestamp, ...fields }: Values): CanonicalRecord {
  const attributes = { ...(batch && { batch }), ...(timestamp && { timestamp }) }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { id, ...present, ...(Object.keys(attributes).length > 0 && { attributes }) }
}

/** One side of two to six records. */
export const side = () => variants.chain((from) => sideOf(from))

const nulls = { nulls: fc.constantFrom<CriterionInput['nulls'][]>('fail', 'fail', 'fail', 'skip', 'match') }
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
const sign = fc.constantFrom<CriterionInput['sign'][]>('same', 'same', 'same', 'same', 'opposite', 'absolute')

const similarity = fc.record({
  method: fc.constantFrom(...similarityMethods),
  min: fc.constantFrom('0.6', '0.5', '0.75', '0.9'),
})

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
  fc.record({ field: fc.constantFrom('description', 'reference'), similarity, ...nulls }),
  fc.record({ sourceField: fc.constant('net'), targetField: fc.constant('amount'), ...nulls }),
  fc.constant({ field: 'id' }),
)

const filter = fc.constantFrom(
  { field: 'currency', op: 'present' } as const,
  { field: 'amount', op: 'lte', value: '10.5' } as const,
  { field: 'currency', op: 'ne', value: 'USD' } as const,
  { field: 'amount', op: 'gt', value: 10 } as const,
  { field: 'reference', op: 'absent' } as const,
  { field: 'attributes.batch', op: 'in', value: ['x'] } as const,
)
const where = fc.record({ source: fc.array(filter, { maxLength: 1 }), target: fc.array(filter, { maxLength: 1 }) })

/** Two or three of reference, amount and date, as rules mostly are. */
const plausibleMatch = fc
  .tuple(
    fc.constantFrom<CriterionInput[]>(
      { field: 'reference' },
      { field: 'reference', normalize: ['upper', 'alphanumeric'] },
    ),
    fc.constantFrom<CriterionInput[]>(
      { field: 'amount' },
      { field: 'amount', tolerance: '0.02' },
      { field: 'amount', tolerance: '5%' },
    ),
    fc.constantFrom<CriterionInput[]>(
      { field: 'date' },
      { field: 'date', days: 1 },
      { field: 'date', days: { before: 0, after: 3 } },
    ),
  )
  .chain((criteria) => fc.shuffledSubarray(criteria, { minLength: 2 }))

const matchRule: fc.Arbitrary<RuleInput> = fc
  .record({
    match: fc.oneof(fc.array(criterion, { minLength: 1, maxLength: 3 }), plausibleMatch),
    where: fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: where, weight: 1 }),
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>('review', 'defer', 'best', undefined),
    confidence: fc.constantFrom<RuleInput['confidence'][]>(undefined, 'exact', 'high', 'medium', 'low'),
    variance: fc.constantFrom<RuleInput['variance'][]>(undefined, 'fee', 'rounding'),
    action: fc.constantFrom<RuleInput['action'][]>(undefined, undefined, 'match', 'suggest'),
    ignoreAmount: fc.constantFrom(false, false, true),
    crossCurrency: fc.constantFrom(false, false, true),
    enabled: fc.constantFrom(true, true, true, true, false),
  })
  .map(({ ignoreAmount, crossCurrency, ...rule }) => ({
    ...rule,
    ...(rule.action === 'suggest' && rule.ambiguous === 'best' && { ambiguous: 'defer' as const }),
    ...(ignoreAmount && { ignoreAmount }),
    ...(crossCurrency && { crossCurrency }),
  }))
const excludeRule: fc.Arbitrary<RuleInput> = fc.record({
  action: fc.constant('exclude' as const),
  where: fc.record({ source: fc.tuple(filter), target: fc.array(filter, { maxLength: 1 }) }),
})

/** Two or three rules that compile. */
export function ruleSet(): fc.Arbitrary<RuleInput[]> {
  return fc
    .array(fc.oneof({ arbitrary: matchRule, weight: 7 }, { arbitrary: excludeRule, weight: 1 }), {
      minLength: 2,
      maxLength: 3,
    })
    .filter((rules) => compileRules({ form: 'rules', rules }).ok)
}

/** A rule that compiles and names no attribute, which would tell twins of every rule apart. */
export const ruleWithoutAttributes = ruleSet()
  .map(([rule]) => rule ?? { match: [{ field: 'reference' }] })
  .filter((rule) => !JSON.stringify(rule).includes('attributes'))

/** Two sides and the rules between them. */
export const smallCase = () =>
  variants.chain((from) => fc.record({ source: sideOf(from), target: sideOf(from), rules: ruleSet() }))
