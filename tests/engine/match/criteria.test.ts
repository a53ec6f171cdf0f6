import { describe, expect, it } from 'vitest'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { matchOf, meets } from '../support/brief.ts'

/** A rule whose blocking key is the type, beside the criterion under test. */
const by = (criterion: CriterionInput, rest: Partial<RuleInput> = {}): RuleInput => ({
  ...rest,
  match: [{ field: 'type' }, criterion],
})
const met = (criterion: CriterionInput, source: object, target: object, rest: Partial<RuleInput> = {}) =>
  meets({ type: 'x', ...source }, { type: 'x', ...target }, by(criterion, rest))

describe('equals', () => {
  it('compares text by its bytes', () => {
    expect(met({ field: 'reference' }, { reference: 'INV-7' }, { reference: 'INV-7' })).toBe(true)
    expect(met({ field: 'reference' }, { reference: 'INV-7' }, { reference: 'inv-7' })).toBe(false)
    expect(met({ field: 'reference' }, { reference: 'é' }, { reference: 'e\u0301' })).toBe(false)
  })

  it('compares a field of one side with another field of the other', () => {
    const criterion = { sourceField: 'attributes.payoutId', targetField: 'id' }
    expect(met(criterion, { attributes: { payoutId: 't1' } }, {})).toBe(true)
    expect(met(criterion, { attributes: { payoutId: 't2' } }, {})).toBe(false)
  })

  it('compares a nested attribute, and only an own one', () => {
    const criterion = { field: 'attributes.payout.batch' }
    const attributes = { payout: { batch: 'B1' } }
    expect(met(criterion, { attributes }, { attributes })).toBe(true)
    expect(met({ field: 'attributes.constructor.name' }, { attributes: {} }, { attributes: {} })).toBe(false)
  })

  it('compares decimals of any length exactly', () => {
    const amount = '999999999999999.123'
    expect(met({ field: 'amount' }, { amount }, { amount })).toBe(true)
    expect(met({ field: 'amount' }, { amount }, { amount: '999999999999999.124' })).toBe(false)
    expect(met({ field: 'amount' }, { amount: '9007199254740993' }, { amount: '9007199254740992' })).toBe(false)
    expect(met({ field: 'amount' }, { amount: '1' }, { amount: '1.000000000001' })).toBe(false)
  })

  it('compares an attribute with a decimal by value, not by spelling', () => {
    const criterion = { sourceField: 'attributes.paid', targetField: 'amount' }
    expect(met(criterion, { attributes: { paid: '10.50' } }, { amount: '10.5' })).toBe(true)
  })
})

describe('nulls', () => {
  const reference = (nulls: NonNullable<CriterionInput['nulls']>): CriterionInput => ({ field: 'reference', nulls })
  const [one, none] = [{ reference: 'INV-7' }, {}]

  it.each([
    ['fail', none, none, false],
    ['fail', one, none, false],
    ['fail', one, one, true],
    ['skip', none, none, true],
    ['skip', one, none, true],
    ['skip', one, one, true],
    ['match', none, none, true],
    ['match', one, none, false],
    ['match', one, one, true],
  ] as const)('%s between %j and %j holds, either way round: %s', (nulls, source, target, holds) => {
    expect(met(reference(nulls), source, target)).toBe(holds)
    expect(met(reference(nulls), target, source)).toBe(holds)
  })

  it('fail is the default', () => {
    expect(met({ field: 'reference' }, none, none)).toBe(false)
  })

  it.each(['skip', 'match'] as const)('%s never lets two different values meet', (nulls) => {
    expect(met(reference(nulls), one, { reference: 'INV-8' })).toBe(false)
  })

  it('skip needs at least one criterion that holds on values', () => {
    const rule: RuleInput = { match: [{ field: 'amount', nulls: 'match' }, reference('skip')] }
    expect(meets({}, {}, rule)).toBe(false)
    expect(meets(one, one, rule)).toBe(true)
  })

  it('match needs one as well: two records that lack all that is compared are not equal', () => {
    expect(meets({ description: 'x' }, { description: 'x' }, { match: [reference('match')] })).toBe(false)
  })

  it('treats what is blank after normalising as absent', () => {
    const digits = (nulls: NonNullable<CriterionInput['nulls']>) => ({
      ...reference(nulls),
      normalize: ['digits'] as const,
    })
    const blank = { reference: 'none' }
    expect(met(digits('fail'), blank, blank)).toBe(false)
    expect(met(digits('skip'), blank, one)).toBe(true)
    expect(met(digits('match'), blank, none)).toBe(true)
  })

  it('match lets two absent values of a window meet', () => {
    expect(met({ field: 'date', days: 3, nulls: 'match' }, {}, {})).toBe(true)
    expect(met({ field: 'date', days: 3, nulls: 'match' }, { date: '2026-03-01' }, {})).toBe(false)
  })
})

