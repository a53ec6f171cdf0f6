import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { plus, readFraction, writeFraction, zero } from './fraction.ts'
import type { OracleCase } from './oracle-case.ts'

/** Texts that list records: of shared, missing, repeated and taken keys, in lists, sentences and masks. */

const keys = ['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004', 'INV-2.', 'INV-2', '7'] as const
/** Keys that no record has, and words that are part of a key. */
const strange = ['INV-0099', 'INV-00011', 'INV', '-', 'paid']
const amounts = ['10', '20', '5', '-5', '0', '3.33', undefined]
const dates = ['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-02', '2026-03-09', undefined]
const currencies = ['EUR', 'EUR', 'EUR', 'EUR', 'USD', undefined]

type Values = Omit<CanonicalRecord, 'id'>

/** A record without the members that are undefined. */
const recordOf = (id: string, values: { readonly [name: string]: unknown }): CanonicalRecord => ({
  id,
  ...JSON.parse(JSON.stringify(values)),
})

const item: fc.Arbitrary<Values> = fc
  .record({
    reference: fc.constantFrom(...keys, ...keys, 'inv-0001', undefined),
    amount: fc.constantFrom(...amounts, '10', '20'),
    date: fc.constantFrom(...dates),
    currency: fc.constantFrom(...currencies),
    type: fc.constantFrom('sale', 'sale', 'refund', undefined),
  })
  .map(({ amount, ...rest }) => JSON.parse(JSON.stringify({ ...rest, amount, net: amount })))

const separator = fc.constantFrom('; ', '|', ', ', ' and ', ' – ', '/', '. ')

const ids = ['a', 'b', 'B', 'c10', 'c9', 'é', '\uffee', '😀']

/** What an anchor lists, and what its amount is besides the sum of the records it lists. */
const listing = fc.record({
  listed: fc.array(fc.constantFrom(...keys, ...keys, ...keys, ...strange), { minLength: 1, maxLength: 3 }),
  separator,
  before: fc.constantFrom('', '', 'Paid: ', 'INV', '.'),
  after: fc.constantFrom('', '', '.', '!', '0'),
  off: fc.constantFrom('0', '0', '0', '0', '0.02', '0.05', '10'),
  date: fc.constantFrom(...dates),
  currency: fc.constantFrom(...currencies),
})

const add = (a: string, b: string): string => writeFraction(plus(readFraction(a) ?? zero, readFraction(b) ?? zero))

const sides = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 7 }),
    listings: fc.array(listing, { minLength: 1, maxLength: 3 }),
  })
  .chain(({ items, listings }) =>
    fc.record({
      items: fc.constant(items),
      anchors: fc.constant(
        listings.map(({ listed, separator, before, after, off, date, currency }) => {
          const own = items.filter(({ reference }) => listed.some((key) => key === reference))
          return {
            description: `${before}${listed.join(separator)}${after}`.trim() || undefined,
            amount: own.reduce((sum, { amount }) => add(sum, amount ?? '0'), String(off)),
            date,
            currency,
            reference: listed[0],
          }
        }),
      ),
      itemIds: fc.shuffledSubarray(ids, { minLength: ids.length }),
      anchorIds: fc.shuffledSubarray(ids, { minLength: ids.length }),
      twinOfFirst: fc.constantFrom(false, false, true),
      payer: fc.constantFrom(undefined, ...items),
    }),
  )
  .map(({ items, anchors, itemIds, anchorIds, twinOfFirst, payer }) => {
    // A payer takes an item by its reference, so that it is gone when a text lists it.
    const all = [...anchors, ...(twinOfFirst ? anchors.slice(0, 1) : []), ...(payer ? [payer] : [])]
    return {
      items: items.map((each, index) => recordOf(itemIds[index] ?? '', each)),
      anchors: all.map((each, index) => recordOf(anchorIds[index] ?? '', each)),
    }
  })

