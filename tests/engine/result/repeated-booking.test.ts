import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

const booking = { amount: '80', currency: 'EUR', date: '2026-03-02', reference: 'INV-7', counterparty: 'ACME' }
const byReference: RuleInput = { id: 'ref', match: [{ field: 'reference' }, { field: 'amount' }] }

const breaksOf = (later: Partial<CanonicalRecord>, rule: RuleInput = byReference) =>
  run({
    source: [{ id: 's1', ...booking }],
    target: [
      { id: 't2', ...booking, date: '2026-03-01' },
      { id: 't1', ...booking, date: '2026-03-09', ...later },
    ],
    rules: [rule],
  }).breaks

describe('a record that the other side has on two days, by a rule that reads no date', () => {
  it('is one break duplicate with the counts and days, and the earlier record as the likely partner', () => {
    expect(breaksOf({})).toMatchObject([
      {
        reason: 'duplicate',
        source: ['s1'],
        target: ['t1', 't2'],
        counts: { source: 1, target: 2 },
        days: 8,
        likely: 't2',
        failed: { rule: 'ref' },
      },
    ])
  })

  it('may be there three times, but four bookings are a series', () => {
    const target = ['01', '05', '09', '12'].map((day) => ({ id: `t${day}`, ...booking, date: `2026-03-${day}` }))
    const reasonOf = (count: number) =>
      run({ source: [{ id: 's1', ...booking }], target: target.slice(0, count), rules: [byReference] }).breaks[0]
    expect(reasonOf(3)).toMatchObject({ reason: 'duplicate', counts: { target: 3 }, days: 8, likely: 't01' })
    expect(reasonOf(4)).toMatchObject({ reason: 'ambiguous' })
  })

  it.each<[string, Partial<CanonicalRecord>]>([
    ['another counterparty', { counterparty: 'ACME Ltd' }],
    ['the same day', { date: '2026-03-01', description: 'x' }],
  ])('stays ambiguous with %s', (_, later) => {
    expect(breaksOf(later)).toMatchObject([{ reason: 'ambiguous' }])
  })

  it('stays ambiguous without a reference', () => {
    const rule: RuleInput = { id: 'ref', match: [{ field: 'counterparty' }, { field: 'amount' }] }
    const without = ['t1', 't2'].map((id, index) => {
      const { reference, ...rest } = booking
      return { id, ...rest, date: `2026-03-0${index + 1}` }
    })
    expect(run({ source: [{ id: 's1', ...booking }], target: without, rules: [rule] }).breaks).toMatchObject([
      { reason: 'ambiguous' },
    ])
  })

  it('stays ambiguous where the rule reads the date', () => {
    const rule: RuleInput = {
      id: 'ref',
      match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 30 }],
      rank: ['amount'],
    }
    const [first] = breaksOf({ date: '2026-03-03' }, rule)
    expect(first).toMatchObject({ reason: 'ambiguous' })
    expect(first?.likely).toBeUndefined()
  })
})
