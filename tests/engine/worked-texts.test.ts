import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/index.ts'
import { exampleRuleSet, exampleRules } from '../support/node/docs.ts'
import { matchOf, pairsOf } from './support/brief.ts'
import { run } from './support/run.ts'

/** The examples of texts that are cut off, looked up or ranked, as docs/rules.md has them, with the outcomes that it states. */

const eur = (id: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord => ({
  id,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
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