/** The criterion with the text on the source side. */
const listed = fc.constantFrom<CriterionInput[]>(
  {},
  {},
  {},
  { normalize: ['upper'] },
  { normalize: ['collapse-space', 'strip-leading-zeros'] },
  { mask: 'INV-####' },
  { mask: 'INV-####' },
  { mask: '***-****', normalize: ['upper'] },
  { mask: 'INV####', normalize: ['alphanumeric'] },
  { mask: '?###' },
)
const others = fc.subarray<CriterionInput>(
  [
    { field: 'date', days: 3 },
    { field: 'date', nulls: 'skip' },
    { field: 'currency' },
    { sourceField: 'reference', targetField: 'reference', nulls: 'skip' },
    { field: 'amount', tolerance: { absolute: '20' }, nulls: 'match' },
  ],
  { maxLength: 2 },
)

const rule = fc
  .record({
    listed,
    others,
    tolerance: fc.constantFrom(undefined, undefined, '0.05'),
    sign: fc.constantFrom(undefined, undefined, undefined, 'absolute' as const),
    field: fc.constantFrom('amount', 'amount', 'net'),
    manner: fc.record({
      action: fc.constantFrom<RuleInput['action'][]>(undefined, undefined, undefined, 'suggest'),
      ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>(undefined, undefined, 'review', 'defer'),
      crossCurrency: fc.constantFrom(undefined, undefined, undefined, undefined, true),
      variance: fc.constantFrom<RuleInput['variance'][]>(undefined, 'rounding'),
      where: fc.constantFrom<RuleInput['where'][]>(
        undefined,
        undefined,
        { target: [{ field: 'type', op: 'ne', value: 'refund' }] },
        { source: [{ field: 'date', op: 'present' }] },
      ),
    }),
  })
  .map(
    ({ listed, others, tolerance, sign, field, manner }): RuleInput => ({
      cardinality: '1:n',
      match: [{ sourceField: 'description', targetField: 'reference', op: 'listed', ...listed }, ...others],
      sum: { source: [{ field: 'amount' }], target: [{ field }], tolerance, sign },
      ...manner,
    }),
  )

/** Payers and what they pay for are gone. */
const payers: RuleInput = { match: [{ field: 'reference' }], ambiguous: 'best' }

/** Rules that take records away before, or look at what is left after. */
const companion = fc.constantFrom<RuleInput[]>(
  { match: [{ field: 'reference' }], ignoreAmount: true, ambiguous: 'defer' },
  { match: [{ field: 'amount' }, { field: 'date', nulls: 'match' }], ambiguous: 'best' },
  { cardinality: '1:n', match: [{ field: 'reference' }], sum: {} },
  { action: 'exclude', where: { target: [{ field: 'type', op: 'absent' }] } },
)

const rules = fc
  .tuple(
    fc.subarray([payers], { maxLength: 1 }),
    fc.array(companion, { maxLength: 1 }),
    rule,
    fc.array(fc.oneof(rule, companion), { maxLength: 1 }),
  )
  .map(([first, before, own, after]): RuleInput[] => JSON.parse(JSON.stringify([...first, ...before, own, ...after])))
  .filter((each) => compileRules({ form: 'rules', rules: each }).ok)

/** The rule with source and target changed over; no tolerance of these rules knows a direction. */
const turned = ({ match, sum, where, cardinality, ...rest }: RuleInput): RuleInput => ({
  ...rest,
  ...(cardinality && { cardinality: 'n:1' }),
  ...(match && {
    match: match.map(({ sourceField, targetField, ...own }) =>
      sourceField && targetField ? { ...own, sourceField: targetField, targetField: sourceField } : own,
    ),
  }),
  ...(sum && { sum: { ...sum, source: sum.target, target: sum.source } }),
  ...(where && { where: { source: where.target, target: where.source } }),
})

/** Records that list others, and rules by which they do, in one direction or the other. */
export const listedCase: fc.Arbitrary<OracleCase> = fc
  .record({ sides, rules, isTurned: fc.boolean() })
  .map(({ sides: { anchors, items }, rules, isTurned }) =>
    isTurned
      ? { source: items, target: anchors, rules: { form: 'rules', rules: rules.map(turned) } }
      : { source: anchors, target: items, rules: { form: 'rules', rules } },
  )
