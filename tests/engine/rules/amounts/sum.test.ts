import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../../support/run.ts'

const group: RuleInput = { id: 'g', cardinality: 'n:1', match: [{ field: 'reference' }], sum: {} }

it('writes out the defaults of a sum and compiles them to themselves', () => {
  const [rule] = policyOf([group]).rules
  expect(rule).toMatchObject({
    cardinality: 'n:1',
    select: 'group',
    match: [{ field: 'reference' }, { field: 'currency' }],
    sum: { source: [{ field: 'amount', times: 1 }], target: [{ field: 'amount', times: 1 }], sign: 'same' },
  })
  expect(rule && policyOf([rule]).rules).toEqual([rule])
})

it('compares the sum instead of the amount, and reads its attributes', () => {
  const policy = policyOf([{ ...group, cardinality: '1:1', sum: { source: [{ percent: 2, of: 'attributes.a.b' }] } }])
  expect(policy.rules[0]?.match?.map(({ field }) => field)).toEqual(['reference', 'currency'])
  expect(policy.attributePaths).toEqual(['attributes.a.b'])
})

describe('is refused where it means nothing:', () => {
  it.each<[Partial<RuleInput>, string]>([
    [{ sum: undefined }, '/0 required'],
    [{ cardinality: undefined, select: 'group' }, '/0/select conflict'],
    [{ ambiguous: 'best' }, '/0/ambiguous conflict'],
    [{ match: [{ field: 'reference' }, { field: 'description', op: 'contains' }] }, '/0/match/1/op conflict'],
    [
      {
        match: [{ field: 'reference' }, { field: 'description', similarity: { method: 'trigram', min: '0.8' } }],
      },
      '/0/match/1/similarity conflict',
    ],
    [{ sum: { source: [{ field: 'amont' }] } }, '/0/sum/source/0/field unknown_field'],
    [{ sum: { target: [{ field: 'date' }] } }, '/0/sum/target/0/field conflict'],
    [{ sum: { source: [{ percent: 2, of: 'id' }] } }, '/0/sum/source/0/of conflict'],
    [{ sum: { source: [{ percent: 'two', of: 'amount' }] } }, '/0/sum/source/0/percent invalid_value'],
    [{ sum: { source: [{ percent: 2 }] } }, '/0/sum/source/0 conflict'],
    [{ sum: { source: [{ field: 'amount', fixed: 1 }] } }, '/0/sum/source/0 conflict'],
    [{ sum: { source: [{}] } }, '/0/sum/source/0 conflict'],
    [{ sum: { source: [{ field: 'fee', default: 'none' }] } }, '/0/sum/source/0/default invalid_value'],
    [{ sum: { tolerance: '-1' } }, '/0/sum/tolerance invalid_value'],
  ])('%j', (change, expected) => {
    const faults = faultsOf([{ ...group, ...change }])
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([expected])
  })
})
