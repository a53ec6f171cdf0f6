import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { outcome, pairs } from '../../support/brief.ts'

const record = (id: string, amount: string, date = '2026-03-01', rest: object = {}): CanonicalRecord => ({
  id,
  amount,
  date,
  reference: 'R',
  description: `of ${id}`,
  ...rest,
})
const cents: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] }
const days: RuleInput = { match: [{ field: 'amount' }, { field: 'date', days: 5 }] }

describe('the waterfall', () => {
  it('gives a record to the first rule that claims it', () => {
    const rules: RuleInput[] = [
      { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
      { id: 'cents', ...cents },
    ]
    const source = [record('s1', '10.01'), record('s2', '10')]
    expect(pairs({ source, target: [record('t1', '10')], rules })).toEqual(['s2=t1 by exact'])
    expect(pairs({ source, target: [record('t1', '10')], rules: rules.toReversed() })).toEqual(['s2=t1 by cents'])
  })

  it('runs no rule that is not enabled', () => {
    const rules: RuleInput[] = [
      { id: 'off', enabled: false, ...cents },
      { id: 'on', ...cents },
    ]
    expect(pairs({ source: [record('s1', '10')], target: [record('t1', '10')], rules })).toEqual(['s1=t1 by on'])
  })
})

describe('assign: closest', () => {
  it('takes the smallest amount difference first, whatever its sign', () => {
    const source = [record('s1', '10')]
    const target = [record('t1', '10.03'), record('t2', '9.98'), record('t3', '10.05')]
    expect(pairs({ source, target, rules: [cents] })).toEqual(['s1=t2 by rule-1'])
  })

  it('takes the fewest days first', () => {
    const source = [record('s1', '10', '2026-03-05'), record('s2', '10', '2026-03-09')]
    const target = [record('t1', '10', '2026-03-06'), record('t2', '10', '2026-03-11')]
    expect(pairs({ source, target, rules: [days] })).toEqual(['s1=t1 by rule-1', 's2=t2 by rule-1'])
  })

  it('pairs tier by tier, so that a closer pair leaves the ends open', () => {
    const source = [record('s1', '10', '2026-03-01'), record('s2', '10', '2026-03-04')]
    const target = [record('t1', '10', '2026-03-03'), record('t2', '10', '2026-03-08')]
    expect(pairs({ source, target, rules: [days] })).toEqual(['s2=t1 by rule-1'])
  })

  it('holds both of two that are equally close, before and after', () => {
    const source = [record('s1', '10', '2026-03-05')]
    const target = [record('t1', '10', '2026-03-04'), record('t2', '10', '2026-03-06')]
    expect(outcome({ source, target, rules: [days] })).toEqual(['ambiguous s1/t1,t2'])
  })

  it('ranks amounts before days, in whatever order they are written', () => {
    const near = { field: 'amount', tolerance: '0.05' }
    const source = [record('s1', '10', '2026-03-01')]
    const target = [record('t1', '10.01', '2026-03-03'), record('t2', '10.02', '2026-03-01')]
    for (const match of [
      [near, { field: 'date', days: 5 }],
      [{ field: 'date', days: 5 }, near],
    ]) {
      expect(pairs({ source, target, rules: [{ match }] })).toEqual(['s1=t1 by rule-1'])
    }
  })

  it('ranks skipped criteria before amounts', () => {
    const rule: RuleInput = {
      match: [{ field: 'type' }, { field: 'amount', tolerance: '1' }, { field: 'reference', nulls: 'skip' }],
    }
    const [near, named] = [
      { id: 't1', type: 'x', amount: '10' },
      { id: 't2', type: 'x', amount: '10.5', reference: 'R' },
    ]
    const source = [{ id: 's1', type: 'x', amount: '10', reference: 'R' }]
    expect(pairs({ source, target: [near, named], rules: [rule] })).toEqual(['s1=t2 by rule-1'])
  })

  it('ranks two amounts in the order of match', () => {
    const [amount, fee] = [
      { field: 'amount', tolerance: '1' },
      { field: 'fee', tolerance: '1' },
    ]
    const source = [record('s1', '10', undefined, { fee: '2' })]
    const target = [record('t1', '10.1', undefined, { fee: '2.9' }), record('t2', '10.2', undefined, { fee: '2' })]
    expect(pairs({ source, target, rules: [{ match: [amount, fee] }] })).toEqual(['s1=t1 by rule-1'])
    expect(pairs({ source, target, rules: [{ match: [fee, amount] }] })).toEqual(['s1=t2 by rule-1'])
  })

  it('ranks after sign, so that an exact opposite is closest', () => {
    const rule: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite', tolerance: '1' }] }
    const target = [record('t1', '-10.5'), record('t2', '-10')]
    expect(pairs({ source: [record('s1', '10')], target, rules: [rule] })).toEqual(['s1=t2 by rule-1'])
  })

  it('lets no field decide that no criterion reads', () => {
    const target = [record('t1', '10', '2026-03-01'), record('t2', '10', '2026-03-09')]
    const rules: RuleInput[] = [{ match: [{ field: 'reference' }, { field: 'amount' }] }]
    expect(outcome({ source: [record('s1', '10')], target, rules })).toEqual(['duplicate s1/t1,t2'])
  })

  it('decides each component of a tier for itself', () => {
    const source = [record('s1', '10'), record('s2', '20')]
    const target = [record('t1', '10.01'), record('t2', '20.01'), record('t3', '19.99')]
    expect(outcome({ source, target, rules: [cents] })).toEqual(['s1=t1 by rule-1', 'ambiguous s2/t2,t3'])
  })

  it('gives the rest of a chain another chance in a later tier', () => {
    const source = [record('s1', '10'), record('s2', '10.03')]
    const target = [record('t1', '10'), record('t2', '10.05')]
    expect(pairs({ source, target, rules: [cents] })).toEqual(['s1=t1 by rule-1', 's2=t2 by rule-1'])
  })
})
