import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/index.ts'
import { exampleRules } from '../support/node/docs.ts'
import { run } from './support/run.ts'

/** The examples of sums of several records, netting and rests, as docs/rules.md has them, with the outcomes that it states. */

const eur = (id: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord => ({
  id,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
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
      { rule: 'clearing', side: 'source', records: ['s3', 's4', 's5'], difference: '0.02', variance: 'rounding' },
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
