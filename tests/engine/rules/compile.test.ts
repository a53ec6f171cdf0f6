import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const reference = { field: 'reference' }

describe('the effective rules', () => {
  it('write every default out', () => {
    expect(
      policyOf([{ match: [reference, { field: 'amount' }, { field: 'currency' }, { field: 'date' }] }]).rules,
    ).toEqual([
      {
        id: 'rule-1',
        name: 'rule-1',
        enabled: true,
        action: 'match',
        cardinality: '1:1',
        match: [
          { field: 'reference', op: 'equals', normalize: [], nulls: 'fail' },
          { field: 'amount', op: 'equals', sign: 'same', nulls: 'fail' },
          { field: 'currency', op: 'equals', normalize: [], nulls: 'fail' },
          { field: 'date', op: 'equals', nulls: 'fail' },
        ],
        assign: 'closest',
        ambiguous: 'review',
        confidence: 'exact',
      },
    ])
  })

  it('keep what the caller wrote', () => {
    const rule: RuleInput = {
      id: 'cents',
      name: 'Cents off',
      enabled: false,
      where: { source: [{ field: 'type', op: 'eq', value: 'payment' }] },
      match: [reference, { field: 'amount', tolerance: '0.05' }],
      ambiguous: 'defer',
      confidence: 'medium',
      variance: 'rounding',
    }
    expect(policyOf([rule]).rules[0]).toMatchObject({
      ...rule,
      match: [
        { field: 'reference', op: 'equals', normalize: [], nulls: 'fail' },
        { field: 'amount', op: 'near', tolerance: '0.05', sign: 'same', nulls: 'fail' },
        { field: 'currency', op: 'equals', normalize: [], nulls: 'match' },
      ],
    })
  })

  it('name a rule without an id by its position from 1, and show the id where there is no name', () => {
    const { rules } = policyOf([{ match: [reference] }, { id: 'second', match: [reference] }, { match: [reference] }])
    expect(rules.map(({ id, name }) => [id, name])).toEqual([
      ['rule-1', 'rule-1'],
      ['second', 'second'],
      ['rule-3', 'rule-3'],
    ])
  })

  it('say near when a tolerance or days imply it', () => {
    const [rule] = policyOf([
      {
        match: [
          { field: 'amount', tolerance: 1 },
          { field: 'date', days: 3 },
        ],
      },
    ]).rules
    expect(rule?.match?.slice(0, 2)).toEqual([
      { field: 'amount', op: 'near', tolerance: '1', sign: 'same', nulls: 'fail' },
      { field: 'date', op: 'near', days: 3, nulls: 'fail' },
    ])
  })

  it('name the two fields of a criterion when they differ and one when they are the same', () => {
    const [rule] = policyOf([
      {
        match: [
          { sourceField: 'reference', targetField: 'reference' },
          { sourceField: 'description', targetField: 'reference' },
        ],
      },
    ]).rules
    expect(rule?.match?.slice(0, 2)).toEqual([
      { field: 'reference', op: 'equals', normalize: [], nulls: 'fail' },
      { sourceField: 'description', targetField: 'reference', op: 'equals', normalize: [], nulls: 'fail' },
    ])
  })

  it('leave a rule that excludes without match, implied criteria and blocking key', () => {
    const where = { target: [{ field: 'type', op: 'eq', value: 'opening' }] } as const
    expect(policyOf([{ id: 'opening', action: 'exclude', where }]).rules).toEqual([
      { id: 'opening', name: 'opening', enabled: true, action: 'exclude', where },
    ])
  })
})

describe('the policy', () => {
  it('is custom for rules of the caller and default@2 for none', () => {
    expect(policyOf([{ match: [reference] }]).policyId).toBe('custom')
    expect(policyOf({ form: 'criteria', criteria: [reference] }).policyId).toBe('custom')
    expect(policyOf([]).policyId).toBe('default@2')
  })
})

describe('the criteria form', () => {
  it('is one rule, rule-1, of all its criteria', () => {
    const criteria = [{ field: 'amount', tolerance: 0.01 }, reference]
    expect(policyOf({ form: 'criteria', criteria }).rules).toEqual(policyOf([{ id: 'rule-1', match: criteria }]).rules)
  })

  it('points to its elements', () => {
    const criteria = [reference, { field: 'amont' }]
    expect(faultsOf({ form: 'criteria', criteria })).toMatchObject([{ pointer: '/1/field', code: 'unknown_field' }])
  })
})

describe('a rule set is refused', () => {
  const refused: readonly [string, readonly RuleInput[], string, string][] = [
    ['without match', [{}], '/0', 'required'],
    ['when an exclude rule has no where', [{ action: 'exclude' }], '/0', 'required'],
    ['when an exclude rule has no filter', [{ action: 'exclude', where: { source: [] } }], '/0', 'required'],
    [
      'when two rules have one id',
      [
        { id: 'a', match: [reference] },
        { id: 'a', match: [reference] },
      ],
      '/1/id',
      'repeated_id',
    ],
    [
      'when an id is the default of another',
      [{ match: [reference] }, { id: 'rule-1', match: [reference] }],
      '/1/id',
      'repeated_id',
    ],
  ]
  it.each(refused)('%s', (_why, rules, pointer, code) => {
    expect(faultsOf(rules)).toMatchObject([{ pointer, code }])
  })

  it('when the filter of an exclude rule means nothing, once', () => {
    const where = { source: [{ field: 'amount', op: 'eq' as const, value: 'ten' }] }
    expect(faultsOf([{ action: 'exclude', where }]).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/0/where/source/0/value invalid_value',
    ])
  })

  it('when an exclude rule has members that only a match has', () => {
    const where = { source: [{ field: 'type', op: 'present' }] } as const
    const faults = faultsOf([{ action: 'exclude', where, match: [reference], confidence: 'high' }])
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/0/match', '/0/confidence'])
  })

  it('with all its faults at once, in every rule and criterion', () => {
    const faults = faultsOf([
      { match: [{ field: 'amont' }, { field: 'date', tolerance: '1' }, { field: 'amount', tolerance: '-1' }] },
      { where: { source: [{ field: 'amount', op: 'gt', value: 'much' }] }, match: [{ sourceField: 'id' }] },
      { id: 'rule-1', match: [{ field: 'currency' }], ignoreAmount: true },
    ])
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/0/match/0/field unknown_field',
      '/0/match/1/tolerance conflict',
      '/0/match/2/tolerance invalid_value',
      '/1/match/0 required',
      '/1/where/source/0/value invalid_value',
      '/2 no_blocking_key',
      '/2/id repeated_id',
    ])
  })

  it('saying what it got and what it wanted', () => {
    const [fault] = faultsOf([{ match: [{ field: 'amont' }] }])
    expect(fault?.detail).toMatch(/amont.*wanted/)
  })
})
