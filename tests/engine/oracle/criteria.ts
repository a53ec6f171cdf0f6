import fc from 'fast-check'
import { similarityMethods } from '../../../engine/rules/language/criterion-form.ts'
import type { Filter, NormalizeStep, ReferenceDataInput } from '../../../engine/rules/language/language.ts'
import type { CriterionInput } from '../../../engine/rules/language/written-form.ts'

/** Criteria of every kind over the values of the small sides. */

export type Criteria = fc.Arbitrary<CriterionInput>

const nulls = fc.constantFrom<CriterionInput['nulls'][]>(undefined, undefined, undefined, 'fail', 'skip', 'match')
const withNulls = (criterion: Criteria): Criteria =>
  fc.tuple(criterion, nulls).map(([each, mode]) => (mode === undefined ? each : { ...each, nulls: mode }))

const referenceSteps: readonly NormalizeStep[][] = [
  ['upper', 'alphanumeric', 'strip-leading-zeros'],
  ['upper', 'alphanumeric'],
  ['upper'],
  ['trim', 'collapse-space'],
  ['digits'],
  ['digits', 'strip-leading-zeros'],
  [{ extract: 'INV-####' }],
  [{ extract: '@@?###' }, 'nfkc'],
]
/** Steps that cut a reference, or look it up. */
const cuttingSteps: readonly NormalizeStep[][] = [
  [{ extract: '@*@-####', take: 'last' }],
  [{ extract: '####', take: 'all' }],
  ['upper', { extract: '@@@', take: 1 }],
  [{ after: 'INV-' }],
  [{ before: '7' }],
  ['upper', { before: '-' }],
  [{ remove: '000#' }],
  ['upper', 'trim', { remove: '0*' }],
  [{ lookup: 'numbers' }],
  ['trim', { lookup: 'numbers', otherwise: 'keep' }],
]
const nameSteps: readonly NormalizeStep[][] = [
  ['upper', 'fold-accents', 'collapse-space'],
  ['upper', 'fold-accents', { strip: ['GMBH', 'CARD', 'CARD PAYMENT'] }, 'sort-tokens'],
  ['upper', { strip: ['ACME'] }],
  ['nfkc', 'upper', 'sort-tokens'],
  [{ remove: ' Gmb@' }, 'upper'],
  ['upper', 'fold-accents', 'collapse-space', { lookup: 'customers' }],
  ['upper', { strip: ['GMBH'] }, { lookup: 'customers', otherwise: 'keep' }],
]

/** What the steps above look into. Keys are spelled otherwise than the texts, and some are never found. */
export const tables: NonNullable<ReferenceDataInput['tables']> = {
  numbers: [
    ['INV-0007', 'A'],
    [' INV-0008', 'B'],
    ['INV-00070', 'A'],
  ],
  customers: { 'Acme GmbH': '10023', acme: '10023', 'Acmé  GmbH': '10023', 'Acme Trading Ltd': '10024' },
  unused: {},
}

/** Exact text that may make a key. */
export const keyCriterion: Criteria = withNulls(
  fc.oneof(
    fc.constant<CriterionInput>({ field: 'reference' }),
    fc.constantFrom<CriterionInput[]>(
      { field: 'reference' },
      { field: 'counterparty' },
      { field: 'attributes.batch' },
      { field: 'attributes.batch' },
      { field: 'type' },
      { field: 'date' },
      { field: 'currency' },
      { field: 'id' },
      { sourceField: 'attributes.payout', targetField: 'id' },
      { sourceField: 'id', targetField: 'attributes.payout' },
      { field: 'attributes.inner.code', normalize: ['upper', 'alphanumeric'] },
      { field: 'account', normalize: ['strip-leading-zeros'] },
      { sourceField: 'attributes.batch', targetField: 'attributes.payout' },
    ),
    fc.constantFrom(...referenceSteps).map((normalize) => ({ field: 'reference', normalize })),
    fc.constantFrom(...cuttingSteps).map((normalize) => ({ field: 'reference', normalize })),
    fc.constantFrom(...nameSteps).map((normalize) => ({ field: 'counterparty', normalize })),
    fc.constant<CriterionInput>({
      sourceField: 'description',
      targetField: 'reference',
      normalize: [{ extract: 'INV-####' }],
    }),
  ),
)

export const tolerance = fc.constantFrom<NonNullable<CriterionInput['tolerance']>[]>(
  '0.02',
  0.02,
  '0.05',
  10,
  '1%',
  '5%',
  '0.2%',
  '150%',
  { from: '-0.5', to: '0.03' },
  { from: '-0.02', to: 0 },
  { from: '0.02', to: '10' },
  { from: '-1.50%', to: '0' },
  { from: '-0.02', to: '5%' },
  { from: '-60%', to: '-0.1%' },
  { from: '0.2%', to: '150%' },
  { percent: '5', of: 'source' },
  { percent: '0.3%', of: 'target' },
  { percent: 100, of: 'smaller' },
  { absolute: '0.02', percent: '5', of: 'target' },
  { absolute: '0.5', percent: '1', of: 'smaller', combine: 'all' },
)
const sign = fc.constantFrom<CriterionInput['sign'][]>(undefined, undefined, undefined, 'same', 'opposite', 'absolute')

