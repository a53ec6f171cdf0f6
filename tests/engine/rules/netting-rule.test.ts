import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const voids: RuleInput = { id: 'voids', side: 'source', match: [{ field: 'reference' }] }
const [first, ...others] = [voids].map((rule) => policyOf([rule]).rules[0])

describe('an effective netting rule', () => {
  it('compares amounts by opposite signs', () => {
    expect(others).toEqual([])
    expect(first).toMatchObject({
      side: 'source',
      match: [
        { field: 'reference' },
        { field: 'amount', op: 'equals', sign: 'opposite', nulls: 'match' },
        { field: 'currency' },
      ],
    })
  })

  it('keeps a sign that is written, and the sign of what is no amount', () => {
    const match = [
      { field: 'amount', sign: 'absolute' as const, tolerance: '1' },
      { field: 'attributes.lot', tolerance: '1' },
      { sourceField: 'net', targetField: 'amount' },
    ]
    expect(policyOf([{ ...voids, match }]).rules[0]?.match?.map(({ sign }) => sign)).toEqual([
      'absolute',
      'same',
      'opposite',
      undefined,
    ])
  })

  it('adds the amounts of a group up to zero, where it says nothing else', () => {
    const sumOf = (rule: RuleInput) => policyOf([{ ...voids, cardinality: 'n:m', ...rule }]).rules[0]?.sum
    const amounts = { source: [{ field: 'amount', times: 1 }], target: [{ field: 'amount', times: 1 }] }
    expect(sumOf({})).toEqual({ ...amounts, sign: 'opposite' })
    expect(sumOf({ sum: { tolerance: '0.05' } })).toEqual({ ...amounts, sign: 'opposite', tolerance: '0.05' })
    expect(sumOf({ sum: { sign: 'absolute' } })).toMatchObject({ sign: 'absolute' })
  })

  it('is the same when it is compiled again', () => {
    const { rules } = policyOf([{ ...voids, cardinality: 'n:m' }])
    expect(policyOf(rules).rules).toEqual(rules)
  })
})

describe('a netting rule is refused', () => {
  it.each<[string, RuleInput, string]>([
    ['as a suggestion', { action: 'suggest' }, '/action'],
    ['with a 1-side', { cardinality: '1:n', sum: {} }, '/cardinality'],
    ['across currencies', { crossCurrency: true }, '/crossCurrency'],
    ['without amounts', { ignoreAmount: true }, '/ignoreAmount'],
    ['with a rest', { residual: 'open' }, '/residual'],
    ['with a conversion', { convert: { to: 'EUR' } }, '/convert'],
    ['with filters of the other side', { where: { target: [{ field: 'type', op: 'present' }] } }, '/where/target'],
    ['by amounts of the same sign', { match: [{ field: 'amount', sign: 'same' }] }, '/match/0/sign'],
    ['that selects subsets', { cardinality: 'n:m', select: 'subset' }, '/select'],
  ])('%s', (_, members, pointer) => {
    const faults = faultsOf([{ ...voids, ...members }])
    expect(faults.map(({ code }) => code)).toContain('conflict')
    expect(faults.map((fault) => fault.pointer)).toContain(`/0${pointer}`)
  })

  it('with all of its faults at once', () => {
    const faults = faultsOf([{ ...voids, action: 'suggest', cardinality: 'n:1', sum: {}, crossCurrency: true }])
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/0/action', '/0/cardinality', '/0/crossCurrency'])
  })

  it('as an exclusion, which has no side', () => {
    const where = { source: [{ field: 'type', op: 'present' as const }] }
    expect(faultsOf([{ id: 'out', action: 'exclude', side: 'source', where }])[0]?.pointer).toBe('/0/side')
  })
})
