import { describe, expect, it } from 'vitest'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

const cents: RuleInput = {
  id: 'cents',
  variance: 'rounding',
  match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }],
}

describe('the totals', () => {
  it('hold count, total, matched, open, excluded and netted of each side and currency', () => {
    const rules: RuleInput[] = [
      { action: 'exclude', where: { source: [{ field: 'type', op: 'present' }] } },
      { match: [{ field: 'reference' }] },
    ]
    const source = [
      { id: 's1', amount: '10', currency: 'EUR', reference: 'a' },
      { id: 's2', amount: '-2.5', currency: 'EUR', reference: 'b' },
      { id: 's3', amount: '4', currency: 'EUR', type: 'opening' },
      { id: 's4', amount: '7', currency: 'USD', reference: 'c' },
    ]
    const { totals } = run({ source, target: [{ id: 't1', amount: '10', currency: 'EUR', reference: 'a' }], rules })
    expect(totals).toEqual({
      kind: 'totals',
      source: {
        EUR: { count: 3, total: '11.5', matched: '10', open: '-2.5', excluded: '4', netted: '0' },
        USD: { count: 1, total: '7', matched: '0', open: '7', excluded: '0', netted: '0' },
      },
      target: { EUR: { count: 1, total: '10', matched: '10', open: '0', excluded: '0', netted: '0' } },
      accepted: {},
      turned: {},
      fx: {},
    })
  })

  it('count a record by its amount, else its net, else its gross', () => {
    const source = [
      { id: 's1', amount: '1', net: '2', gross: '4', currency: 'EUR' },
      { id: 's2', net: '20', gross: '40', currency: 'EUR' },
      { id: 's3', gross: '400', currency: 'EUR' },
    ]
    expect(run({ source, target: [], rules: [] }).totals.source['EUR']?.total).toBe('421')
  })

  it('are exact for amounts of 18 digits and of every scale together', () => {
    const amounts = ['999999999999999999', '0.000000000001', '-0.5', '999999.999999999999', '999999999999999999']
    const source = amounts.map((amount, index) => ({ id: `s${index}`, amount, currency: 'EUR' }))
    expect(run({ source, target: [], rules: [] }).totals.source['EUR']?.total).toBe('2000000000000999997.5')
  })

  it('do not mix currencies, nor those with records that have none', () => {
    const source = [
      { id: 's1', amount: '1', currency: 'EUR' },
      { id: 's2', amount: '2' },
      { id: 's3', amount: '4', currency: 'JPY' },
    ]
    expect(
      Object.values(run({ source, target: [], rules: [] }).totals.source)
        .map(({ total }) => total)
        .sort(),
    ).toEqual(['1', '2', '4'])
  })
})

