import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'

/** Equal payments of March, and the rule that pairs off the most of them. */

/** A payment on a day of March. */
export const record = (id: string, day: number, rest: object = {}): CanonicalRecord => ({
  id,
  amount: '100',
  currency: 'EUR',
  date: `2026-03-${String(day).padStart(2, '0')}`,
  ...rest,
})
/** Records of these days, no two of them twins. */
export const dated = (side: string, days: readonly number[]): CanonicalRecord[] =>
  days.map((day, index) => record(`${side}${index + 1}`, day, { description: `${side}${index + 1}` }))
/** Records of one day that nothing tells apart. */
export const twins = (side: string, count: number, day: number): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => record(`${side}${index + 1}`, day))
/** A rule that matches the most payments within so many days. */
export const within = (days: number, rest: object = {}): RuleInput => ({
  id: 'most',
  assign: 'most',
  match: [{ field: 'amount' }, { field: 'date', days }],
  ...rest,
})
