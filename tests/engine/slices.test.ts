import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../engine/base/slices.ts'
import { createWork } from '../../engine/match/state/work.ts'
import { reconcile, reconcileInSlices } from '../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import type { RuleInput } from '../../engine/rules/language/written-form.ts'
import { checkLaw } from './support/law.ts'
import { type Case, policyOf, tableOf } from './support/run.ts'
import { sha256 } from './support/sha256.ts'
import { smallCase } from './support/small-world.ts'

/** A run that is computed in slices. */

function inputOf({ source, target, rules, ...options }: Case) {
  const policy = policyOf(rules)
  const sideOf = (records: readonly CanonicalRecord[]) => ({ table: tableOf(records, policy), root: 'aa' })
  return { source: sideOf(source), target: sideOf(target), policy, sha256, ...options }
}

function countSlices(given: Case, sliceStepCount: number): number {
  const slices = reconcileInSlices({ ...inputOf(given), sliceStepCount })
  let count = 1
  while (slices.next().done !== true) count += 1
  return count
}

describe('a run in slices', () => {
  it('comes to the same lines, wherever it is interrupted', () => {
    checkLaw(
      fc.property(smallCase(), (given) => {
        const whole = reconcile(inputOf(given))
        const slices = reconcileInSlices({ ...inputOf(given), sliceStepCount: 1, stepCountMax: 1e9 })
        expect(finish(slices).outcome.resultRoot).toBe(whole.resultRoot)
      }),
    )
  })

  it('ends a slice as soon as its steps are taken', () => {
    const work = createWork({ sliceStepCount: 100 })
    expect([60, 39, 1, 99, 500, 99].map(work.endsSlice)).toEqual([false, false, true, false, true, false])
  })

  const records = (side: string, length = 400): CanonicalRecord[] =>
    Array.from({ length }, (_, index) => ({
      id: `${side}${index}`,
      amount: String(index),
      currency: 'EUR',
      date: '2026-03-01',
      reference: 'R',
      description: `${side} payment ${index}`,
    }))
  const amounts = { field: 'amount', tolerance: '100' } as const
  const similar = { field: 'description', similarity: { method: 'levenshtein', min: '0.9' } } as const
  const sum = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
  const rules: readonly (readonly [string, RuleInput])[] = [
    ['compares pairs', { id: 'r', action: 'suggest', match: [{ field: 'reference' }, amounts] }],
    ['compares texts', { id: 'r', match: [{ field: 'reference' }, similar] }],
    ['looks for texts', { id: 'r', match: [{ field: 'reference' }, { field: 'description', op: 'contains' }] }],
    ['normalises', { id: 'r', match: [{ field: 'description', normalize: [{ strip: ['s payment'.repeat(6)] }] }] }],
    ['weighs pairs', { id: 'r', assign: 'most', match: [{ field: 'amount', tolerance: '1' }] }],
    ['adds up groups', { id: 'r', cardinality: '1:n', match: [{ field: 'description' }], sum }],
  ]
  it.each(rules)('has many of them where a rule %s', (_, rule) => {
    const given = { source: records('s'), target: records('t'), rules: [rule] }
    expect(countSlices(given, 2_000)).toBeGreaterThan(10)
  })

  it('has many of them where it divides all pairs of a day among searches for subsets', () => {
    const rule: RuleInput = {
      id: 'r',
      cardinality: '1:n',
      select: 'subset',
      match: [{ field: 'date', days: 3 }],
      sum: {},
    }
    const given = { source: records('s', 700), target: records('t', 700), rules: [rule] }
    // Each slice is a part of the 490,000 pairs.
    expect(countSlices(given, 500_000)).toBeGreaterThan(25)
  })
})
