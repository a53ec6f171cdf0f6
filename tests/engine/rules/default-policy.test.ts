import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { outcome, pairs } from '../support/brief.ts'
import { policyOf, run } from '../support/run.ts'

const full = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const match = (source: Omit<CanonicalRecord, 'id'>, target: Omit<CanonicalRecord, 'id'>, ids = { s: 's1', t: 't1' }) =>
  run({ source: [{ id: ids.s, ...source }], target: [{ id: ids.t, ...target }], rules: [] }).matches

const suggestionsOf = (source: Omit<CanonicalRecord, 'id'>, target: Omit<CanonicalRecord, 'id'>) =>
  run({ source: [{ id: 's1', ...source }], target: [{ id: 't1', ...target }], rules: [] }).suggestions

describe('default@2', () => {
  it('matches by the rules reference and id, and suggests by amount-date', () => {
    expect(policyOf([]).rules.map(({ id, action, confidence }) => [id, action, confidence])).toEqual([
      ['reference', 'match', 'exact'],
      ['id', 'match', 'high'],
      ['amount-date', 'suggest', 'exact'],
    ])
  })

  it('matches equal reference, amount and currency exactly, whatever the date', () => {
    expect(match(full, { ...full, date: '2026-04-01' })).toMatchObject([{ rule: 'reference', confidence: 'exact' }])
  })

  it('matches equal id, amount, currency and date with high confidence', () => {
    const ids = { s: 'x', t: 'x' }
    expect(match(full, { ...full, reference: 'other' }, ids)).toMatchObject([{ rule: 'id', confidence: 'high' }])
    expect(match(full, { ...full, reference: 'other', date: '2026-03-02' }, ids)).toEqual([])
  })

  it('suggests equal amount and currency up to seven days apart when a side lacks the reference', () => {
    const { reference: _reference, ...without } = full
    const later = { ...without, date: '2026-03-08' }
    expect(match(full, without)).toEqual([])
    expect(suggestionsOf(full, without)).toMatchObject([{ rule: 'amount-date', confidence: 'medium' }])
    expect(suggestionsOf(full, later)).toMatchObject([{ rule: 'amount-date', confidence: 'medium', days: 7 }])
    expect(suggestionsOf(full, { ...without, date: '2026-03-09' })).toEqual([])
  })

  it('suggests nothing where a record has two candidates, even when one of them is closer', () => {
    const { reference: _reference, ...without } = full
    const target = [
      { id: 't1', ...without },
      { id: 't2', ...without, date: '2026-03-05' },
    ]
    expect(run({ source: [{ id: 's1', ...full }], target, rules: [] }).suggestions).toEqual([])
  })

  it('neither matches nor suggests another reference by amount and date', () => {
    expect(suggestionsOf(full, { ...full, reference: 'INV-8' })).toEqual([])
    expect(match(full, { ...full, reference: 'INV-8' })).toEqual([])
  })

  it('never matches another currency or an amount that is a cent off', () => {
    expect(match(full, { ...full, currency: 'USD' }, { s: 'x', t: 'x' })).toEqual([])
    expect(match(full, { ...full, amount: '10.01' }, { s: 'x', t: 'x' })).toEqual([])
  })

  it('never matches on a date, a reference or an id that both lack', () => {
    expect(match({ amount: '10', currency: 'EUR' }, { amount: '10', currency: 'EUR' })).toEqual([])
  })

  it('prefers the reference to the id', () => {
    const rest = { amount: '10', currency: 'EUR', date: '2026-03-01' }
    const source = [
      { id: 'a', ...full },
      { id: 'b', ...rest, reference: 'B' },
    ]
    const target = [
      { id: 'b', ...full },
      { id: 'c', ...rest },
    ]
    expect(pairs({ source, target, rules: [] })).toEqual(['a=b by reference'])
  })

  it('leaves what it does not match as breaks', () => {
    const source = [{ id: 's1', ...full }]
    const target = [{ id: 't1', ...full, amount: '12' }]
    expect(outcome({ source, target, rules: [] })).toEqual(['amount_mismatch s1/t1'])
  })
})