/** Amounts, equal or within a tolerance. */
export const amountCriterion: Criteria = withNulls(
  fc
    .record({
      fields: fc.constantFrom<CriterionInput[]>(
        { field: 'amount' },
        { field: 'amount' },
        { field: 'amount' },
        { sourceField: 'net', targetField: 'amount' },
        { sourceField: 'amount', targetField: 'net' },
        { field: 'gross' },
        { field: 'fee' },
        { sourceField: 'attributes.total', targetField: 'amount' },
        { field: 'attributes.total' },
      ),
      within: fc.oneof(
        { arbitrary: fc.constant<CriterionInput>({}), weight: 4 },
        { arbitrary: tolerance.map((each): CriterionInput => ({ tolerance: each })), weight: 6 },
        { arbitrary: fc.constant<CriterionInput>({ op: 'transposed' }), weight: 1 },
      ),
      sign,
    })
    .map(({ fields, within, sign }) => ({
      ...fields,
      ...within,
      ...(sign && { sign }),
    })),
)

const days = fc.constantFrom<NonNullable<CriterionInput['days']>[]>(
  0,
  1,
  3,
  { before: 0, after: 1 },
  { before: 3, after: 0 },
  { before: 1, after: 3 },
  { from: 0, to: 3 },
  { from: 1, to: 3 },
  { from: -3, to: -1 },
)

/** Days of a calendar; 1 March 2026 is a Sunday. */
const counted: fc.Arbitrary<CriterionInput> = fc.record({
  businessDays: days,
  calendar: fc.constantFrom('target', 'us-fed', 'gb', 'ch', 'de'),
})

/** Dates, equal or within days. */
export const dateCriterion: Criteria = withNulls(
  fc
    .record({
      fields: fc.constantFrom<CriterionInput[]>(
        { field: 'date' },
        { field: 'date' },
        { field: 'date' },
        { sourceField: 'date', targetField: 'valueDate' },
        { field: 'valueDate' },
        { sourceField: 'attributes.due', targetField: 'date' },
        { field: 'attributes.due' },
      ),
      within: fc.oneof(
        { arbitrary: fc.constant({}), weight: 1 },
        { arbitrary: days.map((each) => ({ days: each })), weight: 2 },
        { arbitrary: counted, weight: 1 },
      ),
    })
    .map(({ fields, within }) => ({ ...fields, ...within })),
)

/** Texts of which one begins or ends the other. */
const affixCriterion: Criteria = fc
  .record({
    fields: fc.constantFrom<CriterionInput[]>(
      { field: 'reference' },
      { field: 'reference' },
      { sourceField: 'description', targetField: 'reference' },
      { field: 'counterparty' },
    ),
    op: fc.constantFrom('starts', 'ends'),
    min: fc.constantFrom(undefined, undefined, 4, 5, 9),
    normalize: fc.constantFrom<NormalizeStep[][]>([], [], ['trim', 'upper'], [{ after: 'RÉF ' }]),
  })
  .map(({ fields, op, min, normalize }) => ({ ...fields, op, ...(min !== undefined && { min }), normalize }))

/** Texts that are alike. */
const alike: Criteria = fc
  .record({
    field: fc.constantFrom('counterparty', 'counterparty', 'reference', 'description'),
    method: fc.constantFrom(...similarityMethods),
    min: fc.constantFrom('0.5', '0.6', 0.75, '0.90'),
    normalize: fc.constantFrom<NormalizeStep[][]>([], ['upper'], ...nameSteps),
  })
  .map(({ field, method, min, normalize }) => ({ field, similarity: { method, min }, normalize }))

/** Texts that are alike, or one in the other. */
export const textCriterion: Criteria = withNulls(
  fc.oneof(
    alike,
    alike,
    fc.constantFrom<CriterionInput[]>(
      { sourceField: 'description', targetField: 'reference', op: 'contains' },
      { sourceField: 'reference', targetField: 'description', op: 'contains', normalize: ['upper'] },
      { field: 'reference', op: 'contains' },
    ),
    affixCriterion,
  ),
)

/** A criterion of any kind, written alone. */
export const anyCriterion: Criteria = fc.oneof(keyCriterion, amountCriterion, dateCriterion, textCriterion)

/** Filters of every operator. */
export const filter: fc.Arbitrary<Filter> = fc.constantFrom<Filter[]>(
  { field: 'currency', op: 'present' },
  { field: 'reference', op: 'absent' },
  { field: 'amount', op: 'lte', value: '10.50' },
  { field: 'amount', op: 'gt', value: 9 },
  { field: 'amount', op: 'gte', value: '10.00' },
  { field: 'amount', op: 'lt', value: '20' },
  { field: 'amount', op: 'eq', value: '10.0' },
  { field: 'amount', op: 'nin', value: ['20', '10.50'] },
  { field: 'currency', op: 'ne', value: 'USD' },
  { field: 'currency', op: 'in', value: ['EUR', 'JPY'] },
  { field: 'date', op: 'lt', value: '2026-03-04' },
  { field: 'date', op: 'gte', value: '2026-03-01' },
  { field: 'reference', op: 'contains', value: 'INV-000' },
  { field: 'reference', op: 'not_contains', value: '70' },
  { field: 'reference', op: 'starts', value: 'INV' },
  { field: 'counterparty', op: 'ends', value: 'GmbH' },
  { field: 'amount', op: 'gte', value: '10', abs: true },
  { field: 'amount', op: 'nin', value: ['10', '20'], abs: true },
  { field: 'attributes.total', op: 'eq', value: 10, abs: true },
  { field: 'counterparty', op: 'gt', value: 'Acme' },
  { field: 'attributes.batch', op: 'in', value: ['x', true] },
  { field: 'attributes.total', op: 'gte', value: 10 },
  { field: 'attributes.total', op: 'nin', value: [10] },
  { field: 'id', op: 'ne', value: 'a' },
  { field: 'type', op: 'eq', value: 'sale' },
)
