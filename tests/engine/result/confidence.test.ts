import { describe, expect, it } from 'vitest'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { matchOf } from '../support/brief.ts'

function confidence(source: object, target: object, match: readonly CriterionInput[], rest: Partial<RuleInput> = {}) {
  const [left, right] = [
    { id: 's1', account: 'x', ...source },
    { id: 't1', account: 'x', ...target },
  ]
  return matchOf({ source: [left], target: [right], rules: [{ ...rest, match: [{ field: 'account' }, ...match] }] })
    .confidence
}

describe('the evidence is', () => {
  const reference = (normalize: CriterionInput['normalize']): CriterionInput => ({ field: 'reference', normalize })
  it.each<[string, string, object, object, CriterionInput]>([
    ['exact', 'when everything is equal', { amount: '10' }, { amount: '10' }, { field: 'amount' }],
    [
      'exact',
      'after trim, collapse-space and upper',
      { reference: 'inv  7' },
      { reference: 'INV 7' },
      reference(['trim', 'collapse-space', 'upper']),
    ],
    [
      'high',
      'after any other step',
      { reference: 'INV-7' },
      { reference: 'INV7' },
      reference(['upper', 'alphanumeric']),
    ],
    ['high', 'after strip', { reference: 'INV 7' }, { reference: '7' }, reference([{ strip: ['INV'] }])],
    [
      'high',
      'when a text contains the other',
      { reference: 'RE INV-7' },
      { reference: 'INV-7' },
      { field: 'reference', op: 'contains' },
    ],
    ['high', 'when a criterion was skipped', { reference: 'INV-7' }, {}, { field: 'reference', nulls: 'skip' }],
    [
      'exact',
      'when a criterion that may be skipped was not',
      { reference: 'INV-7' },
      { reference: 'INV-7' },
      { field: 'reference', nulls: 'skip' },
    ],
    ['exact', 'when both lack a field that may be absent', {}, {}, { field: 'reference', nulls: 'match' }],
    [
      'exact',
      'within a tolerance without a difference',
      { amount: '10' },
      { amount: '10' },
      { field: 'amount', tolerance: '0.05' },
    ],
    [
      'high',
      'within a tolerance with a difference',
      { amount: '10' },
      { amount: '10.01' },
      { field: 'amount', tolerance: '0.05' },
    ],
    [
      'exact',
      'in a window without a difference',
      { date: '2026-03-01' },
      { date: '2026-03-01' },
      { field: 'date', days: 5 },
    ],
    [
      'high',
      'in a window with a difference',
      { date: '2026-03-01' },
      { date: '2026-03-02' },
      { field: 'date', days: 5 },
    ],
    [
      'exact',
      'for exactly opposite amounts',
      { amount: '10' },
      { amount: '-10' },
      { field: 'amount', sign: 'opposite' },
    ],
  ])('%s %s', (level, _when, source, target, criterion) => {
    expect(confidence(source, target, [criterion])).toBe(level)
  })
})

describe('a difference above half its bound is medium, half rounded up to the bound’s last digit', () => {
  it.each<[CriterionInput['tolerance'], string, 'high' | 'medium']>([
    ['0.05', '10.03', 'high'],
    ['0.05', '10.04', 'medium'],
    ['0.05', '9.97', 'high'],
    ['0.05', '9.96', 'medium'],
    ['0.04', '10.02', 'high'],
    ['0.04', '10.021', 'medium'],
    ['5', '13', 'high'],
    ['5', '13.01', 'medium'],
    [{ from: '-0.05', to: '1' }, '9.97', 'high'],
    [{ from: '-0.05', to: '1' }, '9.96', 'medium'],
    [{ from: '-9', to: '0.05' }, '10.03', 'high'],
    [{ from: '-9', to: '0.05' }, '10.04', 'medium'],
    [{ percent: '10', of: 'source' }, '11', 'high'],
    [{ percent: '13', of: 'source' }, '10.7', 'high'],
    [{ percent: '13', of: 'source' }, '10.71', 'medium'],
    [{ absolute: '0.05', percent: '4', of: 'source' }, '10.2', 'high'],
    [{ absolute: '0.05', percent: '4', of: 'source' }, '10.21', 'medium'],
    [{ absolute: '0.05', percent: '4', of: 'source', combine: 'all' }, '10.03', 'high'],
    [{ absolute: '0.05', percent: '4', of: 'source', combine: 'all' }, '10.04', 'medium'],
  ])('tolerance %j from 10 to %s is %s', (tolerance, amount, level) => {
    expect(confidence({ amount: '10' }, { amount }, [{ field: 'amount', tolerance }])).toBe(level)
  })

  it.each<[CriterionInput['days'], string, 'high' | 'medium']>([
    [1, '2026-03-11', 'high'],
    [3, '2026-03-12', 'high'],
    [3, '2026-03-13', 'medium'],
    [4, '2026-03-12', 'high'],
    [4, '2026-03-13', 'medium'],
    [4, '2026-03-07', 'medium'],
    [{ before: 1, after: 9 }, '2026-03-15', 'high'],
    [{ before: 1, after: 9 }, '2026-03-16', 'medium'],
    [{ before: 1, after: 9 }, '2026-03-09', 'high'],
    [{ before: 4, after: 0 }, '2026-03-07', 'medium'],
  ])('days %j from 2026-03-10 to %s are %s', (days, date, level) => {
    expect(confidence({ date: '2026-03-10' }, { date }, [{ field: 'date', days }])).toBe(level)
  })

  it('takes the allowance of a percentage as it is, not rounded to cents', () => {
    const percent: CriterionInput = { field: 'amount', tolerance: { percent: '0.5', of: 'source' } }
    expect(confidence({ amount: '10.02' }, { amount: '10.0451' }, [percent])).toBe('high')
    expect(confidence({ amount: '10.02' }, { amount: '10.0452' }, [percent])).toBe('medium')
  })
})

describe('the confidence of a rule', () => {
  const amount: CriterionInput = { field: 'amount' }
  it.each(['exact', 'high', 'medium', 'low'] as const)('caps the evidence at %s', (cap) => {
    expect(confidence({ amount: '10' }, { amount: '10' }, [amount], { confidence: cap })).toBe(cap)
  })

  it('never raises it: a rule labelled exact cannot call a three-cent difference exact', () => {
    const near: CriterionInput = { field: 'amount', tolerance: '0.1' }
    expect(confidence({ amount: '10' }, { amount: '10.03' }, [near], { confidence: 'exact' })).toBe('high')
  })

  it('is low under ignoreAmount and under crossCurrency, even where the values agree', () => {
    expect(confidence({ amount: '10' }, { amount: '10' }, [], { ignoreAmount: true })).toBe('low')
    expect(confidence({ amount: '10' }, { amount: '10' }, [], { crossCurrency: true })).toBe('low')
  })

  it('is the lowest of what the criteria carry', () => {
    const days: CriterionInput = { field: 'date', days: 3 }
    const reference: CriterionInput = { field: 'reference', normalize: ['digits'] }
    const source = { reference: 'INV-7', date: '2026-03-01' }
    expect(confidence(source, { reference: '7', date: '2026-03-04' }, [reference, days])).toBe('medium')
  })
})
