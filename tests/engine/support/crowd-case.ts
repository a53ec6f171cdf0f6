import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import type { Case } from './reconcile-case.ts'

/** Sides so large that records have more than 64 neighbours of a key, and rules that leave many of them open. */

const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)

const recordCountOf = (countMost: number) => fc.integer({ min: 1, max: countMost })

const side = (prefix: string, countMost: number): fc.Arbitrary<CanonicalRecord[]> =>
  recordCountOf(countMost).chain((count) =>
    fc
      .array(
        fc.record({
          amount: fc.integer({ min: -30, max: 400 }).map((units) => formatCents(units)),
          day: fc.integer({ min: 1, max: 28 }),
          isDated: pick(true, true, true, false),
          currency: pick('EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD'),
          reference: pick('A', 'A', 'A', 'B', 'C', undefined),
          number: fc.integer({ min: 1, max: 12 }),
          counterparty: pick('Acme', 'Acme Limited', 'Acme Ltd', 'Beta', 'Beta Corporation of Many Words', undefined),
          lists: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
        }),
        { minLength: count, maxLength: count, size: 'max' },
      )
      .map((drawn) =>
        drawn.map(
          ({ amount, day, isDated, number, lists, ...texts }, index): CanonicalRecord => ({
            id: `${prefix}${(index * 7_919) % 1_009}`,
            ...(isDated && { date: `2026-03-${String(day).padStart(2, '0')}` }),
            amount,
            account: `N${number}`,
            description: lists.map((each) => `N${each}`).join(' ') || 'none',
            currency: texts.currency,
            ...(texts.reference && { reference: texts.reference }),
            ...(texts.counterparty && { counterparty: texts.counterparty }),
          }),
        ),
      ),
  )

const formatCents = (units: number): string => {
  const sign = units < 0 ? '-' : ''
  const [whole, cents] = [Math.floor(Math.abs(units) / 10), Math.abs(units) % 10]
  return cents === 0 ? `${sign}${whole}` : `${sign}${whole}.${cents}`
}

const rule: fc.Arbitrary<RuleInput> = pick<RuleInput>(
  { match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
  { match: [{ field: 'amount' }, { field: 'date', days: 1 }, { field: 'reference', nulls: 'match' }] },
  {
    match: [
      { field: 'amount', tolerance: '0.1' },
      { field: 'date', days: 2 },
    ],
    ambiguous: 'defer',
  },
  { match: [{ field: 'amount', tolerance: '2%' }, { field: 'reference' }, { field: 'account' }] },
  {
    match: [
      { field: 'reference', nulls: 'skip' },
      { field: 'counterparty', similarity: { method: 'levenshtein', min: '0.6' } },
      { field: 'date', days: 2 },
      { field: 'amount' },
    ],
  },
  {
    match: [{ field: 'account' }, { field: 'counterparty', op: 'contains' }, { field: 'date', days: 3 }],
    sum: { tolerance: '1' },
  },
  { side: 'source', match: [{ field: 'account' }, { field: 'date', days: 2 }] },
  { side: 'target', match: [{ field: 'reference' }, { field: 'amount' }] },
  {
    cardinality: 'n:1',
    match: [
      { sourceField: 'account', targetField: 'description', op: 'listed' },
      { field: 'date', days: 3 },
    ],
    sum: {},
  },
  {
    cardinality: '1:n',
    match: [{ sourceField: 'description', targetField: 'account', op: 'listed' }, { field: 'reference' }],
    sum: {},
  },
  { match: [{ field: 'reference' }, { field: 'date' }], crossCurrency: true, ambiguous: 'best' },
)

const numbered = (rules: readonly RuleInput[]): RuleInput[] =>
  rules.map((each, index) => ({ ...each, id: `r${index}` }))

/** Two sides of up to so many records. */
export const crowdCase = (countMost: number): fc.Arbitrary<Case> =>
  fc.record({
    source: side('s', countMost),
    target: fc.oneof(side('s', countMost), side('t', countMost)),
    rules: fc.array(rule, { minLength: 1, maxLength: 3 }).map(numbered),
  })