describe('sign', () => {
  it.each([
    ['same', '10', '10', true],
    ['same', '10', '-10', false],
    ['opposite', '10', '-10', true],
    ['opposite', '-10', '10', true],
    ['opposite', '10', '10', false],
    ['opposite', '0', '0', true],
    ['absolute', '10', '-10', true],
    ['absolute', '-10', '-10', true],
    ['absolute', '10', '-11', false],
  ] as const)('%s holds for %s and %s: %s', (sign, source, target, holds) => {
    expect(met({ field: 'amount', sign }, { amount: source }, { amount: target })).toBe(holds)
  })

  it('applies before a tolerance does', () => {
    const opposite: CriterionInput = { field: 'amount', sign: 'opposite', tolerance: '0.05' }
    expect(met(opposite, { amount: '10' }, { amount: '-10.05' })).toBe(true)
    expect(met(opposite, { amount: '10' }, { amount: '-10.06' })).toBe(false)
    const line = matchOf({
      source: [{ id: 's1', amount: '10' }],
      target: [{ id: 't1', amount: '-10.05' }],
      rules: [{ match: [opposite] }],
    })
    expect(line.difference).toBe('0.05')
  })
})

describe('days', () => {
  it.each([
    [0, '2026-03-01', true],
    [1, '2026-03-02', true],
    [1, '2026-02-28', true],
    [1, '2026-03-03', false],
    [{ before: 0, after: 1 }, '2026-03-02', true],
    [{ before: 0, after: 1 }, '2026-02-28', false],
    [{ before: 2, after: 0 }, '2026-02-27', true],
    [{ before: 2, after: 0 }, '2026-02-26', false],
    [{ before: 2, after: 0 }, '2026-03-02', false],
    [366, '2027-03-02', true],
    [365, '2027-03-02', false],
  ])('%j from 2026-03-01 reaches %s: %s', (days, date, holds) => {
    expect(met({ field: 'date', days }, { date: '2026-03-01' }, { date })).toBe(holds)
  })

  it('counts the days of a leap year', () => {
    expect(met({ field: 'date', days: 1 }, { date: '2028-02-28' }, { date: '2028-02-29' })).toBe(true)
    expect(met({ field: 'date', days: 1 }, { date: '2028-02-28' }, { date: '2028-03-01' })).toBe(false)
  })
})

describe('contains', () => {
  const criterion: CriterionInput = { sourceField: 'description', targetField: 'reference', op: 'contains' }
  it.each([
    ['PAYMENT INV-1000 THANKS', 'INV-1000', true],
    ['INV-1000', 'PAYMENT INV-1000 THANKS', true],
    ['INV-1000', 'INV-1000', true],
    ['PAYMENT INV-10001', 'INV-1000', false],
    ['PAYMENT XINV-1000', 'INV-1000', false],
    ['PAYMENT 1INV-1000X', 'INV-1000', true],
    ['INV-10001 INV-1000', 'INV-1000', true],
    ['RE 123 OK', '123', false],
    ['RE 1234 OK', '1234', true],
    ['RE INV-7', 'inv-7', false],
  ])('of %j and %j holds: %s', (description, reference, holds) => {
    expect(met(criterion, { description }, { reference })).toBe(holds)
  })

  it('compares after normalising', () => {
    const upper = { ...criterion, normalize: ['upper'] as const }
    expect(met(upper, { description: 're inv-7' }, { reference: 'Inv-7' })).toBe(true)
  })
})
