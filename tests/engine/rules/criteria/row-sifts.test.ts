import { describe, expect, it } from 'vitest'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import { oppositeSide, type Side, sides } from '../../../../engine/record/side.ts'
import type { BoundCriterion } from '../../../../engine/rules/criteria/bound-criterion.ts'
import { checkCases } from '../../support/any-case.ts'
import { policyOf, tableOf } from '../../support/reconcile-case.ts'

/** The other rows that a row holds with, or fails with, pair by pair. */
function rowsByVerdict(bound: BoundCriterion, side: Side, row: number, kept: 'held' | 'failed'): number[] {
  return Array.from({ length: bound.rowCounts[oppositeSide(side)] }, (_, other) => other).filter((other) => {
    const outcome = side === 'source' ? bound.verdict(row, other) : bound.verdict(other, row)
    return (outcome === 'fails') === (kept === 'failed')
  })
}

function rowsBySift(bound: BoundCriterion, side: Side, row: number, kept: 'held' | 'failed'): number[] {
  const count = bound.rowCounts[oppositeSide(side)]
  const rows = { side, row, others: Uint32Array.from({ length: count }, (_, other) => other), count }
  bound.sift(rows, kept)
  return [...rows.others.subarray(0, rows.count)]
}

describe('the sift of a criterion', () => {
  it.each(['held', 'failed'] as const)(
    'keeps the rows whose verdict is %s, from either side, for all kinds',
    (kept) => {
      checkCases(({ rules, ...records }) => {
        const policy = policyOf(rules)
        const run = createRunState(tableOf(records.source, policy), tableOf(records.target, policy), policy)
        for (const bound of run.rules.flatMap(({ criteria }) => criteria))
          for (const side of sides)
            for (let row = 0; row < bound.rowCounts[side]; row++)
              expect(rowsBySift(bound, side, row, kept)).toEqual(rowsByVerdict(bound, side, row, kept))
      })
    },
  )

  it('compares amounts beyond 2^52, negated ones and those of two scales with numbers', () => {
    const amounts = {
      source: ['1', '-1.004', '1.01', '4503599627370497', '-4503599627370496.9', '99999999999999999999'],
      target: ['1', '-1.5', '4503599627370495', '-4503599627370495'],
    }
    const sideOf = (side: Side) =>
      amounts[side].map((amount, row) => ({ id: `${side}${row}`, amount, currency: 'EUR' }))
    for (const sign of ['same', 'opposite', 'absolute'] as const)
      for (const tolerance of ['1', '0.01', { from: '-0.004', to: '2' }]) {
        const policy = policyOf([{ id: 'near', match: [{ field: 'currency' }, { field: 'amount', tolerance, sign }] }])
        const run = createRunState(tableOf(sideOf('source'), policy), tableOf(sideOf('target'), policy), policy)
        const bound = run.rules[0]?.criteria[1]
        if (bound === undefined) throw new Error('Wanted the criterion of the amount')
        for (const side of sides)
          for (const row of amounts[side].keys())
            for (const kept of ['held', 'failed'] as const)
              expect(rowsBySift(bound, side, row, kept)).toEqual(rowsByVerdict(bound, side, row, kept))
      }
  })
})
