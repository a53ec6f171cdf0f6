import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '../../../engine/base/decimal.ts'
import { roundHalfEven } from '../../../engine/rules/criteria/bound-sum.ts'
import type { RuleInput, SumInput } from '../../../engine/rules/language/written-form.ts'
import { matchOf, meets } from '../support/brief.ts'
import { run } from '../support/run.ts'

const ruleOf = (sum: SumInput): RuleInput => ({ match: [{ field: 'reference' }], sum })

describe('an expected fee of 2.9 % + 0.30', () => {
  const gross: RuleInput = {
    id: 'gross-to-net',
    variance: 'fee',
    match: [{ field: 'reference', normalize: ['upper', 'alphanumeric'] }, { field: 'currency' }],
    sum: {
      source: [{ field: 'amount' }, { percent: '-2.9', of: 'amount' }, { fixed: '-0.30' }],
      target: [{ field: 'net' }],
      tolerance: '0.01',
    },
  }
  const given = (net: string) => ({
    source: [{ id: 's1', reference: 'R1', currency: 'EUR', amount: '100' }],
    target: [{ id: 't1', reference: 'R1', currency: 'EUR', net }],
    rules: [gross],
  })

  it('takes 96.80 for 100.00, and labels what it accepts', () => {
    const line = matchOf(given('96.8'))
    expect(line).toMatchObject({ sum: ['96.8', '96.8'], variance: 'fee' })
    expect(line.difference).toBeUndefined()
    expect(run(given('96.8')).totals.accepted).toEqual({ EUR: { fee: '-3.2' } })
  })

  it('lets 96.79 pass with its difference', () => {
    expect(matchOf(given('96.79'))).toMatchObject({ sum: ['96.8', '96.79'], difference: '-0.01' })
  })

  it('reports 96.50 as an amount_mismatch of the sum', () => {
    expect(run(given('96.5')).breaks).toEqual([
      {
        kind: 'break',
        reason: 'amount_mismatch',
        source: ['s1'],
        target: ['t1'],
        difference: '-0.3',
        failed: { field: 'sum', rule: 'gross-to-net', needs: { tolerance: '0.3' } },
      },
    ])
  })
})

describe('a term', () => {
  const both = { reference: 'R', currency: 'EUR' }
  it.each<[string, SumInput, object, object, boolean]>([
    ['is an amount by default', {}, { amount: '5' }, { amount: '5' }, true],
    ['counts once', { source: [{ field: 'net' }] }, { net: '5', amount: '1' }, { amount: '5' }, true],
    [
      'is taken off with times -1',
      { source: [{ field: 'gross' }, { field: 'fee', times: -1 }] },
      { gross: '6', fee: '1' },
      { amount: '5' },
      true,
    ],
    [
      'without its field does not qualify',
      { source: [{ field: 'gross' }, { field: 'fee' }] },
      { gross: '5' },
      { amount: '5' },
      false,
    ],
    [
      'takes its default',
      { source: [{ field: 'gross' }, { field: 'fee', default: 2 }] },
      { gross: '3' },
      { amount: '5' },
      true,
    ],
    [
      'of a percentage without its field does not qualify',
      { source: [{ percent: 10, of: 'gross' }] },
      {},
      { amount: '0' },
      false,
    ],
    [
      'reads an attribute',
      { source: [{ field: 'attributes.paid' }] },
      { attributes: { paid: '5' } },
      { amount: '5' },
      true,
    ],
    ['is fixed', { source: [{ fixed: '5' }] }, {}, { amount: '5' }, true],
  ])('%s', (_name, sum, source, target, expected) => {
    expect(meets({ ...both, ...source }, { ...both, ...target }, ruleOf(sum))).toBe(expected)
  })

  it.each([
    ['EUR', '1.25', '0.12'],
    ['EUR', '1.35', '0.14'],
    ['EUR', '-1.25', '-0.12'],
    ['JPY', '25', '2'],
    ['JPY', '35', '4'],
    ['KWD', '0.025', '0.002'],
    ['CLF', '0.0015', '0.0002'],
    ['XAU', '0.00125', '0.000125'],
  ])('of 10 %% in %s takes %s to %s, half to even', (currency, amount, part) => {
    const sum: SumInput = { source: [{ percent: '10', of: 'amount' }] }
    const record = { reference: 'R', currency }
    expect(meets({ ...record, amount }, { ...record, amount: part }, ruleOf(sum))).toBe(true)
  })
})

describe('the sign of a sum', () => {
  it.each<[SumInput['sign'], string, boolean]>([
    ['same', '5', true],
    ['same', '-5', false],
    ['opposite', '-5', true],
    ['opposite', '5', false],
    ['absolute', '-5', true],
    ['absolute', '5', true],
  ])('%s takes %s for 5: %s', (sign, amount, expected) => {
    expect(meets({ reference: 'R', amount: '5' }, { reference: 'R', amount }, ruleOf({ sign }))).toBe(expected)
  })
})

it.each([
  ['2.5', 0, '2'],
  ['3.5', 0, '4'],
  ['-2.5', 0, '-2'],
  ['2.51', 0, '3'],
  ['0.125', 2, '0.12'],
  ['0.13', 4, '0.13'],
])('rounds %s to %i digits as %s', (text, scale, expected) => {
  const decimal = parseDecimal(text)
  expect(decimal && formatDecimal(roundHalfEven(decimal, scale))).toBe(expected)
})
