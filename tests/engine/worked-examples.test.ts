import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/index.ts'
import { exampleRules } from '../support/node/docs.ts'
import { breaksOf, matchOf, pairsOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The examples of rules, as docs/rules.md has them, with the outcomes that it states. */

const eur = (id: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord => ({
  id,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
})

describe('bank against ledger', () => {
  const rules = exampleRules('e2e')
  const source = [
    eur('s1', { amount: '1200', attributes: { endToEndId: 'e2e-77' } }),
    eur('s2', { amount: '80.5', reference: 'inv-0042' }),
    eur('s3', { amount: '19.99', reference: 'INV 51' }),
    eur('s4', { amount: '5', description: 'CARD PAYMENT Café Acme GmbH' }),
    eur('s5', { amount: '6', description: 'CARD PAYMENT Zenith' }),
    eur('s6', { amount: '310', attributes: { endToEndId: 'e2e-78' } }),
  ]
  const target = [
    eur('t1', { amount: '1200', attributes: { endToEndId: ' E2E-77' } }),
    eur('t2', { amount: '80.5', reference: 'INV42', date: '2026-03-02' }),
    eur('t3', { amount: '20.02', reference: 'inv51' }),
    eur('t4', { amount: '5', description: 'Acme Cafe', date: '2026-03-04' }),
    eur('t5', { amount: '6', description: 'Someone else' }),
    eur('t6', { amount: '310', attributes: { endToEndId: 'E2E-78' } }),
  ]
  const result = run({ source, target, rules })

  it('matches by id, then reference, then cents', () => {
    expect(result.matches).toMatchObject([
      { rule: 'e2e', source: ['s1'], target: ['t1'], confidence: 'exact' },
      { rule: 'ref-next-day', source: ['s2'], target: ['t2'], confidence: 'high', days: 1 },
      { rule: 'ref-cents', source: ['s3'], target: ['t3'], confidence: 'high', variance: 'rounding' },
      { rule: 'e2e', source: ['s6'], target: ['t6'], confidence: 'exact' },
    ])
    expect(result.totals.accepted).toEqual({ EUR: { rounding: '0.03' } })
  })

  it('suggests what only its text tells', () => {
    expect(result.suggestions).toEqual([
      {
        kind: 'suggestion',
        rule: 'text',
        confidence: 'medium',
        source: ['s4'],
        target: ['t4'],
        equal: { amount: '5', currency: 'EUR' },
        differ: {
          date: ['2026-03-01', '2026-03-04'],
          description: ['CARD PAYMENT Café Acme GmbH', 'Acme Cafe'],
        },
        days: 3,
        similarity: 10_000,
      },
    ])
  })

  it('leaves the rest open, and says which of it has a suggestion', () => {
    expect(result.breaks.map((line) => [line.reason, line.source ?? line.target, line.suggested])).toEqual([
      ['missing_in_target', ['s4'], true],
      ['missing_in_target', ['s5'], undefined],
      ['missing_in_source', ['t4'], true],
      ['missing_in_source', ['t5'], undefined],
    ])
  })

  it.each([
    ['the day before', { date: '2026-02-28' }],
    ['two days later', { date: '2026-03-03' }],
    ['another currency', { currency: 'USD' }],
    ['six cents more', { amount: '80.56' }],
  ])('does not match by reference over %s', (_, change) => {
    const other = eur('t2', { amount: '80.5', reference: 'INV42', ...change })
    expect(pairsOf(run({ source: source.slice(1, 2), target: [other], rules }))).toEqual([])
  })
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
    expect(result.breaks[0]).toMatchObject({ difference: '500', hint: 'opposite_sign' })
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
