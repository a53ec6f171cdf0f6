import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../../support/forms.ts'
import { run } from '../../support/run.ts'

/** One rule over one block, each window of which holds millions of pairs: 44 and 142 of them in the long form. */

const sizes = { short: 4_000, long: 45_000 }
const size = sizeOf(sizes)

const names = ['ACME', 'ZENITH', 'MERIDIAN', 'NORTHWIND', 'CONTOSO', 'GLOBEX', 'INITECH', 'UMBRELLA']
const textOf = (index: number): string =>
  `${names[index % names.length]} ORDER ${((index + 7) * 2_654_435_761).toString(36)}`
const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
/** Amounts spread evenly over the sizes of amounts from 10 to some hundreds, without floating point deciding anything. */
const centsOf = (index: number): number => 1_000 + ((index * 7_919) % 100_003)

const records = (side: string, move: { readonly days: number; readonly cents: number }): CanonicalRecord[] =>
  Array.from({ length: size }, (_, index) => ({
    id: `${side}${index}`,
    amount: `${(centsOf(index) + move.cents) / 100}`,
    currency: 'EUR',
    date: dayOf(((index * 31) % 94) + move.days),
    description: textOf(index),
  }))

const rule: RuleInput = {
  id: 'one',
  match: [
    { field: 'amount', tolerance: '6%' },
    { field: 'date', days: { before: 0, after: 6 } },
    { field: 'description', similarity: { method: 'trigram', min: '0.8' } },
  ],
}

it(inForms('a rule of two wide windows finds its pairs', sizes), { timeout: hangMilliseconds }, () => {
  const given = { source: records('s', { days: 0, cents: 0 }), target: records('t', { days: 3, cents: 20 }) }
  const { summary, matches } = run({ ...given, rules: [rule] })
  expect(summary.breaks['group_too_large']).toBeUndefined()
  expect(matches.every(({ source, target }) => source[0]?.slice(1) === target[0]?.slice(1))).toBe(true)
  expect(summary.matchCount).toBeGreaterThan(0.99 * size)
})
