import fc from 'fast-check'
import { expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { firstRow } from '../../../../engine/match/blocks/blocks.ts'
import { blocksOf } from '../../../../engine/match/blocks/key-groups.ts'
import { windowOf } from '../../../../engine/match/paths/window.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { checkLaw } from '../../support/law.ts'
import { policyOf, tableOf } from '../../support/run.ts'

/** Windows of so many targets that the stretches of those that hold are looked for. */

const known: readonly CriterionInput[] = [
  { field: 'amount', tolerance: '7' },
  { field: 'amount', tolerance: '30%' },
  { field: 'amount', tolerance: { percent: '99.9' } },
  { field: 'amount', tolerance: { percent: '40', of: 'smaller' } },
  { field: 'amount', tolerance: { percent: '60', of: 'source' } },
  { field: 'amount', tolerance: { percent: '60', of: 'target' } },
  { field: 'amount', tolerance: { absolute: '5', percent: '50', combine: 'any' } },
  { field: 'amount', tolerance: { absolute: '9', percent: '90', combine: 'all' } },
  { field: 'amount', tolerance: '80%', sign: 'opposite' },
  { field: 'date', days: { before: 2, after: 20 } },
]
const unknown: readonly CriterionInput[] = [
  { field: 'amount', tolerance: '150%' },
  { field: 'amount', tolerance: { from: '-50%', to: '4' } },
  { field: 'amount', tolerance: { absolute: '9', percent: '120', combine: 'all' } },
]

const units = fc.integer({ min: -30, max: 30 })
const side = (count: number) =>
  fc.array(fc.tuple(units, fc.integer({ min: 1, max: 28 })), { minLength: count, maxLength: count }).map((all) =>
    all.map(
      ([amount, day], index): CanonicalRecord => ({
        id: `r${index}`,
        amount: `${amount}`,
        currency: 'EUR',
        date: `2026-03-${String(day).padStart(2, '0')}`,
      }),
    ),
  )

function windowsOf(source: readonly CanonicalRecord[], target: readonly CanonicalRecord[], criterion: CriterionInput) {
  const named: CriterionInput = { field: 'id', op: 'contains', nulls: 'skip' }
  const policy = policyOf([{ ignoreAmount: true, match: [{ field: 'currency' }, named, criterion] }])
  const state = createRunState(tableOf(source, policy), tableOf(target, policy), policy)
  return state.rules.flatMap((rule) =>
    blocksOf(rule, state).map((block) => ({ block, window: windowOf(at(rule.criteria, 2), block) })),
  )
}

it('has for each source the stretch of just the targets that hold', () => {
  checkLaw(
    fc.property(side(4), side(90), fc.constantFrom(...known), (source, target, criterion) => {
      for (const { block, window } of windowsOf(source, target, criterion)) {
        const { bound, held } = window
        if (window.pairCount > 32 * source.length) expect(held).toBeDefined()
        if (held === undefined) continue
        const { targets, starts, ends } = held()
        for (const [position, node] of block.source.entries()) {
          const row = firstRow(node)
          const inside = [...targets.subarray(starts[position], ends[position])].sort((a, b) => a - b)
          const holding = [...block.target.keys()].filter(
            (each) => bound.verdict(row, firstRow(block.target[each])) !== 'fails',
          )
          expect(inside).toEqual(holding)
        }
      }
    }),
  )
})

it('looks for no stretch where the targets that hold may stand apart', () => {
  checkLaw(
    fc.property(side(2), side(90), fc.constantFrom(...unknown), (source, target, criterion) => {
      for (const { window } of windowsOf(source, target, criterion)) expect(window.held).toBeUndefined()
    }),
  )
})
