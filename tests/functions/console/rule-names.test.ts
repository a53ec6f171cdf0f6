import type { RuleInput } from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { withNames } from '../../../functions/console/parts/rule-names.ts'

const amount = { field: 'amount' }
const currency = { field: 'currency' }
const near = { field: 'date', days: 3 }

const nameOf = (rule: RuleInput): string | undefined => withNames([rule])[0]?.name

it.each<readonly [string, RuleInput]>([
  ['Same reference and amount', { match: [{ field: 'reference' }, amount, currency] }],
  ['Same reference and amount, days apart', { match: [{ field: 'reference' }, amount, near] }],
  ['Same reference, amounts nearly equal', { match: [{ field: 'reference' }, { ...amount, tolerance: '0.05' }] }],
  [
    'Same order_no / description and amount',
    { match: [{ sourceField: 'attributes.order_no', targetField: 'description' }, amount] },
  ],
  [
    'Same amount, reference / description listed in the other text',
    { match: [{ sourceField: 'reference', targetField: 'description', op: 'listed' }, amount] },
  ],
  ['Perhaps: same amount, days apart', { action: 'suggest', match: [amount, currency, near] }],
  ['Same reference, in a sum', { cardinality: 'n:1', match: [{ field: 'reference' }], sum: {} }],
  ['Same reference, set off in one side', { side: 'source', cardinality: 'n:m', match: [{ field: 'reference' }] }],
])('names a rule %s', (name, rule) => {
  expect(nameOf(rule)).toBe(name)
})

it('keeps a name that a rule has, and numbers equal ones', () => {
  const rule: RuleInput = { match: [{ field: 'reference' }] }
  expect(withNames([rule, { ...rule, name: 'Mine' }, rule]).map(({ name }) => name)).toEqual([
    'Same reference',
    'Mine',
    'Same reference (2)',
  ])
})

it('cuts a long name without halving a character', () => {
  const field = `attributes.${'x'.repeat(84)}😀`
  expect(nameOf({ match: [{ field }] })?.isWellFormed()).toBe(true)
})
