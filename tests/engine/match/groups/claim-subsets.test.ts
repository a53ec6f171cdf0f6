import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { breaksOf, matchOf, outcome } from '../../support/brief.ts'
import { run } from '../../support/run.ts'
import { payments, record, subset } from '../../support/subset-case.ts'

describe('an invoice against several payments, by a unique subset', () => {
  const invoice: RuleInput = {
    id: 'invoice-subset',
    cardinality: '1:n',
    select: 'subset',
    action: 'suggest',
    limits: { maxItems: 6, maxCandidates: 24 },
    match: [
      { field: 'counterparty', normalize: ['upper', 'fold-accents', 'alphanumeric'] },
      { field: 'currency' },
      { field: 'date', days: { before: 0, after: 60 } },
    ],
    sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
  }
  const paid = (id: string, amount: string, date: string, counterparty = 'Café Acme'): CanonicalRecord => ({
    id,
    amount,
    currency: 'EUR',
    date,
    counterparty,
  })
  const source = [paid('inv', '1000', '2026-03-01', 'CAFE ACME')]
  const target = [
    paid('p1', '250', '2026-03-10'),
    paid('p2', '399.5', '2026-03-20'),
    paid('p3', '350.5', '2026-04-30'),
    paid('p4', '600', '2026-05-01'),
    paid('p5', '750', '2026-03-05', 'Zenith'),
  ]

  it('suggests the one set that adds up within sixty days, at medium confidence, and claims nothing', () => {
    const { suggestions, matches, breaks } = run({ source, target, rules: [invoice] })
    expect(suggestions).toEqual([
      {
        kind: 'suggestion',
        rule: 'invoice-subset',
        confidence: 'medium',
        source: ['inv'],
        target: ['p1', 'p2', 'p3'],
        equal: { currency: 'EUR' },
        differ: { counterparty: ['CAFE ACME', 'Café Acme'] },
        sum: ['1000', '1000'],
      },
    ])
    expect(matches).toEqual([])
    expect(breaks.map(({ source, target, suggested }) => [source ?? target, suggested ?? false])).toEqual([
      [['inv'], true],
      [['p1'], true],
      [['p2'], true],
      [['p3'], true],
      [['p4'], false],
      [['p5'], false],
    ])
  })

  it('matches it where the action is to match, and the records are gone for later rules', () => {
    const given = { source, target, rules: [{ ...invoice, action: 'match' } satisfies RuleInput] }
    expect(matchOf(given)).toMatchObject({ target: ['p1', 'p2', 'p3'], confidence: 'medium' })
    expect(breaksOf(run(given))).toEqual(['missing_in_source /p4', 'missing_in_source /p5'])
  })
})

describe('a subset', () => {
  it('has the fewest records that add up', () => {
    const target = payments('1', '2', '3', '4', '5', '6')
    expect(outcome({ source: [record('s1', '6')], target, rules: [subset()] })[0]).toBe('s1=t6 by sub')
    expect(outcome({ source: [record('s1', '20')], target, rules: [subset()] })[0]).toBe('s1=t2,t3,t4,t5,t6 by sub')
  })

  it('has no more records than its limit', () => {
    const [source, target] = [[record('s1', '15')], payments('1', '2', '4', '8')]
    const limited = (maxItems: number) => run({ source, target, rules: [subset({ limits: { maxItems } })] }).matches
    expect(limited(4)).toHaveLength(1)
    expect(limited(3)).toEqual([])
  })

  it('may have refunds in it', () => {
    const target = payments('90', '25', '-15', '7')
    expect(outcome({ source: [record('s1', '100')], target, rules: [subset()] })[0]).toBe('s1=t1,t2,t3 by sub')
  })

  it('is found on either side', () => {
    const [many, one] = [payments('1', '2', '40'), [record('x', '3')]]
    expect(outcome({ source: many, target: one, rules: [subset({ cardinality: 'n:1' })] })[0]).toBe('t1,t2=x by sub')
  })

  it('is at most medium, high or low as its rule and its sum have it', () => {
    const [source, target] = [[record('s1', '3')], payments('1', '2')]
    const confidence = (rest: Partial<RuleInput>, amount = '3') =>
      matchOf({ source: [record('s1', amount)], target, rules: [subset(rest)] }).confidence
    expect(matchOf({ source, target, rules: [subset()] }).confidence).toBe('medium')
    expect(confidence({ confidence: 'low' })).toBe('low')
    expect(confidence({ crossCurrency: true })).toBe('low')
    expect(confidence({ sum: { tolerance: '1' } }, '3.1')).toBe('medium')
  })

  it('shows its sums, their difference and the days that all agree in', () => {
    const dated = (id: string, amount: string, day: number) => record(id, amount, { date: `2026-03-0${day}` })
    const rules = [
      subset({
        sum: { tolerance: '0.05' },
        match: [{ field: 'reference' }, { field: 'date', days: 3 }],
        variance: 'fee',
      }),
    ]
    const target = [dated('t1', '1', 3), dated('t2', '2', 3)]
    expect(matchOf({ source: [dated('s1', '3.02', 1)], target, rules })).toEqual({
      kind: 'match',
      rule: 'sub',
      confidence: 'medium',
      source: ['s1'],
      target: ['t1', 't2'],
      equal: { currency: 'EUR', reference: 'R' },
      differ: { date: ['2026-03-01', '2026-03-03'] },
      sum: ['3.02', '3'],
      difference: '-0.02',
      days: 2,
      variance: 'fee',
    })
  })

  it('may be of similar text, and shows the lowest similarity', () => {
    const rules = [
      subset({
        match: [{ field: 'reference' }, { field: 'description', similarity: { method: 'levenshtein', min: '0.5' } }],
      }),
    ]
    const named = (id: string, amount: string, description: string) => record(id, amount, { description })
    const target = [named('t1', '1', 'ACME'), named('t2', '2', 'ACMS'), named('t3', '3', 'ZENITH')]
    expect(matchOf({ source: [named('s1', '3', 'ACME')], target, rules })).toMatchObject({
      target: ['t1', 't2'],
      similarity: 7_500,
      confidence: 'low',
    })
  })

  it('adds what the terms say, of records that have their fields', () => {
    const sum = { target: [{ field: 'gross' }, { field: 'fee', times: -1 as const }] }
    const target = [
      record('t1', '0', { gross: '60', fee: '2' }),
      record('t2', '0', { gross: '45', fee: '3' }),
      record('t3', '0', { gross: '100' }),
    ]
    expect(matchOf({ source: [record('s1', '100')], target, rules: [subset({ sum })] }).target).toEqual(['t1', 't2'])
  })

  it('never adds across currencies, even where they are not compared', () => {
    const target = [record('t1', '1'), record('t2', '2', { currency: 'USD' }), record('t3', '7', { currency: 'USD' })]
    const rules = [subset({ crossCurrency: true })]
    expect(run({ source: [record('s1', '3')], target, rules }).matches).toEqual([])
    expect(outcome({ source: [record('s1', '9')], target, rules })[0]).toBe('s1=t2,t3 by sub')
  })

  it('is exact for amounts beyond the integers of a float', () => {
    const target = payments('900719925474099.301', '100.002', '100.003')
    const found = (amount: string) =>
      run({ source: [record('s1', amount)], target, rules: [subset()] }).matches[0]?.target
    expect(found('900719925474199.303')).toEqual(['t1', 't2'])
    expect(found('900719925474199.304')).toEqual(['t1', 't3'])
    expect(found('900719925474199.305')).toBeUndefined()
  })
})
