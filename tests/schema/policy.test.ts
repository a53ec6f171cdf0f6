import { compileRules } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { policyFile, withPolicy } from '../../schema/policy.ts'
import { check } from '../../schema/problem.ts'

const schema = withPolicy(policyFile, compileRules)
const rules = [{ match: [{ field: 'reference' }] }]

function refusals(given: unknown): readonly string[] {
  const result = check(schema, given)
  return result.ok ? [] : result.faults.map(({ pointer, code }) => `${pointer} ${code}`)
}

describe('a request with a policy', () => {
  it('has the policy compiled, and its members as they were sent', () => {
    const result = check(schema, { rules, tables: { t: [['a', 'b']] } })
    expect(result.ok && result.value).toMatchObject({
      rules: { form: 'rules', rules },
      tables: { t: [['a', 'b']] },
      policy: { policyId: 'custom', referenceData: { tables: { t: { a: 'b' } } } },
    })
  })

  it.each([[null], [7], ['rules'], [[]], [[1]], [undefined]])('is refused when it is %j', (given) => {
    expect(refusals(given)).toEqual([' invalid_type'])
  })

  it('has faults of meaning reported beside faults of other members', () => {
    expect(refusals({ rules: [{ match: [{ field: 'amont' }] }], other: 1 })).toEqual([
      '/rules/0/match/0/field unknown_field',
      '/other unknown_member',
    ])
  })

  it('has faults of shape reported alone, in the order of the request', () => {
    expect(refusals({ tables: 1, rules: [{ match: [{ field: 'amont', days: -1 }] }], calendars: 7 })).toEqual([
      '/tables invalid_type',
      '/rules/0/match/0/days too_small',
      '/calendars invalid_type',
    ])
  })

  it('has signs of both sides, as-is unless one is turned', () => {
    const result = check(schema, { rules: [], signs: { target: 'turned' } })
    expect(result.ok && result.value.policy).toMatchObject({
      policyId: 'default@2',
      referenceData: { signs: { source: 'as-is', target: 'turned' } },
    })
    expect(refusals({ rules, signs: { source: 'up', third: 'turned' } })).toEqual([
      '/signs/source invalid_value',
      '/signs/third unknown_member',
    ])
  })

  it('takes the criteria of one rule, too', () => {
    const result = check(schema, { rules: [{ field: 'reference' }], rates: [] })
    expect(result.ok && result.value.policy.rules).toHaveLength(1)
  })
})
