import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const parts: RuleInput = {
  id: 'parts',
  residual: 'open',
  match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }],
}
const sums: RuleInput = { ...parts, cardinality: '1:n', match: [{ field: 'reference' }], sum: { tolerance: '50%' } }

describe('a rule that leaves a rest', () => {
  it.each<[string, RuleInput]>([
    ['by an amount with a tolerance', parts],
    ['by a sum with a tolerance', sums],
    ['by the most pairs', { ...parts, assign: 'most' }],
    ['by the net of one side', { ...parts, match: [{ sourceField: 'net', targetField: 'amount', tolerance: '5' }] }],
  ])('is effective %s', (_, rule) => {
    expect(policyOf([rule]).rules[0]?.residual).toBe('open')
  })

  it.each<[string, RuleInput, string, string]>([
    ['of n:m', { ...sums, cardinality: 'n:m' }, '/cardinality', 'conflict'],
    ['that only suggests', { ...parts, action: 'suggest' }, '/residual', 'conflict'],
    ['with a label for differences', { ...parts, variance: 'fee' }, '/variance', 'conflict'],
    ['with a conversion', { ...parts, convert: { to: 'EUR' } }, '/convert', 'conflict'],
    ['across currencies', { ...parts, crossCurrency: true }, '/crossCurrency', 'conflict'],
    ['without amounts', { ...parts, ignoreAmount: true }, '/ignoreAmount', 'conflict'],
    ['whose amounts are equal', { ...parts, match: [{ field: 'reference' }] }, '', 'required'],
    ['whose sums are equal', { ...sums, sum: {} }, '', 'required'],
    ['whose tolerance is not of money', { ...parts, match: [{ field: 'attributes.n', tolerance: 1 }] }, '', 'required'],
  ])('is refused %s', (_, rule, pointer, code) => {
    expect(faultsOf([rule]).map((fault) => [fault.pointer, fault.code])).toContainEqual([`/0${pointer}`, code])
  })

  it('is refused with all of its faults at once', () => {
    const rule: RuleInput = { ...sums, cardinality: 'n:m', variance: 'fee', sum: {} }
    expect(faultsOf([rule]).map(({ pointer }) => pointer)).toEqual(['/0/cardinality', '/0/variance', '/0'])
  })
})
