import type { MatchLine } from '@tallystick/engine/result'
import { compileRules, type RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { evidenceOf, evidenceValue, ruleViewsOf } from '../../../../functions/service/results/match-evidence.ts'

function criteriaOf(match: RuleInput['match']) {
  const result = compileRules({ form: 'rules', rules: [{ id: 'rule', match }] })
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return ruleViewsOf(result.policy.rules).get('rule')?.criteria ?? []
}

const lineWith = (compared: Pick<MatchLine, 'equal' | 'differ'>): MatchLine => ({
  kind: 'match',
  rule: 'rule',
  confidence: 'high',
  source: ['s'],
  target: ['t'],
  ...compared,
})

describe('a value of evidence', () => {
  it.each([
    ['0', 0],
    ['-12.5', -12.5],
    ['0.000000000001', 1e-12],
    ['999999999999999', 999999999999999],
    ['123456789012.345', 123456789012.345],
    ['100000000000000000', 100000000000000000],
  ])('is a number when %s is exact in 15 significant digits', (text, value) => {
    expect(evidenceValue(text)).toBe(value)
  })

  it.each(['1234567890123456', '-0.1234567890123456', '100000000000000001'])('stays text when %s is not', (text) => {
    expect(evidenceValue(text)).toBe(text)
  })
})

describe('the evidence of a match', () => {
  it('has amounts as exact text beside the numbers', () => {
    const compared = { differ: { amount: ['1234.5', '1234567890123456.5'] } } as const
    expect(evidenceOf(lineWith(compared), criteriaOf([{ field: 'amount', tolerance: '1' }]))[0]).toMatchObject({
      source_value: 1234.5,
      source_text: '1234.5',
      target_value: '1234567890123456.5',
      target_text: '1234567890123456.5',
    })
  })

  const typeOf = (match: RuleInput['match'], compared: Pick<MatchLine, 'equal' | 'differ'>) =>
    evidenceOf(lineWith(compared), criteriaOf(match))[0]?.match_type

  it('is exact for equal values, whatever the criterion would have tolerated', () => {
    expect(typeOf([{ field: 'amount', tolerance: '5' }], { equal: { amount: '1' } })).toBe('exact')
  })

  it.each([
    ['tolerance', { field: 'amount', tolerance: '5' }, 'amount'],
    ['window', { field: 'date', days: 2 }, 'date'],
    ['contains', { field: 'description', op: 'contains' }, 'description'],
    ['similar', { field: 'description', similarity: { method: 'trigram', min: '0.8' } }, 'description'],
    ['normalized', { field: 'reference', normalize: ['upper'] }, 'reference'],
    ['normalized', { field: 'amount', sign: 'opposite' }, 'amount'],
  ] as const)('is %s for values that differ under %j', (type, criterion, field) => {
    const match = [criterion, { field: 'account' }]
    expect(typeOf(match, { differ: { [field]: ['1', '2'] } })).toBe(type)
  })

  it('names both fields when the sides’ differ', () => {
    const criteria = criteriaOf([{ sourceField: 'reference', targetField: 'id' }])
    expect(evidenceOf(lineWith({ equal: { 'reference/id': 'x' } }), criteria).map(({ field }) => field)).toEqual([
      'reference/id',
    ])
  })

  it('leaves out a criterion that was skipped', () => {
    const criteria = criteriaOf([{ field: 'amount' }, { field: 'reference', nulls: 'skip' }])
    const fields = evidenceOf(lineWith({ equal: { amount: '1', currency: 'EUR' } }), criteria).map(({ field }) => field)
    expect(fields).toEqual(['amount', 'currency'])
  })

  it('keeps text as text, even when it looks like a number', () => {
    const criteria = criteriaOf([{ field: 'reference' }])
    expect(evidenceOf(lineWith({ equal: { reference: '007' } }), criteria)[0]?.source_value).toBe('007')
  })
})
