import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { exampleRules } from '../support/node/docs.ts'
import { matchOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The examples of sums of several records, as docs/rules.md has them, with the outcomes that it states. */

const eur = (id: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord => ({
  id,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
})

describe('payouts net of fees', () => {
  const rules = exampleRules('payout-net')
  const ofPayout = { attributes: { payoutId: 'po1' } }
  const source = [
    eur('b1', { gross: '300', fee: '2.4', ...ofPayout }),
    eur('b2', { gross: '-50', fee: '4', ...ofPayout }),
    eur('b3', { gross: '150', fee: '3', ...ofPayout }),
    eur('b4', { gross: '-0.32', ...ofPayout }),
  ]

  it('match what was paid out, all four at once', () => {
    expect(matchOf({ source, target: [eur('po1', { amount: '390.28' })], rules })).toMatchObject({
      source: ['b1', 'b2', 'b3', 'b4'],
      target: ['po1'],
      sum: ['390.28', '390.28'],
      confidence: 'medium',
    })
  })

  it('are one sum_mismatch with its difference when a cent is missing', () => {
    const { breaks } = run({ source, target: [eur('po1', { amount: '390.29' })], rules })
    expect(breaks).toMatchObject([
      { reason: 'sum_mismatch', source: ['b1', 'b2', 'b3', 'b4'], target: ['po1'], difference: '0.01' },
    ])
  })
})

describe('an invoice paid in parts', () => {
  const rules = exampleRules('invoice-subset')
  const invoice = eur('i1', { amount: '100', counterparty: 'Müller & Co' })
  const paid = (id: string, amount: string, date = '2026-03-20'): CanonicalRecord =>
    eur(id, { amount, date, counterparty: 'MULLER CO' })
  const parts = [paid('p1', '60'), paid('p2', '40'), paid('p3', '25')]
  const suggested = (target: readonly CanonicalRecord[]) =>
    run({ source: [invoice], target, rules }).suggestions.map((line) => [
      line.target.join('+'),
      line.ambiguous ?? false,
    ])

  it('is suggested with the only payments that add up to it', () => {
    const [suggestion] = run({ source: [invoice], target: parts, rules }).suggestions
    expect(suggestion).toMatchObject({
      source: ['i1'],
      target: ['p1', 'p2'],
      sum: ['100', '100'],
      confidence: 'medium',
    })
  })

  it('is suggested either way, flagged ambiguous, when there are two', () => {
    expect(suggested([...parts, paid('p4', '60', '2026-03-21')])).toEqual([
      ['p1+p2', true],
      ['p2+p4', true],
    ])
  })

  it('looks at no payment before it or more than 60 days after it', () => {
    expect(suggested([paid('p1', '60', '2026-02-28'), paid('p2', '40')])).toEqual([])
    expect(suggested([paid('p1', '60', '2026-05-01'), paid('p2', '40')])).toEqual([])
    expect(suggested([paid('p1', '60', '2026-04-30'), paid('p2', '40')])).toEqual([['p1+p2', false]])
  })
})

describe('the till of a store and day', () => {
  const rules = exampleRules('store-day')
  const ofStore = { attributes: { store: 'Basel 2' } }
  const source = [eur('s1', { amount: '70', ...ofStore }), eur('s2', { amount: '50', ...ofStore })]
  const deposits = (second: string): CanonicalRecord[] => [
    eur('t1', { amount: '100', ...ofStore }),
    eur('t2', { amount: second, ...ofStore }),
  ]

  it.each([
    ['5.00 short', '15', '-5'],
    ['2.00 over', '22', '2'],
  ])('matches its deposits when they are %s', (_, second, difference) => {
    expect(matchOf({ source, target: deposits(second), rules })).toMatchObject({
      source: ['s1', 's2'],
      target: ['t1', 't2'],
      difference,
    })
  })

  it.each([
    ['short', '14.99', '-5.01'],
    ['over', '22.01', '2.01'],
  ])('is a sum_mismatch when they are one cent further %s', (_, second, difference) => {
    const { breaks } = run({ source, target: deposits(second), rules })
    expect(breaks).toMatchObject([{ reason: 'sum_mismatch', source: ['s1', 's2'], target: ['t1', 't2'], difference }])
  })
})

describe('card takings against deposits', () => {
  const rules = exampleRules('deposit')
  const takings = ['40', '60', '25'].map((amount, index) => eur(`c${index + 1}`, { amount }))
  const deposit = (amount: string) => [eur('d1', { amount, date: '2026-03-02' })]

  it('match as the only set that adds up, medium', () => {
    const result = run({ source: takings, target: deposit('100'), rules })
    expect(result.matches).toMatchObject([{ source: ['c1', 'c2'], target: ['d1'], confidence: 'medium' }])
  })

  it('fall short of another deposit, with what they add up to and the nearest sum', () => {
    const { breaks } = run({ source: takings, target: deposit('90'), rules })
    expect(breaks.find(({ target }) => target !== undefined)).toMatchObject({
      reason: 'sum_mismatch',
      total: '125',
      difference: '5',
      failed: { needs: { tolerance: '5' } },
    })
  })

  it('are suggested only when there are thirteen', () => {
    const more = Array.from({ length: 10 }, (_, index) => eur(`x${index}`, { amount: String(1_000 + 7 * index) }))
    const result = run({ source: [...takings, ...more], target: deposit('100'), rules })
    expect(result.matches).toEqual([])
    expect(result.suggestions).toMatchObject([{ source: ['c1', 'c2'], target: ['d1'] }])
  })
})