describe('the accepted differences', () => {
  const pair = (reference: string, source: object, target: object) => ({
    source: { id: `s-${reference}`, currency: 'EUR', reference, ...source },
    target: { id: `t-${reference}`, currency: 'EUR', reference, ...target },
  })
  const totalsOf = (pairs: readonly ReturnType<typeof pair>[], rules: readonly RuleInput[]) => {
    const { totals, matches } = run({
      source: pairs.map(({ source }) => source),
      target: pairs.map(({ target }) => target),
      rules,
    })
    expect(matches).toHaveLength(pairs.length)
    return totals
  }
  const accepted = (pairs: readonly ReturnType<typeof pair>[], rules: readonly RuleInput[]) =>
    totalsOf(pairs, rules).accepted

  it('add up target − source under the variance of the rule', () => {
    const pairs = [pair('a', { amount: '10' }, { amount: '10.03' }), pair('b', { amount: '5' }, { amount: '4.99' })]
    expect(accepted(pairs, [cents])).toEqual({ EUR: { rounding: '0.02' } })
  })

  it('are unlabelled without a variance', () => {
    const { variance: _variance, ...unlabelled } = cents
    expect(accepted([pair('a', { amount: '10' }, { amount: '10.03' })], [unlabelled])).toEqual({
      EUR: { unlabelled: '0.03' },
    })
  })

  it('stand apart by label', () => {
    const fee: RuleInput = {
      id: 'fee',
      variance: 'fee',
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '2' }],
    }
    const pairs = [pair('a', { amount: '10' }, { amount: '10.03' }), pair('b', { amount: '5' }, { amount: '3.5' })]
    expect(accepted(pairs, [cents, fee])).toEqual({ EUR: { fee: '-1.5', rounding: '0.03' } })
  })

  it('are taken after the sign of the target is turned, which has a figure of its own', () => {
    const amount: CriterionInput = { field: 'amount', sign: 'opposite', tolerance: '0.05' }
    const opposite: RuleInput = { variance: 'rounding', match: [{ field: 'reference' }, amount] }
    const exact = pair('a', { amount: '10' }, { amount: '-10' })
    expect(totalsOf([exact], [opposite])).toMatchObject({ accepted: {}, turned: { EUR: '-20' } })
    const near = pair('b', { amount: '5' }, { amount: '-5.02' })
    expect(totalsOf([exact, near], [opposite])).toMatchObject({
      accepted: { EUR: { rounding: '0.02' } },
      turned: { EUR: '-30.04' },
    })
  })

  it.each<[CriterionInput['sign'], string, string, string]>([
    ['same', '100', '91', '-9'],
    ['same', '-100', '-91', '9'],
    ['opposite', '100', '-91', '-9'],
    ['opposite', '-100', '91', '9'],
    ['absolute', '100', '91', '-9'],
    ['absolute', '-100', '-91', '9'],
    ['absolute', '100', '-91', '-9'],
    ['absolute', '-100', '91', '9'],
    ['absolute', '0', '-5', '-5'],
  ])('are those of the lines: under the sign %s of %s and %s it is %s', (sign, source, target, difference) => {
    const compared = { ...(sign && { sign }), tolerance: '10' }
    const rules: RuleInput[] = [
      { match: [{ field: 'reference' }, { field: 'amount', ...compared }] },
      { match: [{ field: 'reference' }], sum: compared },
      { match: [{ field: 'reference' }], sum: compared, cardinality: 'n:m' },
    ]
    for (const rule of rules) {
      const given = pair('a', { amount: source }, { amount: target })
      const { matches, totals } = run({ source: [given.source], target: [given.target], rules: [rule] })
      expect(matches).toMatchObject([{ difference }])
      expect(totals.accepted).toEqual({ EUR: { unlabelled: difference } })
    }
  })

  it('are turned where the sign does not count only if the signs differ', () => {
    const absolute: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', sign: 'absolute' }] }
    const pairs = [pair('a', { amount: '10' }, { amount: '-10' }), pair('b', { amount: '-5' }, { amount: '-5' })]
    expect(totalsOf(pairs, [absolute])).toMatchObject({ accepted: {}, turned: { EUR: '-20' } })
  })

  it('are turned as the last amount says that the rule compares', () => {
    const gross: CriterionInput = { field: 'gross', sign: 'opposite' }
    const given = pair('a', { amount: '10', gross: '10' }, { amount: '10', gross: '-10' })
    const turnedBy = (...match: CriterionInput[]) => totalsOf([given], [{ match: [{ field: 'reference' }, ...match] }])
    expect(turnedBy({ field: 'amount' }, gross)).toMatchObject({ accepted: { EUR: { unlabelled: '-20' } } })
    expect(turnedBy(gross, { field: 'amount' })).toMatchObject({ accepted: {}, turned: {} })
  })

  it('are turned by amounts that can be a control amount, not by a fee or an attribute', () => {
    const opposite: CriterionInput = { field: 'amount', sign: 'opposite' }
    const given = pair('a', { amount: '10', fee: '1' }, { amount: '-10', fee: '1' })
    const match = [{ field: 'reference' }, opposite, { field: 'fee' }]
    expect(totalsOf([given], [{ match }])).toMatchObject({ accepted: {}, turned: { EUR: '-20' } })
    const units = pair('b', { amount: '10', attributes: { n: '3' } }, { amount: '-10', attributes: { n: '3' } })
    const near = [{ field: 'reference' }, opposite, { field: 'attributes.n', tolerance: '1' }]
    expect(totalsOf([units], [{ match: near }])).toMatchObject({ accepted: {}, turned: { EUR: '-20' } })
  })

  it.each<[RuleInput['sign'], string, object]>([
    ['opposite', '-9', { accepted: { EUR: { unlabelled: '-1' } }, turned: { EUR: '-18' } }],
    ['absolute', '-9', { accepted: { EUR: { unlabelled: '-1' } }, turned: { EUR: '-18' } }],
    ['absolute', '9', { accepted: { EUR: { unlabelled: '-1' } }, turned: {} }],
    ['same', '9', { accepted: { EUR: { unlabelled: '-1' } }, turned: {} }],
  ])('are turned as the %s sign of a rule says that ignores the amount %s', (sign, amount, figures) => {
    const rule: RuleInput = { ignoreAmount: true, ...(sign && { sign }), match: [{ field: 'reference' }] }
    expect(totalsOf([pair('a', { amount: '10' }, { amount })], [rule])).toMatchObject(figures)
  })

  it('make up for fields other than the control amount', () => {
    const net: RuleInput = {
      variance: 'fee',
      match: [{ field: 'reference' }, { sourceField: 'net', targetField: 'amount' }],
    }
    expect(accepted([pair('a', { amount: '10', net: '9.7' }, { amount: '9.7' })], [net])).toEqual({
      EUR: { fee: '-0.3' },
    })
  })

  it('stand in both currencies of a pair across currencies', () => {
    const fx: RuleInput = {
      variance: 'fx',
      crossCurrency: true,
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '50%' }],
    }
    const pairs = [pair('a', { amount: '10' }, { amount: '11', currency: 'USD' })]
    expect(accepted(pairs, [fx])).toEqual({ EUR: { fx: '-10' }, USD: { fx: '11' } })
  })

  it('are left out when there is none', () => {
    expect(accepted([pair('a', { amount: '10' }, { amount: '10' })], [cents])).toEqual({})
  })
})

describe('the summary', () => {
  it('counts what the lines hold', () => {
    const record = (id: string, amount: string, reference: string) => ({ id, amount, currency: 'EUR', reference })
    const source = [record('s1', '10', 'a'), record('s2', '5', 'b'), record('s3', '1', 'c')]
    const target = [record('t1', '10', 'a'), record('t2', '5.5', 'b')]
    expect(run({ source, target, rules: [{ match: [{ field: 'reference' }, { field: 'amount' }] }] }).summary).toEqual({
      matchCount: 1,
      nettedCount: 0,
      residualCount: 0,
      suggestionCount: 0,
      breakCount: 2,
      source: { matched: 1, open: 2, netted: 0 },
      target: { matched: 1, open: 1, netted: 0 },
      confidence: { exact: 1, high: 0, medium: 0, low: 0 },
      amounts: { EUR: { sourceMatched: '10', sourceOpen: '6', targetMatched: '10', targetOpen: '5.5' } },
      turned: {},
      breaks: { amount_mismatch: 1, missing_in_target: 1 },
      ambiguous: 0,
      matchRate: '0.4',
      rules: [{ id: 'rule-1', matches: 1, netted: 0, ambiguous: 0, leftSource: 2, leftTarget: 1 }],
    })
  })
})
