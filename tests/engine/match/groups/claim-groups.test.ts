import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { breaksOf, matchOf, outcome } from '../../support/brief.ts'
import { run } from '../../support/run.ts'

const batch = { field: 'attributes.batch' }
const amounts = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
const keyed = (cardinality: RuleInput['cardinality'], rest: Partial<RuleInput> = {}): RuleInput => ({
  id: 'keyed',
  cardinality,
  match: [batch],
  sum: amounts,
  ...rest,
})
const record = (id: string, amount: string, rest: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  attributes: { batch: 'b' },
  ...rest,
})

describe('processor transactions against their payout, n:1, net of fees', () => {
  const payout: RuleInput = {
    id: 'payout-net',
    cardinality: 'n:1',
    match: [{ sourceField: 'attributes.payoutId', targetField: 'id' }, { field: 'currency' }],
    sum: {
      source: [{ field: 'gross' }, { field: 'fee', times: -1, default: '0' }],
      target: [{ field: 'amount' }],
    },
  }
  const movement = (id: string, values: Partial<CanonicalRecord>): CanonicalRecord => ({
    id,
    currency: 'EUR',
    attributes: { payoutId: 'po1' },
    ...values,
  })
  const source = [
    movement('c', { gross: '150', fee: '3' }),
    movement('a', { gross: '300', fee: '2.4' }),
    movement('d', { gross: '-0.32' }),
    movement('b', { gross: '-50', fee: '4' }),
  ]
  const target = (amount: string): CanonicalRecord[] => [{ id: 'po1', currency: 'EUR', amount }]

  it('match 390.28, with the sums and every id in order', () => {
    expect(matchOf({ source, target: target('390.28'), rules: [payout] })).toEqual({
      kind: 'match',
      rule: 'payout-net',
      confidence: 'medium',
      source: ['a', 'b', 'c', 'd'],
      target: ['po1'],
      equal: { 'attributes.payoutId/id': 'po1', currency: 'EUR' },
      sum: ['390.28', '390.28'],
    })
  })

  it('are a sum_mismatch of all of them against another payout', () => {
    expect(run({ source, target: target('390.29'), rules: [payout] }).breaks).toEqual([
      {
        kind: 'break',
        reason: 'sum_mismatch',
        source: ['a', 'b', 'c', 'd'],
        target: ['po1'],
        difference: '0.01',
        failed: { field: 'sum', rule: 'payout-net', needs: { tolerance: '0.01' } },
        total: '390.28',
      },
    ])
  })

  it('match within 0.05 under a later rule, which drops the finding', () => {
    const near: RuleInput = { ...payout, id: 'near', sum: { ...payout.sum, tolerance: '0.05' } }
    const given = { source, target: target('390.31'), rules: [payout, near] }
    expect(matchOf(given)).toMatchObject({ rule: 'near', confidence: 'medium', difference: '0.03' })
    expect(breaksOf(run(given))).toEqual([])
  })

  it('leave out a record that lacks a field without a default', () => {
    const odd = movement('e', { amount: '7' })
    expect(outcome({ source: [...source, odd], target: target('390.28'), rules: [payout] })).toEqual([
      'a,b,c,d=po1 by payout-net',
      'missing_in_target e/',
    ])
  })

  it('keep the totals: what the control amounts are apart is accepted', () => {
    const { totals } = run({ source, target: target('390.28'), rules: [{ ...payout, variance: 'fee' }] })
    expect(totals.accepted).toEqual({ EUR: { fee: '-9.4' } })
  })
})

describe('till sales of a store and day against its deposits, n:m, up to 5.00 short or 2.00 over', () => {
  const storeDay: RuleInput = {
    id: 'store-day',
    cardinality: 'n:m',
    match: [{ field: 'attributes.store' }, { field: 'date' }, { field: 'currency' }],
    sum: { ...amounts, tolerance: { from: '-5.00', to: '2.00' } },
  }
  const till = (id: string, amount: string): CanonicalRecord =>
    record(id, amount, { date: '2026-03-01', attributes: { store: 'x' } })
  const deposited = (...parts: string[]) =>
    outcome({
      source: [till('s1', '60'), till('s2', '40')],
      target: parts.map((amount, index) => till(`t${index + 1}`, amount)),
      rules: [storeDay],
    })

  it.each([
    ['95', '0'],
    ['50', '50'],
    ['70', '32'],
  ])('%s and %s are deposited', (...parts) => {
    expect(deposited(...parts)).toEqual(['s1,s2=t1,t2 by store-day'])
  })

  it.each([
    ['94.99', '0'],
    ['70', '32.01'],
  ])('%s and %s are not', (...parts) => {
    expect(deposited(...parts)).toEqual(['sum_mismatch s1,s2/t1,t2'])
  })
})

