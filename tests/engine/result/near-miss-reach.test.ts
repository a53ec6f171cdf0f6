import { describe, expect, it } from 'vitest'
import { createRunState } from '../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createReach } from '../../../engine/result/near-miss-reach.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { policyOf, tableOf } from '../support/run.ts'

const others = Array.from({ length: 10 }, (_, place) => place)
const all = { start: 2, middle: 6, end: 9 }

/** What a record of 30 characters reaches of the neighbours 2 to 8 of as many, which cost 60 steps each. */
function reached(
  stepCountMax: number,
  rule: RuleInput = byText,
  rest: (index: number) => Partial<CanonicalRecord> = () => ({}),
) {
  const policy = policyOf([rule])
  const records = others.map((index) => ({
    id: `r${index}`,
    reference: 'R',
    amount: '10',
    currency: 'EUR',
    description: 'a'.repeat(30),
    ...rest(index),
  }))
  const [table, own] = [tableOf(records, policy), tableOf([{ ...records[0], id: 'own', amount: '12' }], policy)]
  const reachOn = (side: 'source' | 'target') => {
    const run = createRunState(side === 'source' ? own : table, side === 'source' ? table : own, policy)
    const bound = run.rules[0]
    const failed = bound?.criteria.find(({ criterion }) => criterion.name === 'amount')
    if (bound === undefined || failed === undefined) throw new Error('The rule compares the amount')
    const { start, end } = createReach(bound, failed, stepCountMax).narrow(
      { side, row: 0, others: Uint32Array.from(others) },
      all,
    )
    return [start, end]
  }
  const reach = reachOn('source')
  expect(reachOn('target')).toEqual(reach)
  return reach
}

const byText: RuleInput = {
  match: [{ field: 'reference' }, { field: 'description', similarity: { method: 'trigram', min: '0.9' } }],
}

describe('the neighbours that a record compares its text with', () => {
  it('are all where their steps allow it', () => {
    expect(reached(7 * 60)).toEqual([2, 9])
  })

  it('are the nearest of either side where they do not', () => {
    expect(reached(4 * 60)).toEqual([4, 8])
    expect(reached(7 * 60 - 61)).toEqual([3, 9])
  })

  it('are one at least', () => {
    expect(reached(1)).toEqual([6, 7])
  })

  it('are all where the rule compares no texts', () => {
    expect(reached(1, { match: [{ field: 'reference' }, { field: 'description' }] })).toEqual([2, 9])
  })

  it('are not counted where they do not miss by the criterion, or fail one that costs less', () => {
    const same = (index: number) => (index === 6 ? { amount: '12' } : {})
    expect(reached(60, byText, same)).toEqual([5, 7])
    const dated: RuleInput = { match: [...(byText.match ?? []), { field: 'date', days: 1, nulls: 'match' }] }
    const late = (index: number) => ({ date: index >= 5 ? '2026-05-01' : '2026-03-01' })
    expect(reached(60, dated, late)).toEqual([4, 8])
  })
})
