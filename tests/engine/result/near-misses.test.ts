import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { breaksOf } from '../support/brief.ts'
import { run } from '../support/run.ts'

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const strict: RuleInput = {
  id: 'strict',
  match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }, { field: 'date' }],
}
const between = (source: object, target: object, rules: readonly RuleInput[] = [strict]) =>
  run({ source: [{ id: 's1', ...invoice, ...source }], target: [{ id: 't1', ...invoice, ...target }], rules }).breaks

describe('two open records that miss each other alone', () => {
  it('by an amount are one break amount_mismatch with the signed difference', () => {
    expect(between({}, { amount: '9.93' })).toEqual([
      {
        kind: 'break',
        reason: 'amount_mismatch',
        source: ['s1'],
        target: ['t1'],
        difference: '-0.07',
        failed: { field: 'amount', rule: 'strict', needs: { tolerance: '0.07' } },
      },
    ])
  })

  it('by a date are one break date_mismatch with the signed days', () => {
    expect(between({}, { date: '2026-02-27' })).toEqual([
      {
        kind: 'break',
        reason: 'date_mismatch',
        source: ['s1'],
        target: ['t1'],
        days: -2,
        failed: { field: 'date', rule: 'strict', needs: { days: 2 } },
      },
    ])
  })

  it('by the currency are one break currency_mismatch', () => {
    expect(between({}, { currency: 'USD' })).toEqual([
      {
        kind: 'break',
        reason: 'currency_mismatch',
        source: ['s1'],
        target: ['t1'],
        failed: { field: 'currency', rule: 'strict' },
      },
    ])
  })

  it('by another decimal are an amount_mismatch that names its field', () => {
    const rules: RuleInput[] = [
      { id: 'net', match: [{ field: 'reference' }, { sourceField: 'amount', targetField: 'net' }] },
    ]
    expect(between({}, { net: '9.6' }, rules)).toMatchObject([
      { reason: 'amount_mismatch', difference: '-0.4', failed: { field: 'amount/net', rule: 'net' } },
    ])
  })

  it('by an amount above its tolerance are a mismatch with the whole difference', () => {
    const rules: RuleInput[] = [{ match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] }]
    expect(between({}, { amount: '10.07' }, rules)).toMatchObject([{ reason: 'amount_mismatch', difference: '0.07' }])
  })

  it('by opposite amounts that do not cancel have the difference after the target is turned', () => {
    const rules: RuleInput[] = [{ match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite' }] }]
    expect(between({}, { amount: '-10.5' }, rules)).toMatchObject([{ reason: 'amount_mismatch', difference: '0.5' }])
  })

  it('by text are each missing, with the other as a candidate', () => {
    const [first, second] = between({}, { reference: 'INV-8' })
    expect(first).toMatchObject({
      reason: 'missing_in_target',
      source: ['s1'],
      failed: { field: 'reference', rule: 'strict' },
    })
    expect(first?.candidates).toEqual([{ source: 's1', target: 't1' }])
    expect(second).toMatchObject({
      reason: 'missing_in_source',
      target: ['t1'],
      candidates: [{ source: 's1', target: 't1' }],
    })
  })

  it('by an amount that one of them lacks are each missing', () => {
    const [source, target] = [
      [{ id: 's1', ...invoice }],
      [{ id: 't1', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }],
    ]
    expect(breaksOf(run({ source, target, rules: [strict] }))).toEqual([
      'missing_in_target s1/',
      'missing_in_source /t1',
    ])
  })

  it('by two criteria are each missing, without a candidate', () => {
    for (const line of between({}, { amount: '11', date: '2026-03-02' })) {
      expect(line.reason).toMatch(/^missing_in/)
      expect(line).not.toHaveProperty('candidates')
      expect(line).not.toHaveProperty('failed')
    }
  })

  it('under a rule without any other key are no near miss: every pair would be one', () => {
    const rules: RuleInput[] = [{ match: [{ field: 'amount' }, { field: 'currency' }] }]
    expect(between({}, { amount: '11' }, rules).map(({ reason }) => reason)).toEqual([
      'missing_in_target',
      'missing_in_source',
    ])
  })

  it('are named by the first rule, and in it the first criterion, that they miss by one', () => {
    const byDate: RuleInput = { id: 'date', match: [{ field: 'reference' }, { field: 'date' }, { field: 'amount' }] }
    expect(between({}, { amount: '11' }, [byDate, strict])[0]?.failed).toMatchObject({ field: 'amount', rule: 'date' })
    expect(between({}, { amount: '11' }, [strict, byDate])[0]?.failed).toMatchObject({
      field: 'amount',
      rule: 'strict',
    })
  })

  it('may miss under a rule whose filters both pass, and only then', () => {
    const where = { source: [{ field: 'type', op: 'absent' }] } as const
    expect(between({}, { amount: '11' }, [{ ...strict, where }])).toHaveLength(1)
    expect(between({ type: 'x' }, { amount: '11' }, [{ ...strict, where }])).toHaveLength(2)
  })
})
