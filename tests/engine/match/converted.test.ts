import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Conversion } from '../../../engine/rules/language/rule-form.ts'
import type { ReferenceDataInput, RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

/** Amounts of two currencies, compared in one. */

type Values = Omit<CanonicalRecord, 'id'>
type Rates = NonNullable<ReferenceDataInput['rates']>

const usdToEur: Rates = [
  { from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' },
  { from: 'USD', to: 'EUR', date: '2026-02-27', rate: '0.9301' },
]
const usd = (amount: string, rest: Values = {}): Values => ({ amount, currency: 'USD', date: '2026-03-03', ...rest })
const eur = (amount: string, rest: Values = {}): Values => ({ amount, currency: 'EUR', ...rest })

interface Trial {
  readonly convert?: Partial<Conversion>
  readonly rates?: Rates
  readonly rule?: RuleInput
}

function outcomeOf(source: Values, target: Values, { convert, rates = usdToEur, rule }: Trial = {}) {
  const policy: RuleSetInput = {
    form: 'rules',
    rules: [{ match: [{ field: 'reference' }], convert: { to: 'EUR', maxAgeDays: 3, ...convert }, ...rule }],
    referenceData: { rates },
  }
  const sides = { source: [{ id: 's', reference: 'R', ...source }], target: [{ id: 't', reference: 'R', ...target }] }
  return run({ ...sides, rules: policy })
}

const met = (source: Values, target: Values, trial: Trial = {}): boolean =>
  outcomeOf(source, target, trial).matches.length > 0

describe('a rate', () => {
  it.each([
    ['of the day before', '2026-03-03', '92.15', true],
    ['of the day itself', '2026-03-02', '92.15', true],
    ['that is too old', '2026-03-06', '92.15', false],
    ['that is as old as said', '2026-03-05', '92.15', true],
    ['of the future is none', '2026-03-01', '93.01', true],
    ['before all others is none', '2026-02-26', '93.01', false],
  ])('%s', (_what, date, booked, holds) => {
    expect(met(usd('100', { date }), eur(booked))).toBe(holds)
  })

  it('is that of the source day, whichever side is converted', () => {
    const target = usd('100', { date: '2026-02-27' })
    expect(met(eur('92.15', { date: '2026-03-03' }), target, { convert: { to: 'source' } })).toBe(true)
  })

  it('is never turned round', () => {
    expect(met(usd('100'), eur('92.15'), { convert: { to: 'source' } })).toBe(false)
    expect(met(usd('100'), eur('92.15'), { convert: { to: 'target' } })).toBe(true)
  })

  it('converts both sides into a third currency', () => {
    const rates: Rates = [...usdToEur, { from: 'JPY', to: 'EUR', date: '2026-03-02', rate: '0.00625' }]
    expect(met(usd('100'), { amount: '14744', currency: 'JPY' }, { rates })).toBe(true)
  })
})

describe('a converted amount', () => {
  const into = (to: string, rate: string): Rates => [{ from: 'USD', to, date: '2026-03-02', rate }]

  it.each([
    ['EUR', '0.5', '0.01', '0'],
    ['EUR', '0.5', '0.03', '0.02'],
    ['EUR', '0.5', '-0.03', '-0.02'],
    ['EUR', '0.5', '-0.01', '0'],
    ['EUR', '0.501', '0.01', '0.01'],
    ['JPY', '149.5', '1', '150'],
    ['JPY', '148.5', '1', '148'],
    ['BHD', '0.3765', '1', '0.376'],
    ['EUR', '0.000000000001', '900000000000000000', '900000'],
    ['EUR', '1.000000000001', '999999999999999999', '1000000000000999999'],
  ])('in %s at %s: %s is %s, rounded half to even', (to, rate, amount, wanted) => {
    const given = { convert: { to }, rates: into(to, rate) }
    expect(met(usd(amount), { amount: wanted, currency: to }, given)).toBe(true)
    expect(met(usd(amount), { amount: `${wanted.replace(/\.\d+$/, '')}.0001`, currency: to }, given)).toBe(false)
  })

  it('stays as it is in its own currency, without a rate or a date', () => {
    expect(met(eur('10.005'), eur('10.005'))).toBe(true)
    expect(met(eur('10.005'), eur('10.01'))).toBe(false)
  })

  it('compares after its sign', () => {
    const opposite: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite' }] }
    expect(met(usd('100'), eur('-92.15'), { rule: opposite })).toBe(true)
    expect(met(usd('100'), eur('92.15'), { rule: opposite })).toBe(false)
  })

  it('is a sum as a whole, rounded once', () => {
    const sum: RuleInput = { sum: { source: [{ field: 'gross' }, { field: 'fee', times: -1 }] } }
    const given = { rates: into('EUR', '0.5'), rule: sum }
    const { matches } = outcomeOf({ gross: '10.05', fee: '0.04', currency: 'USD', date: '2026-03-02' }, eur('5'), given)
    expect(matches).toMatchObject([
      { sum: ['10.01', '5'], converted: { currency: 'EUR', values: { sum: ['5', '5'] } }, confidence: 'medium' },
    ])
  })

  it('leaves numbers of two attributes alone', () => {
    const match = [{ field: 'reference' }, { field: 'attributes.units', tolerance: '0' }]
    const units = { attributes: { units: '7' } }
    expect(met(usd('100', units), eur('92.15', units), { rule: { match } })).toBe(true)
  })
})

describe('a pair without a rate', () => {
  const failedOf = (source: Values, target: Values, trial: Trial = {}) =>
    outcomeOf(source, target, trial).breaks.map(({ failed }) => failed?.code)

  it('says so, on one break of both', () => {
    expect(failedOf({ amount: '100', currency: 'GBP', date: '2026-03-03' }, eur('92.15'))).toEqual(['no_rate'])
  })

  it('says so where the currency or the day is missing that a rate is looked for by', () => {
    expect(failedOf({ amount: '100', date: '2026-03-03' }, eur('92.15'))).toEqual(['no_rate'])
    expect(failedOf({ amount: '100', currency: 'USD' }, eur('92.15'))).toEqual(['no_rate'])
  })

  it('does not say so where amounts differ', () => {
    expect(failedOf(usd('100'), eur('93'))).toEqual([undefined])
  })
})

it('counts as fx what is left between two currencies, and nothing within one', () => {
  const rule: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] }
  expect(outcomeOf(usd('100'), eur('92'), { rule }).totals.fx).toEqual({ EUR: '-0.15' })
  expect(outcomeOf(eur('92.15'), eur('92'), { rule }).totals.fx).toEqual({})
  expect(outcomeOf(usd('100'), usd('100.5'), { rule }).totals.fx).toEqual({})
})
