import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BreakReason } from '../../../engine/result/line.ts'
import { breakReasons } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { breaksOf } from '../support/brief.ts'
import { type Case, run } from '../support/run.ts'

/** Each reason of the closed list, reached by a case that has nothing else in it. */

const eur = (id: string, amount: string, rest: Omit<CanonicalRecord, 'id' | 'amount'> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-01',
  reference: 'R',
  ...rest,
})
const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] }
const amounts = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] } as const
const batch: RuleInput = { id: 'batch', cardinality: 'n:m', match: [{ field: 'reference' }], sum: amounts }
const parts: RuleInput = {
  id: 'parts',
  cardinality: '1:n',
  select: 'subset',
  limits: { maxItems: 3, maxCandidates: 3 },
  match: [{ field: 'reference' }],
  sum: amounts,
}
const cents: RuleInput = { id: 'cents', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] }
const many = (side: string): CanonicalRecord[] =>
  Array.from({ length: 2_001 }, (_, index) => eur(`${side}${index}`, '10', { description: `${side}${index}` }))
const tenOf = (...ids: readonly string[]): CanonicalRecord[] => ids.map((id) => eur(id, '10', { description: id }))

interface Reached extends Case {
  /** The breaks, as `breaksOf` has them; of a break that is one line a record only the first. */
  readonly breaks: readonly string[]
  readonly failed?: { readonly rule: string; readonly field?: string }
}

const cases: { readonly [reason in BreakReason]: Reached } = {
  missing_in_target: { source: tenOf('s1'), target: [], rules: [exact], breaks: ['missing_in_target s1/'] },
  missing_in_source: { source: [], target: tenOf('t1'), rules: [exact], breaks: ['missing_in_source /t1'] },
  amount_mismatch: {
    source: [eur('s1', '10')],
    target: [eur('t1', '11')],
    rules: [exact],
    breaks: ['amount_mismatch s1/t1'],
    failed: { rule: 'exact', field: 'amount' },
  },
  date_mismatch: {
    source: [eur('s1', '10')],
    target: [eur('t1', '10', { date: '2026-03-09' })],
    rules: [exact],
    breaks: ['date_mismatch s1/t1'],
    failed: { rule: 'exact', field: 'date' },
  },
  currency_mismatch: {
    source: [eur('s1', '10')],
    target: [eur('t1', '10', { currency: 'USD' })],
    rules: [exact],
    breaks: ['currency_mismatch s1/t1'],
    failed: { rule: 'exact', field: 'currency' },
  },
  sum_mismatch: {
    source: tenOf('s1', 's2'),
    target: [eur('t1', '12'), eur('t2', '9')],
    rules: [batch],
    breaks: ['sum_mismatch s1,s2/t1,t2'],
    failed: { rule: 'batch', field: 'sum' },
  },
  ambiguous: {
    source: tenOf('s1'),
    target: tenOf('t1', 't2'),
    rules: [exact],
    breaks: ['ambiguous s1/t1,t2'],
    failed: { rule: 'exact' },
  },
  duplicate: {
    source: [eur('s1', '10')],
    target: [eur('t1', '10'), eur('t2', '10')],
    rules: [exact],
    breaks: ['duplicate /t2'],
  },
  subset_limit: {
    source: [eur('s1', '100')],
    target: ['1', '2', '3', '4'].map((amount) => eur(`t${amount}`, amount)),
    rules: [parts],
    breaks: ['subset_limit s1/t1,t2,t3,t4'],
    failed: { rule: 'parts' },
  },
  group_too_large: {
    source: many('s'),
    target: many('t'),
    rules: [cents],
    breaks: ['group_too_large s0/'],
    failed: { rule: 'cents' },
  },
}

it('are ten, each with a case of its own', () => {
  expect(Object.keys(cases)).toEqual([...breakReasons])
})

it.each(Object.entries(cases))('%s is reached, and nothing beside it', (reason, { breaks, failed, ...given }) => {
  const result = run(given)
  expect(result.summary.breaks).toEqual({ [reason]: 1 })
  expect(breaksOf(result).slice(0, breaks.length)).toEqual(breaks)
  if (failed === undefined) expect(result.breaks[0]?.failed).toBeUndefined()
  else expect(result.breaks[0]?.failed).toMatchObject(failed)
})
