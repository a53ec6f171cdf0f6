import { describe, expect, it } from 'vitest'
import type {
  CriterionInput,
  ReferenceDataInput,
  RuleInput,
  RuleSetInput,
} from '../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../support/run.ts'

type RateInput = NonNullable<ReferenceDataInput['rates']>[number]

const rate = (change: Partial<RateInput> = {}): RateInput => ({
  from: 'USD',
  to: 'EUR',
  date: '2026-03-02',
  rate: '0.9215',
  ...change,
})

const converting = (change: RuleInput = {}, rates: readonly RateInput[] = [rate()]): RuleSetInput => ({
  form: 'rules',
  rules: [{ match: [{ field: 'reference' }], convert: { to: 'EUR', maxAgeDays: 3 }, ...change }],
  referenceData: { rates },
})

describe('the effective rates', () => {
  it('are canonical decimals in the order of pair and date, with their source', () => {
    const rates = [
      rate({ from: 'USD', date: '2026-03-03', rate: 1 }),
      rate({ from: 'USD', to: 'CHF', rate: '0.880' }),
      rate({ from: 'GBP', date: '2026-03-04', source: 'ECB' }),
      rate({ from: 'GBP' }),
    ]
    expect(policyOf(converting({}, rates)).referenceData.rates).toEqual([
      { from: 'GBP', to: 'EUR', date: '2026-03-02', rate: '0.9215' },
      { from: 'GBP', to: 'EUR', date: '2026-03-04', rate: '0.9215', source: 'ECB' },
      { from: 'USD', to: 'CHF', date: '2026-03-02', rate: '0.88' },
      { from: 'USD', to: 'EUR', date: '2026-03-03', rate: '1' },
    ])
  })
})

describe('a rate is refused', () => {
  it.each<[string, Partial<RateInput>, string, string]>([
    ['that is zero', { rate: '0.00' }, '/rate', 'invalid_value'],
    ['that is negative', { rate: '-0.9' }, '/rate', 'invalid_value'],
    ['that cannot be read', { rate: '0,9' }, '/rate', 'invalid_value'],
    ['of too many digits', { rate: '0.1234567890123' }, '/rate', 'invalid_value'],
    ['from an unknown currency', { from: 'USX' }, '/from', 'invalid_value'],
    ['into another word', { to: 'eur' }, '/to', 'invalid_value'],
    ['into its own currency', { to: 'USD' }, '/to', 'conflict'],
    ['of no date', { date: '2026-02-30' }, '/date', 'invalid_value'],
    ['of a time', { date: '2026-03-02T10:00' }, '/date', 'invalid_value'],
  ])('%s', (_why, change, member, code) => {
    expect(faultsOf(converting({}, [rate({ date: '2026-03-01' }), rate(change)]))).toMatchObject([
      { pointer: `/rates/1${member}`, code },
    ])
  })

  it('that another has for its pair and date, however it is written', () => {
    const faults = faultsOf(converting({}, [rate(), rate({ to: 'CHF' }), rate({ rate: '0.92150' })]))
    expect(faults).toMatchObject([{ pointer: '/rates/2', code: 'repeated_value' }])
  })

  it('with every other fault at once', () => {
    const rates = [rate({ from: 'usd', rate: 'none', date: 'today' })]
    const faults = faultsOf(converting({ convert: { to: 'EURO' }, crossCurrency: true }, rates))
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/rates/0/from',
      '/rates/0/date',
      '/rates/0/rate',
      '/0/convert/to',
      '/0/crossCurrency',
    ])
  })

  it('beyond 50,000', () => {
    const days = Array.from({ length: 25_001 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
    const rates = ['USD', 'GBP'].flatMap((from) => days.map((date) => rate({ from, date })))
    expect(faultsOf(converting({}, rates))).toMatchObject([{ pointer: '/rates', code: 'too_big' }])
  })
})

describe('a rule that converts', () => {
  const ruleOf = (change: RuleInput) => policyOf(converting(change)).rules[0]

  it('has its default written out, compares the amount and no currency', () => {
    expect(ruleOf({ convert: { to: 'source' } })).toMatchObject({
      convert: { to: 'source', maxAgeDays: 0 },
      match: [{ field: 'reference' }, { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }],
    })
  })

  it('compiles to itself again', () => {
    const { rules, referenceData } = policyOf(converting({ convert: { to: 'target' }, sum: {} }))
    expect(policyOf({ form: 'rules', rules, referenceData }).rules).toEqual(rules)
  })

  const withCriterion = (criterion: CriterionInput): RuleInput => ({ match: [{ field: 'reference' }, criterion] })

  it.each<[string, RuleInput, string, string]>([
    ['into nothing', { convert: {} }, '/0/convert', 'required'],
    ['into an unknown currency', { convert: { to: 'EURO' } }, '/0/convert/to', 'invalid_value'],
    ['groups', { cardinality: 'n:1', sum: {} }, '/0/convert', 'conflict'],
    ['beside crossCurrency', { crossCurrency: true }, '/0/crossCurrency', 'conflict'],
    ['beside ignoreAmount', { ignoreAmount: true }, '/0/ignoreAmount', 'conflict'],
    ['beside the currency', withCriterion({ field: 'currency' }), '/0/match/1/field', 'conflict'],
    ['transposed digits', withCriterion({ field: 'amount', op: 'transposed' }), '/0/match/1/op', 'conflict'],
    ['by the amount alone', { match: [{ field: 'amount' }] }, '/0', 'no_blocking_key'],
    ['by a window of amounts alone', { match: [{ field: 'amount', tolerance: '1' }] }, '/0', 'no_blocking_key'],
  ])('is refused %s', (_why, change, pointer, code) => {
    expect(faultsOf(converting(change))).toMatchObject([{ pointer, code }])
  })

  it('is refused without rates', () => {
    expect(faultsOf(converting({}, []))).toMatchObject([{ pointer: '/0/convert', code: 'required' }])
  })
})
