import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

/** Without the implied amount, which is exact and would be a key. */
const bare = { ignoreAmount: true } as const

describe('a rule has a blocking key', () => {
  it.each<[string, RuleInput]>([
    ['in an exact criterion', { ...bare, match: [{ field: 'reference' }] }],
    ['in an exact criterion that absent values meet', { ...bare, match: [{ field: 'reference', nulls: 'match' }] }],
    ['in the implied amount', { match: [{ field: 'currency' }] }],
    ['in a tolerance', { match: [{ field: 'amount', tolerance: '5' }] }],
    ['in days', { ...bare, match: [{ field: 'date', days: 3 }] }],
  ])('%s', (_where, rule) => {
    expect(policyOf([rule]).rules).toHaveLength(1)
  })
})

describe('a rule without a blocking key is refused, pointing at the rule', () => {
  it.each<[string, RuleInput]>([
    ['when it compares the currency only', { ...bare, match: [{ field: 'currency' }] }],
    [
      'when it compares the currency with an attribute only',
      { ...bare, match: [{ sourceField: 'currency', targetField: 'attributes.iso' }] },
    ],
    ['when the implied currency is all that is exact', { ...bare, match: [{ field: 'description', op: 'contains' }] }],
    ['when its exact criterion may be skipped', { ...bare, match: [{ field: 'reference', nulls: 'skip' }] }],
    ['when its tolerance may be skipped', { match: [{ field: 'amount', tolerance: '5', nulls: 'skip' }] }],
    ['when its days may be skipped', { ...bare, match: [{ field: 'date', days: 3, nulls: 'skip' }] }],
  ])('%s', (_why, rule) => {
    expect(faultsOf([{ match: [{ field: 'reference' }] }, rule])).toMatchObject([
      { pointer: '/1', code: 'no_blocking_key' },
    ])
  })

  it('and only once: a criterion with a fault of its own might have been the key', () => {
    expect(faultsOf([{ ...bare, match: [{ field: 'refrence' }] }]).map(({ code }) => code)).toEqual(['unknown_field'])
  })

  it('and so is the criteria form, pointing at all of it', () => {
    const criteria = [{ field: 'amount', nulls: 'skip' as const }]
    expect(faultsOf({ form: 'criteria', criteria })).toMatchObject([{ pointer: '', code: 'no_blocking_key' }])
  })
})
