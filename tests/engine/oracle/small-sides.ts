import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { negated, plus, readFraction, writeFraction, zero } from './fraction.ts'
import type { Both } from './values.ts'

/**
 * Two sides of up to seven records that have to do with each other: values come from small pools, so that ties, twins,
 * duplicates, sums and near misses are the rule.
 */

/** Orders by UTF-8 bytes and by UTF-16 units differ for the last two. */
const ids = ['a', 'b', 'B', 'c10', 'c9', 'é', '\uffee', '😀']

/** Some values of a record; what is undefined is not there. */
type Values = { readonly [Name in Exclude<keyof CanonicalRecord, 'id'>]?: CanonicalRecord[Name] | undefined }

/** Every criterion of the small rules holds between two of these. */
const base: Values = {
  amount: '10',
  gross: '10.4',
  fee: '0.4',
  net: '10',
  currency: 'EUR',
  date: '2026-03-01',
  valueDate: '2026-03-01',
  reference: 'INV-0007',
  description: 'INV-0007',
  counterparty: 'Acme GmbH',
  account: '007',
  type: 'sale',
  attributes: { batch: 'a', payout: 'a', inner: { code: 'K1' }, total: '10', due: '2026-03-01' },
}

/** What sets one record apart from another by a little, or takes a value away. */
const smallChange: fc.Arbitrary<Values> = fc.oneof(
  fc.constantFrom('10.02', '9.98', '10.01', '10.5', '9.5', '-10', undefined).map((amount) => ({ amount })),
  fc.constantFrom('10.02', '9.98', '10.01', '9007199254740993.02').map((amount) => ({ amount })),
  fc.constantFrom('12.03', '10.23', '12.3', '-12.03', '100', '1000', '0').map((amount) => ({ amount })),
  fc.constantFrom('12', '21').map((amount) => ({ amount })),
  fc.constantFrom('USD', 'EUR').map((currency) => ({ currency })),
  fc.constantFrom('2026-03-02', '2026-02-28', '2026-03-04', undefined).map((date) => ({ date })),
  fc.constantFrom('2026-01-03', '2025-03-01').map((date) => ({ date })),
  fc.constantFrom('INV-0006', 'INV-00', 'NV-0007').map((reference) => ({ reference })),
  fc.constantFrom('2026-03-02', '2026-02-28').map((date) => ({ date })),
  fc.constantFrom('inv 7', 'INV-00070', ' inv-0007', 'RÉF INV-0007', undefined).map((reference) => ({ reference })),
  fc
    .constantFrom('ACME', 'Acmé  GmbH', 'gmbh acme', 'Acme GmbH.', 'Card Payment ACME', undefined)
    .map((counterparty) => ({ counterparty })),
  fc
    .constantFrom('PAID INV-0007 ACME', 'Payment INV-00070', 'Card payment Acme', undefined)
    .map((description) => ({ description })),
  fc.constantFrom('USD', 'JPY', 'BHD', 'XAU', undefined).map((currency) => ({ currency })),
  fc.constantFrom<Values[]>(
    { gross: undefined, fee: undefined, net: undefined },
    { amount: undefined },
    { amount: undefined, net: undefined },
    { net: '9.41', fee: '0.59' },
    { fee: '-0.4', gross: '10.45' },
  ),
  fc.constantFrom<Values[]>(
    { attributes: { batch: 'y' } },
    { attributes: { batch: true, due: '2026-03-02' } },
    { attributes: { payout: 'b', total: '10.02' } },
    { attributes: { inner: { code: 'k 1' }, due: 'soon' } },
    { attributes: { 'inner.code': 'K2', total: 'ten' } },
    { attributes: undefined },
  ),
  fc
    .constantFrom('2026-03-01T09:00:00Z', '2026-03-01T08:00:00Z')
    .map((timestamp) => ({ attributes: { ...base.attributes, timestamp } })),
  fc.constantFrom<Values[]>({ type: 'refund' }, { status: 'open', account: '7' }, { type: undefined }),
  fc.constantFrom('2026-03-02', undefined).map((valueDate) => ({ valueDate })),
)

/** Attributes are changed one by one, or taken away together. */
const changed = (values: Values, ...changes: readonly Values[]): Values => {
  let after = values
  for (const change of changes) {
    const isTakenAway = 'attributes' in change && change.attributes === undefined
    after = { ...after, ...change, attributes: isTakenAway ? undefined : { ...after.attributes, ...change.attributes } }
  }
  return after
}

/** What all records of one business event have in common. */
const event: fc.Arbitrary<Values> = fc
  .tuple(
    fc.constantFrom<Values[]>(
      {},
      {},
      { reference: 'INV-0008', description: 'INV-0008', amount: '20', net: '20', gross: '20.4' },
      { reference: 'INV-0010', description: 'INV-0010', amount: '30', net: '30', date: '2026-03-02' },
      { reference: 'INV-0008', description: 'INV-0008' },
      { reference: 'INV-0009', date: '2026-03-02', counterparty: 'Acme Trading Ltd' },
      { amount: '20', net: '20' },
      { amount: '9007199254740993', net: '9007199254740993.000000000001' },
    ),
    fc.option(smallChange, { nil: {}, freq: 2 }),
  )
  .map((changes) => changed(base, ...changes))

