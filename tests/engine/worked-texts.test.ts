import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { exampleRuleSet, exampleRules } from '../support/node/docs.ts'
import { matchOf, pairsOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The examples of references and names, as docs/rules.md has them, with the outcomes that it states. */

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

describe('references that a bank cuts off', () => {
  const rules = exampleRules('cut-off')
  const target = [eur('t1', { amount: '10', reference: 'rg-2026-000417-AVC-3' })]
  const outcomeOf = (reference: string, type = 'SEPA credit') =>
    pairsOf(run({ source: [eur('s1', { amount: '10', reference, type })], target, rules }))

  it('match what they begin, in capitals or not', () => {
    expect(outcomeOf('RG-2026-000417-A')).toEqual(['s1=t1 by cut-off'])
    expect(
      matchOf({ source: [eur('s1', { amount: '10', reference: 'RG-2026-000417-A', type: 'SEPA' })], target, rules })
        .confidence,
    ).toBe('high')
  })

  it('stay open when they are too short, say something else or take no part', () => {
    expect(outcomeOf('RG-2026-0004')).toEqual([])
    expect(outcomeOf('RG-2026-000417-B')).toEqual([])
    expect(outcomeOf('RG-2026-000417-A', 'card')).toEqual([])
  })
})

describe('customers under several names', () => {
  const rules = exampleRuleSet('customer')
  const invoice = eur('i1', { amount: '10', description: 'Customer 10023' })
  const paidBy = (counterparty: string) =>
    run({ source: [eur('p1', { amount: '10', counterparty, date: '2026-03-10' })], target: [invoice], rules }).matches

  it.each(['ACME Ltd., London', 'Acme Trading'])('are found as %s', (name) => {
    expect(paidBy(name)).toMatchObject([{ rule: 'customer', confidence: 'high', days: -9 }])
  })

  it.each(['Zenith SA', 'Acme'])('are not %s', (name) => {
    expect(paidBy(name)).toEqual([])
  })
})

describe('equal payments with names, a day late', () => {
  const rules = exampleRules('by-name')
  const paid = (id: string, description: string, date: string): CanonicalRecord =>
    eur(id, { amount: '10', description, date: `2026-01-${date}` })
  const given = {
    source: [paid('s1', 'MEIER ANNA', '05'), paid('s2', 'MEIER BERTA', '06')],
    target: [paid('t1', 'MEIER ANNA', '06'), paid('t2', 'MEIER BERTA', '07')],
  }

  it('pair by their names where the text decides first', () => {
    expect(pairsOf(run({ ...given, rules }))).toEqual(['s1=t1 by by-name', 's2=t2 by by-name'])
  })

  it('pair by their days otherwise', () => {
    const byDays = rules.map(({ rank: _, ...rule }) => rule)
    expect(pairsOf(run({ ...given, rules: byDays }))).toEqual(['s1=t2 by by-name', 's2=t1 by by-name'])
  })
})
