import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/index.ts'
import { outcome, pairs } from '../support/brief.ts'
import { policyOf, run } from '../support/run.ts'

const full = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const match = (source: Omit<CanonicalRecord, 'id'>, target: Omit<CanonicalRecord, 'id'>, ids = { s: 's1', t: 't1' }) =>
  run({ source: [{ id: ids.s, ...source }], target: [{ id: ids.t, ...target }], rules: [] }).matches

describe('default@1', () => {
  it('runs the rules reference, id and amount-date, and caps the last two at high', () => {
    expect(policyOf([]).rules.map(({ id, confidence }) => [id, confidence])).toEqual([
      ['reference', 'exact'],
      ['id', 'high'],
      ['amount-date', 'high'],
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

  it('matches equal amount, currency and date with high confidence when a side lacks the reference', () => {
    const { reference: _reference, ...without } = full
    expect(match(full, without)).toMatchObject([{ rule: 'amount-date', confidence: 'high' }])
    expect(match(without, without)).toMatchObject([{ rule: 'amount-date', confidence: 'high' }])
  })

  it('never matches another reference by amount and date', () => {
    expect(match(full, { ...full, reference: 'INV-8' })).toEqual([])
  })

  it('never matches another currency or an amount that is a cent off', () => {
    expect(match(full, { ...full, currency: 'USD' }, { s: 'x', t: 'x' })).toEqual([])
    expect(match(full, { ...full, amount: '10.01' }, { s: 'x', t: 'x' })).toEqual([])
  })

  it('never matches on a date, a reference or an id that both lack', () => {
    expect(match({ amount: '10', currency: 'EUR' }, { amount: '10', currency: 'EUR' })).toEqual([])
  })

  it('prefers the reference to the id, and the id to amount and date', () => {
    const rest = { amount: '10', currency: 'EUR', date: '2026-03-01' }
    const source = [
      { id: 'a', ...full },
      { id: 'b', ...rest, reference: 'B' },
    ]
    const target = [
      { id: 'b', ...full },
      { id: 'c', ...rest },
    ]
    expect(pairs({ source, target, rules: [] })).toEqual(['a=b by reference', 'b=c by amount-date'])
  })

  it('makes no suggestion and leaves what it does not match as breaks', () => {
    const source = [{ id: 's1', ...full }]
    const target = [{ id: 't1', ...full, amount: '12' }]
    expect(outcome({ source, target, rules: [] })).toEqual(['amount_mismatch s1/t1'])
  })
})
