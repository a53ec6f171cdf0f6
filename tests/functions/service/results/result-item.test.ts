import { describe, expect, it } from 'vitest'
import { itemOf } from '../../../../functions/service/results/result-item.ts'

const line = (kind: string) =>
  JSON.stringify({ kind, rule: 'gone', confidence: 'high', source: ['s'], target: ['t'], equal: [], differ: [] })

const contextWith = (id: string) => ({
  rules: new Map([[id, { name: 'By reference', criteria: [] }]]),
  matchedAt: '2026-03-02T00:00:00.000Z',
  auditTrailId: 'aud_1',
})

describe('a stored line as an item', () => {
  it.each(['match', 'suggestion'])('has the name of its rule: %s', (kind) => {
    expect(itemOf(line(kind), contextWith('gone'))).toMatchObject({ rule_id: 'gone', rule_used: 'By reference' })
  })

  it.each(['match', 'suggestion'])('throws for a rule that the run does not have: %s', (kind) => {
    expect(() => itemOf(line(kind), contextWith('other'))).toThrow(
      'A match names the rule gone, which the run does not have',
    )
  })
})

describe('a break as an item', () => {
  it('says what the rule would need, what the values look like and which match has taken the partner', () => {
    const taken = [{ source: 's', target: 't', days: 1, takenBy: 'mat_1' }]
    const failed = { rule: 'gone', field: 'sum', code: 'one_side_count', needs: { tolerance: { from: '0', to: '2' } } }
    const found = {
      kind: 'break',
      reason: 'missing_in_target',
      source: ['s'],
      failed,
      hint: 'truncated',
      total: '5',
      taken,
    }
    expect(itemOf(JSON.stringify(found), contextWith('gone'))).toMatchObject({
      failed: { rule_id: 'gone', field: 'sum', code: 'one_side_count', needs: { tolerance: { from: '0', to: '2' } } },
      hint: 'truncated',
      total: '5',
      taken: [{ source_transaction_id: 's', target_transaction_id: 't', days: 1, taken_by: 'mat_1' }],
    })
  })
})