describe('a group', () => {
  it('has one record on its 1-side, or says that it has more', () => {
    const given = { source: [record('s1', '1'), record('s2', '2')], target: [record('t1', '3')] }
    expect(outcome({ ...given, rules: [keyed('n:1')] })).toEqual(['s1,s2=t1 by keyed'])
    expect(outcome({ ...given, rules: [keyed('n:m')] })).toEqual(['s1,s2=t1 by keyed'])
    const [found] = run({ ...given, rules: [keyed('1:n')] }).breaks
    expect(found).toEqual({
      kind: 'break',
      reason: 'sum_mismatch',
      source: ['s1', 's2'],
      target: ['t1'],
      failed: { rule: 'keyed', field: 'sum', code: 'one_side_count' },
    })
  })

  it('matches one to many as many to one', () => {
    const given = { source: [record('s1', '3')], target: [record('t2', '2'), record('t1', '1')] }
    expect(outcome({ ...given, rules: [keyed('1:n')] })).toEqual(['s1=t1,t2 by keyed'])
  })

  it('never adds across currencies, even where they are not compared', () => {
    const source = [record('s1', '1'), record('s2', '2', { currency: 'USD' })]
    const rules = [keyed('n:1', { crossCurrency: true })]
    expect(run({ source, target: [record('t1', '3')], rules }).matches).toEqual([])
  })

  it('may meet a group of another currency where they are not compared, at low confidence', () => {
    const source = [record('s1', '1', { currency: 'USD' }), record('s2', '2', { currency: 'USD' })]
    const rules = [keyed('n:1', { crossCurrency: true })]
    expect(matchOf({ source, target: [record('t1', '3')], rules })).toMatchObject({ confidence: 'low' })
  })

  it('is no candidate when a window fails for one pair of it', () => {
    const rules = [keyed('n:1', { match: [batch, { field: 'date', days: 2 }] })]
    const dated = (id: string, amount: string, day: number) => record(id, amount, { date: `2026-03-0${day}` })
    const of = (last: number) =>
      run({ source: [dated('s1', '1', 1), dated('s2', '2', last)], target: [dated('t1', '3', 3)], rules }).matches
    expect(of(5).map(({ source }) => source)).toEqual([['s1', 's2']])
    expect(of(6)).toEqual([])
  })

  it('shows only values and days that all of its records agree in', () => {
    const rules = [keyed('n:1', { match: [batch, { field: 'date', days: 3 }] })]
    const dated = (id: string, amount: string, day: number) => record(id, amount, { date: `2026-03-0${day}` })
    const line = (first: number, last: number) =>
      matchOf({ source: [dated('s1', '1', first), dated('s2', '2', last)], target: [dated('t1', '3', 4)], rules })
    expect(line(2, 2)).toMatchObject({ days: 2, differ: { date: ['2026-03-02', '2026-03-04'] }, confidence: 'medium' })
    expect([line(1, 2).days, line(1, 2).differ, line(1, 2).confidence]).toEqual([undefined, undefined, 'medium'])
  })

  it('is medium above half of the tolerance of its sum', () => {
    const rules = [keyed('n:1', { sum: { ...amounts, tolerance: '0.05' } })]
    // With a second batch, the batch tells records apart.
    const other = record('s3', '9', { attributes: { batch: 'c' } })
    const confidence = (amount: string) =>
      matchOf({ source: [record('s1', '1'), record('s2', '2'), other], target: [record('t1', amount)], rules })
        .confidence
    expect([confidence('3'), confidence('3.03'), confidence('3.04')]).toEqual(['exact', 'high', 'medium'])
  })

  it('is suggested without being claimed', () => {
    const { suggestions, breaks } = run({
      source: [record('s1', '1'), record('s2', '2')],
      target: [record('t1', '3')],
      rules: [keyed('n:1', { action: 'suggest' })],
    })
    expect(suggestions.map(({ source, target }) => [source, target])).toEqual([[['s1', 's2'], ['t1']]])
    expect(breaks.every(({ suggested }) => suggested)).toBe(true)
  })

  const sizes = { short: 5_000, long: 100_000 }

  it(inForms('of very many records a side ends', sizes), () => {
    const many = (side: string) => Array.from({ length: sizeOf(sizes) }, (_, index) => record(`${side}${index}`, '1'))
    expect(run({ source: many('s'), target: many('t'), rules: [keyed('n:m')] }).summary.matchCount).toBe(1)
  })

  it('of more pairs in its windows than it may look at is too large', () => {
    const many = (side: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        record(`${side}${index}`, '1', { date: '2026-03-01', description: `${index}` }),
      )
    const rules = [keyed('n:m', { match: [batch, { field: 'date', days: 1 }] })]
    const limits = { stepsPerRecord: 0, blockStepCountMin: 100 }
    const breaksOf = (count: number) => run({ source: many('s', 10), target: many('t', count), rules, limits }).breaks
    expect(breaksOf(10)).toEqual([])
    expect(breaksOf(11)).toMatchObject([
      { reason: 'group_too_large', work: { needed: 110, limit: 100, by: 'date' }, failed: { rule: 'keyed' } },
    ])
  })

  it('of which a window leaves out a pair is none, whatever it would cost to look at all pairs', () => {
    const many = (side: string, day: string) =>
      Array.from({ length: 11 }, (_, index) =>
        record(`${side}${index}`, '1', { date: index === 0 ? day : '2026-03-01', description: `${index}` }),
      )
    const rules = [keyed('n:m', { match: [batch, { field: 'date', days: 1 }] })]
    const limits = { stepsPerRecord: 0, blockStepCountMin: 100 }
    const given = { source: many('s', '2026-03-01'), target: many('t', '2026-03-20'), rules, limits }
    expect(run(given).summary.breaks['group_too_large']).toBeUndefined()
  })
})
