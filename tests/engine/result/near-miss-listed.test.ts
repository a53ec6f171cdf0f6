import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

/** Near misses of rules by which texts list records. */

const eur = (id: string, rest: Partial<CanonicalRecord>): CanonicalRecord => ({ id, currency: 'EUR', ...rest })
const rule: RuleInput = {
  id: 'remittance',
  cardinality: '1:n',
  match: [
    { sourceField: 'description', targetField: 'reference', op: 'listed' },
    { field: 'currency' },
    { field: 'date', days: 3 },
  ],
  sum: {},
}

/** So many invoices of the same amount and day, with ids between those of the payment and of its own invoice. */
const crowd = Array.from({ length: 200 }, (_, index) =>
  eur(`sa${index}`, { amount: '60', date: '2026-03-01', reference: `OTHER-${index}` }),
)

describe('a record that a text lists and that fails another criterion', () => {
  const payment = eur('s', { amount: '60', date: '2026-03-01', description: 'INV-7' })

  it.each([
    ['the currency', { currency: 'USD', date: '2026-03-01' }, 'currency_mismatch'],
    ['the date', { date: '2026-03-09' }, 'date_mismatch'],
  ])('in %s is found among any number of others', (_, change, reason) => {
    const invoice = eur('t7', { amount: '60', reference: 'INV-7', ...change })
    const { breaks } = run({ source: [payment], target: [...crowd, invoice], rules: [rule] })
    expect(breaks.find(({ source }) => source)).toMatchObject({ reason, source: ['s'], target: ['t7'] })
  })

  it('finds the texts that list it, too', () => {
    const invoice = eur('t7', { amount: '60', reference: 'INV-7', date: '2026-03-09' })
    const turned: RuleInput = {
      ...rule,
      cardinality: 'n:1',
      match: rule.match?.map(({ sourceField, targetField, ...rest }) =>
        sourceField && targetField ? { ...rest, sourceField: targetField, targetField: sourceField } : rest,
      ),
    }
    const { breaks } = run({ source: [invoice], target: [payment, { ...payment, id: 's2' }], rules: [turned] })
    expect(breaks.find(({ source }) => source)?.candidates).toEqual([
      { source: 't7', target: 's', days: -8 },
      { source: 't7', target: 's2', days: -8 },
    ])
  })
})

it('compares a record that is not listed by the other criteria, where they have a key', () => {
  const source = [eur('s', { amount: '60', date: '2026-03-01', description: 'INV-8' })]
  const target = [eur('t7', { amount: '60', date: '2026-03-01', reference: 'INV-7' })]
  const { breaks } = run({ source, target, rules: [rule] })
  expect(breaks).toMatchObject([
    { source: ['s'], failed: { field: 'description/reference' }, candidates: [{ target: 't7' }] },
    { target: ['t7'], failed: { field: 'description/reference' }, candidates: [{ source: 's' }] },
  ])
  const bare = { ...rule, match: rule.match?.slice(0, 2) }
  expect(run({ source, target, rules: [bare] }).breaks.map(({ failed }) => failed)).toEqual([undefined, undefined])
})

it('takes time by the listings, not by the records of each key', () => {
  const count = 500
  const source = Array.from({ length: count }, (_, index) =>
    eur(`s${index}`, { amount: `${index + 1}`, date: '2026-01-01', description: `INV-7 INV-8 INV-${index + 10}` }),
  )
  const target = Array.from({ length: count }, (_, index) =>
    eur(`t${index}`, { amount: `${index + 1}`, currency: 'USD', reference: `INV-${7 + (index % 2)}` }),
  )
  const { breaks } = run({ source, target, rules: [{ ...rule, match: rule.match?.slice(0, 2) }] })
  expect(breaks.filter(({ reason }) => reason === 'currency_mismatch').length).toBe(count)
})
