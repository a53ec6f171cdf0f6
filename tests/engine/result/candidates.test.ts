import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { matchIdOf } from '../support/lines.ts'
import { run } from '../support/run.ts'

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const strict: RuleInput = {
  id: 'strict',
  match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }, { field: 'date' }],
}

/** A record with a partner, beside which the reference tells records apart. */
const other = (id: string) => ({ ...invoice, id, reference: 'INV-9', amount: '77', account: 'other' })

describe('an open record with several near misses', () => {
  const target = ['11', '12', '9.5', '30'].map((amount, index) => ({ id: `t${index + 1}`, ...invoice, amount }))

  it('is missing, with the three nearest as candidates, nearest first', () => {
    const { breaks } = run({
      source: [{ id: 's1', ...invoice }, other('s9')],
      target: [...target, other('t9')],
      rules: [strict],
    })
    expect(breaks[0]).toEqual({
      kind: 'break',
      reason: 'missing_in_target',
      source: ['s1'],
      failed: { field: 'amount', rule: 'strict', needs: { tolerance: '0.5' } },
      candidates: [
        { source: 's1', target: 't3', difference: '-0.5' },
        { source: 's1', target: 't1', difference: '1' },
        { source: 's1', target: 't2', difference: '2' },
      ],
    })
  })

  it('is the candidate of each of them', () => {
    const { breaks } = run({
      source: [{ id: 's1', ...invoice }, other('s9')],
      target: [...target, other('t9')],
      rules: [strict],
    })
    expect(breaks.slice(1).map(({ reason, candidates }) => [reason, candidates?.length])).toEqual(
      target.map(() => ['missing_in_source', 1]),
    )
  })

  it('prefers a near miss of an earlier rule to a nearer one of a later rule', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'date' }, { field: 'amount' }, { field: 'description' }] }
    const near = { id: 't1', ...invoice, reference: 'INV-8', description: 'x', amount: '10.01' }
    const far = { id: 't2', ...invoice, description: 'y', amount: '99' }
    const { breaks } = run({
      source: [{ id: 's1', ...invoice, description: 'x' }],
      target: [near, far],
      rules: [strict, later],
    })
    expect(breaks).toMatchObject([
      { reason: 'amount_mismatch', target: ['t2'] },
      { reason: 'missing_in_source', target: ['t1'] },
    ])
  })

  it('may have a matched record as a candidate, with the match that took it', () => {
    const source = [{ id: 's1', ...invoice }, { id: 's2', ...invoice, amount: '11' }, other('s9')]
    const result = run({ source, target: [{ id: 't1', ...invoice }, other('t9')], rules: [strict] })
    const candidates = [{ source: 's2', target: 't1', difference: '-1', takenBy: matchIdOf(result.matches[0]) }]
    expect(result.breaks).toMatchObject([{ reason: 'missing_in_target', source: ['s2'], candidates }])
  })

  it('has the matched record that it repeats as a candidate before an open one of equal amount', () => {
    const near: RuleInput = {
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '5' }, { field: 'date', days: 3 }],
    }
    const on = (id: string, date: string, rest = {}) => ({ id, ...invoice, date: `2026-01-${date}`, ...rest })
    const candidatesFor = (amount: string, date = '10') => {
      const source = [on('s1', '02'), on('s2', date, { amount }), other('s9')]
      const target = [on('t1', '02'), on('t2', date, { amount, reference: 'Z-99' }), other('t9')]
      const { breaks } = run({ source, target, rules: [near] })
      return breaks.find((each) => each.source?.[0] === 's2')?.candidates?.map((each) => each.target)
    }
    expect(candidatesFor('10')).toEqual(['t1'])
    expect(candidatesFor('17', '04')).toEqual(['t2'])
    expect(candidatesFor('10', '17')).toEqual(['t2'])
  })

  it('has no stranger as a candidate whose amount is only within a tolerance', () => {
    const near: RuleInput = {
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '5' }, { field: 'date', days: 3 }],
    }
    const candidatesFor = (amount: string) =>
      run({
        source: [{ id: 's1', ...invoice }, other('s9')],
        target: [{ id: 't1', ...invoice, reference: 'INV-8', amount }, other('t9')],
        rules: [near],
      }).breaks.map(({ candidates = [] }) => candidates.length)
    expect(candidatesFor('10')).toEqual([1, 1])
    expect(candidatesFor('10.01')).toEqual([0, 0])
  })

  it('shows a slip of the amount only where no record has a better ground', () => {
    const rules: RuleInput[] = [
      { match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
      { match: [{ field: 'type' }, { field: 'amount' }, { field: 'date' }] },
    ]
    const slip = { ...invoice, id: 't1', reference: 'INV-8', type: 'fee', amount: '132.45' }
    const equal = { ...invoice, id: 't2', reference: 'INV-6', type: 'interest', amount: '123.45' }
    const candidatesAmong = (target: (typeof slip)[]) => {
      const source = [{ ...invoice, id: 's1', type: 'fee', amount: '123.45' }, other('s9')]
      const { breaks } = run({ source, target: [...target, other('t9')], rules })
      return breaks.find((each) => each.source?.[0] === 's1')?.candidates?.map((each) => each.target)
    }
    expect(candidatesAmong([slip])).toEqual(['t1'])
    expect(candidatesAmong([slip, equal])).toEqual(['t2'])
  })

  it('looks at its 64 neighbours by amount, date and id only', () => {
    const byAccount: RuleInput = { id: 'account', match: [{ field: 'account' }] }
    const byText: RuleInput = { match: [{ field: 'reference' }, { field: 'amount' }, { field: 'description' }] }
    // So far apart that no record between two of them is near to one.
    const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + 40 * index)).toISOString().slice(0, 10)
    const taken = Array.from({ length: 200 }, (_, index) => ({
      ...invoice,
      id: `t${1000 + index}`,
      description: 'other',
      account: String(index),
      date: day(index),
    }))
    const takers = taken.map(({ id, account }) => ({ ...invoice, id: `of ${id}`, account }))
    const candidatesOn = (date: string) => {
      const source = [{ id: 's1', ...invoice, description: 'x', date }, ...takers, other('s9')]
      const [line] = run({ source, target: [...taken, other('t9')], rules: [byAccount, byText] }).breaks
      return line?.candidates?.map((each) => each.target)
    }
    expect(candidatesOn(day(-0.5))).toEqual(['t1000', 't1001', 't1002'])
    expect(candidatesOn(day(149.5))).toEqual(['t1118', 't1119', 't1120'])
    expect(candidatesOn(day(199.5))).toEqual(['t1136', 't1137', 't1138'])
  })

  it('never has an excluded record as a candidate', () => {
    const opening: RuleInput = { action: 'exclude', where: { target: [{ field: 'type', op: 'eq', value: 'opening' }] } }
    const excluded = { id: 't1', type: 'opening', ...invoice, amount: '11' }
    const { breaks } = run({ source: [{ id: 's1', ...invoice }], target: [excluded], rules: [opening, strict] })
    expect(breaks).toEqual([{ kind: 'break', reason: 'missing_in_target', source: ['s1'] }])
  })
})
