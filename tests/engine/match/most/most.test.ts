import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { outcome, pairs } from '../../support/brief.ts'
import { dated, record, twins, within } from '../../support/most-case.ts'
import { faultsOf, policyOf, run } from '../../support/run.ts'

describe('payments of a month’s last day that are booked a day late, in the next month', () => {
  const months = [1, 2, 3, 4, 5, 6]
  const paid = (id: string, period: number, rest: object = {}): CanonicalRecord => ({
    id,
    amount: '800',
    currency: 'EUR',
    counterparty: 'Landlord',
    attributes: { period: String(period) },
    ...rest,
  })
  const source = months.map((month) => paid(`s${month}`, month))
  const target = months.map((month) => paid(`t${month}`, month + 1))
  const monthly = (assign: 'closest' | 'most'): RuleInput => ({
    id: assign,
    assign,
    match: [{ field: 'counterparty' }, { field: 'amount' }, { field: 'attributes.period', tolerance: 1 }],
  })

  it('are paired with the wrong months by closest, which leaves both ends open', () => {
    expect(outcome({ source, target, rules: [monthly('closest')] })).toEqual([
      ...['s2=t1', 's3=t2', 's4=t3', 's5=t4', 's6=t5'].map((pair) => `${pair} by closest`),
      'missing_in_target s1/',
      'missing_in_source /t6',
    ])
  })

  it('have one complete explanation, which most finds', () => {
    const whole = months.map((month) => `s${month}=t${month} by most`)
    expect(outcome({ source, target, rules: [monthly('most')] })).toEqual(whole)
  })

  it('keep an exact pair when the exact rule comes first, and lose it when it does not', () => {
    const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }
    const [sources, targets] = [
      source.map((each) => (each.id === 's2' ? { ...each, reference: 'R' } : each)),
      target.map((each) => (each.id === 't1' ? { ...each, reference: 'R' } : each)),
    ]
    const given = { source: sources, target: targets }
    expect(pairs({ ...given, rules: [exact, monthly('most')] })).toContain('s2=t1 by exact')
    expect(pairs({ ...given, rules: [monthly('most'), exact] })).toContain('s2=t2 by most')
  })
})

describe('a rule that assigns most', () => {
  it('is shown with it and compiles to itself', () => {
    const { rules } = policyOf([within(3)])
    expect(rules[0]).toMatchObject({ cardinality: '1:1', assign: 'most', ambiguous: 'review' })
    expect(policyOf(JSON.parse(JSON.stringify(rules))).rules).toEqual(rules)
  })

  it.each(['1:n', 'n:1', 'n:m'] as const)(
    'is refused for %s, where there are no pairs to choose among',
    (cardinality) => {
      const rule: RuleInput = { cardinality, sum: {}, assign: 'most', match: [{ field: 'reference' }] }
      expect(faultsOf([{ match: [{ field: 'id' }] }, rule])).toMatchObject([{ pointer: '/1/assign', code: 'conflict' }])
      expect(policyOf([{ ...rule, assign: 'closest' }]).rules[0]).toMatchObject({ cardinality, assign: 'closest' })
    },
  )

  it('picks no ids of a tie: best is refused', () => {
    expect(faultsOf([within(1, { ambiguous: 'best' })])).toMatchObject([{ pointer: '/0/ambiguous', code: 'conflict' }])
  })

  it('is refused where records are excluded', () => {
    const rule: RuleInput = { action: 'exclude', assign: 'most', where: { source: [{ field: 'type', op: 'present' }] } }
    expect(faultsOf([rule])).toMatchObject([{ pointer: '/0/assign', code: 'conflict' }])
  })

  it('takes the least total distance among matchings of as many pairs', () => {
    const given = { source: dated('s', [1, 5]), target: dated('t', [2, 4]) }
    expect(outcome({ ...given, rules: [within(9)] })).toEqual(['s1=t1 by most', 's2=t2 by most'])
  })

  it('gives up a closer pair for one pair more', () => {
    const given = { source: dated('s', [1, 3]), target: dated('t', [3, 5]) }
    expect(outcome({ ...given, rules: [within(2)] })).toEqual(['s1=t1 by most', 's2=t2 by most'])
  })

  it('leaves open what no best matching takes, for later rules', () => {
    const given = { source: dated('s', [1, 2, 9]), target: dated('t', [1]) }
    expect(outcome({ ...given, rules: [within(3)] })).toEqual([
      's1=t1 by most',
      'missing_in_target s2/',
      'missing_in_target s3/',
    ])
  })

  it('compares the whole of an earlier difference before a later one', () => {
    const rule = within(9, {
      match: [
        { field: 'amount', tolerance: 5 },
        { field: 'date', days: 9 },
      ],
    })
    const source = [record('s1', 1), record('s2', 9, { amount: '101' })]
    const target = [record('t1', 9), record('t2', 1, { amount: '101' })]
    expect(pairs({ source, target, rules: [rule] })).toEqual(['s1=t1 by most', 's2=t2 by most'])
  })

  it('tells amounts apart whose sums are equal as float64', () => {
    const amounts = (side: string, values: readonly string[]) =>
      dated(side, [1, 1]).map((each, at) => ({ ...each, amount: values[at] ?? '' }))
    const source = amounts('s', ['1', '100000000000000001'])
    const target = amounts('t', ['100000000000000000', '200000000000000001'])
    const rule = within(0, { match: [{ field: 'amount', tolerance: '300000000000000000' }] })
    expect(outcome({ source, target, rules: [rule] })).toEqual(['s1=t1 by most', 's2=t2 by most'])
  })

  it('carries the confidence of what each pair compares', () => {
    const { matches } = run({ source: dated('s', [1, 9]), target: dated('t', [1, 10]), rules: [within(3)] })
    expect(matches.map(({ confidence, ambiguous }) => [confidence, ambiguous])).toEqual([
      ['medium', undefined],
      ['medium', undefined],
    ])
  })
})

describe('a suggest rule that assigns most', () => {
  it('lists the common pairs as they are and ties flagged, and claims nothing', () => {
    const given = { source: dated('s', [1, 10, 20]), target: dated('t', [1, 9, 11, 20]) }
    const { suggestions, matches } = run({ ...given, rules: [within(10, { action: 'suggest' })] })
    expect(matches).toEqual([])
    expect(
      suggestions.map(({ source, target, ambiguous }) => `${source}~${target}${ambiguous ? ' ambiguous' : ''}`),
    ).toEqual(['s1~t1', 's2~t2 ambiguous', 's2~t3 ambiguous', 's3~t4'])
  })

  it('knows no duplicates', () => {
    const given = { source: twins('s', 3, 1), target: twins('t', 2, 2), rules: [within(3, { action: 'suggest' })] }
    const { suggestions, breaks } = run(given)
    expect(suggestions.map(({ source, target, interchangeable }) => [...source, ...target, interchangeable])).toEqual([
      ['s1', 't1', true],
      ['s2', 't2', true],
    ])
    expect(breaks.map(({ reason }) => reason)).not.toContain('duplicate')
  })
})
