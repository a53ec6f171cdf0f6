import { expect, it } from 'vitest'
import { listedKeys } from '../../../../engine/match/groups/listings.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { policyOf, run, tableOf } from '../../support/run.ts'

/** What a rule by which texts list records costs, and where it stops. */

const eur = (id: string, rest: Partial<CanonicalRecord>): CanonicalRecord => ({ id, currency: 'EUR', ...rest })
const rule: RuleInput = {
  id: 'remittance',
  cardinality: '1:n',
  match: [{ sourceField: 'description', targetField: 'reference', op: 'listed' }],
  sum: {},
}
const within = { ...rule, match: [...(rule.match ?? []), { field: 'date', days: 3 }] }
const date = '2026-03-01'
const payments = (count: number, description: string) =>
  Array.from({ length: count }, (_, index) => eur(`s${index}`, { amount: '1', date, description }))
const invoices = (count: number, reference: string) =>
  Array.from({ length: count }, (_, index) => eur(`t${index}`, { amount: '1', date, reference }))

it('makes one tie of a key that thousands of texts list and thousands of records have, without a look at each pair', () => {
  const given = { source: payments(3_000, 'INV-7'), target: invoices(3_000, 'INV-7'), rules: [rule] }
  const { breaks, summary } = run(given)
  expect(summary.breaks).toEqual({ ambiguous: 1 })
  expect(breaks.every(({ candidates }) => (candidates?.length ?? 0) <= 3)).toBe(true)
})

it('refuses a component of more than 4,000,000 pairs that hold, and no other', () => {
  const paid = [eur('p', { amount: '5', date, description: 'INV-8' })]
  const other = [eur('i', { amount: '5', date, reference: 'INV-8' })]
  const { breaks, summary, matches } = run({
    source: [...payments(2_001, 'INV-7'), ...paid],
    target: [...invoices(2_000, 'INV-7'), ...other],
    rules: [within],
  })
  expect(summary.breaks).toEqual({ group_too_large: 1 })
  expect(breaks[0]?.work).toEqual({ needed: 4_000_001, limit: 4_000_000, by: 'candidates' })
  expect(matches.map(({ source }) => source)).toEqual([['p']])
})

it.each([
  [4, []],
  [3, [{ needed: 4, limit: 3, by: 'records' }]],
])('takes a component of four records where a block may have %i', (blockRecordCountMax, wanted) => {
  const target = ['A', 'B', 'C'].map((reference) => ({ id: reference, amount: '1', reference }))
  const source = [{ id: 'p', amount: '3', description: 'A, B, C' }]
  const { breaks } = run({ source, target, rules: [rule], limits: { blockRecordCountMax } })
  expect(breaks.flatMap(({ work }) => work ?? [])).toEqual(wanted)
})

it('counts the words of a text that a record has, open or not, and whatever fits a mask', () => {
  const countedUnder = (mask: string | undefined): readonly string[] => {
    const own = { ...rule, match: [{ ...rule.match?.[0], ...(mask && { mask }) }] }
    const policy = policyOf([own])
    const [source, target] = [payments(1, 'Paid INV-7, INV-8 (7).'), invoices(1, 'INV-7')]
    const state = createRunState(tableOf(source, policy), tableOf(target, policy), policy)
    const [bound] = state.rules
    if (bound === undefined) throw new Error('The policy has a rule')
    state.target.statuses.fill(1)
    return listedKeys(state, bound).countedIn(0)
  }
  expect(countedUnder(undefined)).toEqual(['INV-7'])
  expect(countedUnder('INV-#')).toEqual(['INV-7', 'INV-8'])
})