const copies = fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 2, 0, 3)
/** Records that differ in nothing but a change or two. */
const noisy = (values: Values): fc.Arbitrary<Values[]> =>
  copies.chain((count) =>
    fc
      .array(fc.option(smallChange, { nil: {}, freq: 2 }), { minLength: count, maxLength: count })
      .map((all) => all.map((each) => changed(values, each))),
  )
const twins = (values: Values): fc.Arbitrary<Values[]> =>
  copies.map((count) => Array.from({ length: count }, () => values))

/** Records of one event on both sides. */
const meeting: fc.Arbitrary<Both<Values[]>> = event.chain((values) =>
  fc.record({
    source: fc.oneof(twins(values), noisy(values)),
    target: fc.oneof(twins(values), noisy(values)),
  }),
)

/** What one record of an event that is told apart from all others has otherwise than the other: a hint, mostly. */
const misses: readonly Both<Values>[] = [
  { source: { amount: '12.03' }, target: { amount: '10.23' } },
  { source: { amount: '12' }, target: { amount: '21' } },
  { source: { amount: '10' }, target: { amount: '100' } },
  { source: { amount: '1000' }, target: { amount: '10' } },
  { source: { amount: '10' }, target: { amount: '-10' } },
  { source: { amount: '10' }, target: { amount: '10.02' } },
  { source: { amount: '10.02' }, target: { amount: '10' } },
  { source: { amount: '10.02' }, target: { amount: '10.01' } },
  { source: { currency: 'EUR' }, target: { currency: 'USD' } },
  { source: { currency: undefined }, target: {} },
  { source: { date: '2026-03-01' }, target: { date: '2026-01-03' } },
  { source: { date: '2025-03-01' }, target: { date: '2026-03-01' } },
  { source: {}, target: { counterparty: 'Acme Works', description: 'INV' } },
  { source: { counterparty: 'Acne Ltd', description: 'Payment of INV' }, target: {} },
  { source: {}, target: { counterparty: 'Acme Works', description: 'INV' } },
]

/** One record a side, of an event of its own, with one difference that a rule may not allow. */
const missing: fc.Arbitrary<Both<Values[]>> = fc
  .record({ miss: fc.constantFrom(...misses), reference: fc.constantFrom('INV-0300', 'INV-0400') })
  .map(({ miss, reference }) => {
    const told = (change: Values): Values[] => [changed(base, { reference, description: reference }, change)]
    return { source: told(miss.source), target: told(miss.target) }
  })

/** A record on one side whose amount is split, to the cent or nearly, over records of the other. */
const split: fc.Arbitrary<Both<Values[]>> = fc
  .record({
    values: event,
    parts: fc.array(fc.constantFrom('10', '20', '5', '-5', '10.02', '3.33', '10'), { minLength: 1, maxLength: 3 }),
    off: fc.constantFrom('0', '0', '0', '0.02', '-0.02', '1'),
    reference: fc.constantFrom(undefined, 'INV-0100', 'INV-0100', 'INV-0200'),
    isTurned: fc.boolean(),
  })
  .map(({ values, reference, parts, off, isTurned }) => {
    const withAmount = (amount: string): Values => ({
      ...values,
      ...(reference && { reference }),
      amount,
      net: amount,
      gross: add(amount, '0.4'),
    })
    const [one, several] = [[withAmount([...parts, off].reduce<string>(add, '0'))], parts.map(withAmount)]
    return isTurned ? { source: several, target: one } : { source: one, target: several }
  })

const add = (a: string, b: string): string => writeFraction(plus(readFraction(a) ?? zero, readFraction(b) ?? zero))
const negative = (a: string | undefined): string | undefined => a && writeFraction(negated(readFraction(a) ?? zero))

const recordCountMax = 7

/** Two sides of a few events; of so many in thirteen an amount is split. */
export const smallSides = (splitsInThirteen: number): fc.Arbitrary<Both<CanonicalRecord[]>> =>
  fc
    .record({
      events: fc.array(
        fc.oneof(
          { arbitrary: meeting, weight: 10 - splitsInThirteen },
          { arbitrary: missing, weight: 3 },
          { arbitrary: split, weight: splitsInThirteen },
        ),
        {
          minLength: 2,
          maxLength: 4,
        },
      ),
      isOpposite: fc.constantFrom(false, false, false, true),
      names: fc.record({
        source: fc.shuffledSubarray(ids, { minLength: recordCountMax }),
        target: fc.shuffledSubarray(ids, { minLength: recordCountMax }),
      }),
    })
    .map(({ events, names, isOpposite }) => ({
      source: recordsOf(
        events.flatMap(({ source }) => source),
        names.source,
      ),
      target: recordsOf(
        events
          .flatMap(({ target }) => target)
          .map((each) => (isOpposite ? changed(each, { amount: negative(each.amount) }) : each)),
        names.target,
      ),
    }))

const recordsOf = (values: readonly Values[], names: readonly string[]): CanonicalRecord[] =>
  values.slice(0, recordCountMax).map((each, index) => recordOf(names[index] ?? '', each))

/** The canonical record: what is there, in members. */
function recordOf(id: string, { attributes = {}, ...fields }: Values): CanonicalRecord {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { id, ...present, ...(Object.keys(attributes).length > 0 && { attributes }) }
}
