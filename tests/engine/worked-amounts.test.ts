import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { exampleRules } from '../support/node/docs.ts'
import { breaksOf, matchOf, pairsOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The examples of fees, signs, months and rests, as docs/rules.md has them, with the outcomes that it states. */

const eur = (id: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord => ({
  id,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
})

describe('an expected fee', () => {
  const rules = exampleRules('gross-to-net')
  const given = (net: string) => ({
    source: [eur('s1', { amount: '100', reference: 'order 7' })],
    target: [eur('t1', { net, reference: 'ORDER-7' })],
    rules,
  })

  it('takes 96.80 for 100.00', () => {
    expect(matchOf(given('96.8'))).toMatchObject({ sum: ['96.8', '96.8'], variance: 'fee' })
    expect(run(given('96.8')).totals.accepted).toEqual({ EUR: { fee: '-3.2' } })
  })

  it('lets 96.79 pass with the difference', () => {
    expect(matchOf(given('96.79'))).toMatchObject({ sum: ['96.8', '96.79'], difference: '-0.01' })
  })

  it('reports 96.50 as an amount_mismatch', () => {
    expect(run(given('96.5')).breaks).toMatchObject([
      { reason: 'amount_mismatch', source: ['s1'], target: ['t1'], difference: '-0.3' },
    ])
  })
})

describe('two companies of one group', () => {
  const rules = exampleRules('invoice-no')
  const booked = (id: string, amount: string, invoiceNo: string): CanonicalRecord =>
    eur(id, { amount, attributes: { invoiceNo } })
  const source = [booked('s1', '250', 'RE-0017')]

  it('match by the number of the invoice and the opposite amount', () => {
    expect(pairsOf(run({ source, target: [booked('t1', '-250', 're 17')], rules }))).toEqual(['s1=t1 by invoice-no'])
  })

  it('are an amount_mismatch of twice the amount when the sign is the same', () => {
    const result = run({ source, target: [booked('t1', '250', 're 17')], rules })
    expect(breaksOf(result)).toEqual(['amount_mismatch s1/t1'])
    expect(result.breaks[0]).toMatchObject({ difference: '-500', hint: 'opposite_sign' })
  })

  it('accept no difference: what the signs turn is a figure of its own', () => {
    const { matches, totals } = run({ source, target: [booked('t1', '-250', 're 17')], rules })
    expect(matches).toMatchObject([{ turned: true, confidence: 'high' }])
    expect(totals).toMatchObject({ accepted: {}, turned: { EUR: '-500' } })
  })
})

describe('equal monthly payments', () => {
  const rules = exampleRules('exact')
  const ofPeriods = (side: string, periods: readonly number[]): CanonicalRecord[] =>
    periods.map((period) =>
      eur(`${side}${period}`, { amount: '900', counterparty: 'Rent', attributes: { period: `${period}` } }),
    )
  const given = { source: ofPeriods('s', [1, 2, 3, 4]), target: ofPeriods('t', [2, 3, 4, 5]) }

  it('are paired so that nothing is left open', () => {
    const matched = ['s1=t2 by monthly', 's2=t3 by monthly', 's3=t4 by monthly', 's4=t5 by monthly']
    expect(pairsOf(run({ ...given, rules }))).toEqual(matched)
    expect(run({ ...given, rules }).breaks).toEqual([])
  })

  it('are a month off when the closest pairs come first', () => {
    const closest = rules.map((rule) => ({ ...rule, assign: 'closest' as const }))
    const result = run({ ...given, rules: closest })
    expect(pairsOf(result)).toEqual(['s2=t2 by monthly', 's3=t3 by monthly', 's4=t4 by monthly'])
    expect(breaksOf(result)).toEqual(['missing_in_target s1/', 'missing_in_source /t5'])
  })
})

describe('voids and reversals', () => {
  const rules = exampleRules('voids')
  const source = [
    eur('s1', { amount: '40', reference: 'VOID-1' }),
    eur('s2', { amount: '-40', reference: 'VOID-1', date: '2026-03-02' }),
    eur('s3', { amount: '60.02', account: 'A1' }),
    eur('s4', { amount: '-50', account: 'A1' }),
    eur('s5', { amount: '-10', account: 'A1' }),
    eur('s6', { amount: '1', account: 'A2' }),
  ]
  const { netted, breaks, totals } = run({ source, target: [], rules })

  it('are netted in pairs and in groups', () => {
    expect(netted).toMatchObject([
      { rule: 'voids', side: 'source', records: ['s1', 's2'] },
      { rule: 'clearing', side: 'source', records: ['s3', 's4', 's5'], difference: '-0.02', variance: 'rounding' },
    ])
    expect(totals.accepted).toEqual({ EUR: { rounding: '-0.02' } })
    expect(breaks.map(({ source: ids }) => ids)).toEqual([['s6']])
  })
})

describe('part payments', () => {
  const rules = exampleRules('invoice')
  const payments = (second: string) =>
    run({
      source: [eur('inv1', { amount: '100', reference: 'INV-1', counterparty: 'Acme' })],
      target: [eur('p1', { amount: '60', reference: 'INV-1' }), eur('p2', { amount: second, counterparty: 'Acme' })],
      rules,
    })

  it('leave the rest of an invoice open, which a later payment settles', () => {
    const { matches, breaks, totals, summary } = payments('40')
    expect(matches).toMatchObject([
      { rule: 'invoice', source: ['inv1'], target: ['p1'], residual: { side: 'source', id: 'inv1~1', amount: '40' } },
      { rule: 'customer', source: ['inv1~1'], target: ['p2'] },
    ])
    expect([breaks, totals.accepted]).toEqual([[], {}])
    expect(totals.source['EUR']).toMatchObject({ count: 2, total: '100', matched: '100', open: '0' })
    expect(summary).toMatchObject({ residualCount: 1, matchRate: '1', source: { matched: 2, open: 0 } })
  })

  it('leave the rest of a payment open that is too large', () => {
    const { matches, breaks } = payments('45')
    expect(matches[1]?.residual).toEqual({ side: 'target', id: 'p2~1', amount: '5' })
    expect(breaks).toMatchObject([{ reason: 'missing_in_source', target: ['p2~1'] }])
  })
})
