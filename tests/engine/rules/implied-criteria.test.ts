import { describe, expect, it } from 'vitest'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { meets } from '../support/brief.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const impliedAmount = { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }
const impliedCurrency = { field: 'currency', op: 'equals', normalize: [], nulls: 'match' }

function impliedBy(match: readonly CriterionInput[], rest: Partial<RuleInput> = {}) {
  return policyOf([{ match, ...rest }]).rules[0]?.match?.slice(match.length)
}

describe('money is always compared', () => {
  it('adds amount and currency, absent on both sides being equal, after the named criteria', () => {
    expect(impliedBy([{ field: 'reference' }])).toEqual([impliedAmount, impliedCurrency])
  })

  it.each([
    ['amount', { field: 'amount', tolerance: '1' }],
    ['gross', { field: 'gross' }],
    ['net', { field: 'net' }],
    ['an amount on one side only', { sourceField: 'net', targetField: 'amount' }],
  ])('adds no amount to a rule that names %s', (_what, criterion) => {
    expect(impliedBy([{ field: 'reference' }, criterion])).toEqual([impliedCurrency])
  })

  it('adds no currency to a rule that names it', () => {
    expect(impliedBy([{ field: 'reference' }, { field: 'currency' }])).toEqual([impliedAmount])
  })

  it('leaves the amount out for ignoreAmount and the currency out for crossCurrency', () => {
    expect(impliedBy([{ field: 'reference' }], { ignoreAmount: true })).toEqual([impliedCurrency])
    expect(impliedBy([{ field: 'reference' }], { crossCurrency: true })).toEqual([impliedAmount])
    expect(impliedBy([{ field: 'reference' }], { ignoreAmount: true, crossCurrency: true })).toEqual([])
  })

  it('applies to the criteria form', () => {
    const { rules } = policyOf({ form: 'criteria', criteria: [{ field: 'reference' }] })
    expect(rules[0]?.match?.slice(1)).toEqual([impliedAmount, impliedCurrency])
  })
})

describe('a rule that names no money', () => {
  const rule: RuleInput = { match: [{ field: 'reference' }] }
  const record = { reference: 'INV-7', amount: '10', currency: 'EUR' }

  it('matches equal amounts and currencies', () => {
    expect(meets(record, record, rule)).toBe(true)
  })

  it('does not let a reference buy off another amount', () => {
    expect(meets(record, { ...record, amount: '10000' }, rule)).toBe(false)
  })

  it('does not match another currency', () => {
    expect(meets(record, { ...record, currency: 'USD' }, rule)).toBe(false)
  })

  it('matches records that both lack an amount and a currency', () => {
    expect(meets({ reference: 'INV-7' }, { reference: 'INV-7' }, rule)).toBe(true)
  })

  it('does not match a record that lacks what the other has', () => {
    expect(meets(record, { reference: 'INV-7', currency: 'EUR' }, rule)).toBe(false)
    expect(meets({ reference: 'INV-7', amount: '10' }, record, rule)).toBe(false)
  })

  it('matches any amount under ignoreAmount and any currency under crossCurrency', () => {
    expect(meets(record, { ...record, amount: '11' }, { ...rule, ignoreAmount: true })).toBe(true)
    expect(meets(record, { ...record, currency: 'USD' }, { ...rule, crossCurrency: true })).toBe(true)
  })
})

describe('a rule that ignores amounts', () => {
  const rule: RuleInput = { match: [{ field: 'reference' }], ignoreAmount: true }
  const met = (source: string | undefined, target: string | undefined, rest: RuleInput = {}) => {
    const record = (amount: string | undefined) => ({ reference: 'INV-7', currency: 'EUR', ...(amount && { amount }) })
    return meets(record(source), record(target), { ...rule, ...rest })
  }

  it.each<[string | undefined, string | undefined, RuleInput['sign'], boolean]>([
    ['10', '11', undefined, true],
    ['10', '-11', undefined, false],
    ['-10', '-11', 'same', true],
    ['0', '-11', undefined, true],
    ['10', '0', 'opposite', true],
    ['0', '0', 'opposite', true],
    ['10', '-11', 'opposite', true],
    ['10', '11', 'opposite', false],
    ['10', '-11', 'absolute', true],
    ['10', undefined, 'absolute', true],
    ['9007199254740993', '-1', undefined, false],
    [undefined, undefined, undefined, true],
    ['10', undefined, undefined, true],
    [undefined, '-10', 'opposite', true],
  ])('compares %s and %s under the sign %s: %s', (source, target, sign, holds) => {
    expect(met(source, target, { ...(sign && { sign }) })).toBe(holds)
  })

  it('writes out the default, and none where amounts are compared after all', () => {
    const signOf = (rest: RuleInput) => policyOf([{ ...rule, ...rest }]).rules[0]?.sign
    expect(signOf({})).toBe('same')
    expect(signOf({ sign: 'opposite' })).toBe('opposite')
    expect(signOf({ match: [{ field: 'reference' }, { field: 'net', tolerance: 1 }] })).toBeUndefined()
    expect(signOf({ sum: {} })).toBeUndefined()
  })

  it.each<[string, RuleInput]>([
    ['without ignoreAmount', { ignoreAmount: false }],
    ['beside a criterion on an amount', { match: [{ field: 'reference' }, { field: 'amount' }] }],
    ['beside a sum', { sum: {} }],
  ])('refuses a sign %s', (_why, rest) => {
    expect(faultsOf([{ ...rule, sign: 'same', ...rest }])).toMatchObject([{ pointer: '/0/sign', code: 'conflict' }])
  })

  it('does not count equal signs as a criterion that holds on values', () => {
    const match = [{ field: 'reference', nulls: 'match' as const }]
    expect(meets({ amount: '10' }, { amount: '10' }, { match, ignoreAmount: true, crossCurrency: true })).toBe(false)
  })
})
