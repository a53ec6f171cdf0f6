import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDecimals, type Decimal, formatDecimal, zero } from '../../../engine/base/decimal.ts'
import { type FoldedPeriod, isOpenState } from '../../../engine/close/folded-period.ts'
import type { PeriodTerms } from '../../../engine/close/period-terms.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Side, sides } from '../../../engine/record/side.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { inForms } from '../../support/forms.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { march, openingAfter, type PeriodCase, type RunPeriod, runPeriod } from './period-case.ts'

const monthCount = 24

const rules: readonly RuleInput[] = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'reversal', side: 'source', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'batch', cardinality: '1:n', match: [{ field: 'reference' }], sum: {} },
  { id: 'fee', variance: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] },
]

/** What belongs together has a reference of its own, so that each record has one candidate at most. */
const bundle = fc.record({
  kind: fc.constantFrom('pair', 'alone', 'reversal', 'batch', 'fee'),
  amount: fc.integer({ min: 10, max: 99 }),
  months: fc.tuple(fc.nat({ max: monthCount - 1 }), fc.nat({ max: monthCount - 1 })),
  day: fc.integer({ min: 1, max: 28 }),
})

interface Booked {
  readonly side: Side
  readonly month: number
  readonly record: CanonicalRecord
}

function recordsOf(
  bundles: readonly { kind: string; amount: number; months: readonly [number, number]; day: number }[],
): readonly Booked[] {
  return bundles.flatMap(({ kind, amount, months: [first, second], day }, index) => {
    const book = (side: Side, month: number, units: number, number = 0): Booked => {
      const date = `${dayOfMonth(month)}-${String(day).padStart(2, '0')}`
      const id = `${side.charAt(0)}${index}.${number}`
      return { side, month, record: { id, amount: String(units), currency: 'EUR', date, reference: `R${index}` } }
    }
    if (kind === 'alone') return [book(index % 2 === 0 ? 'source' : 'target', first, amount)]
    if (kind === 'reversal') return [book('source', first, amount), book('source', second, -amount, 1)]
    if (kind === 'batch')
      return [book('source', first, amount), book('target', first, 3), book('target', first, amount - 3, 1)]
    return [book('source', first, kind === 'fee' ? amount - 1 : amount), book('target', second, amount)]
  })
}

const dayOfMonth = (month: number): string =>
  `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

const termsOf = (first: number, last: number): PeriodTerms => ({
  ...march,
  period: { name: dayOfMonth(last), first: `${dayOfMonth(first)}-01`, last: `${dayOfMonth(last)}-28` },
})

const sideOf = (booked: readonly Booked[], side: Side): readonly CanonicalRecord[] =>
  booked.filter((each) => each.side === side).map(({ record }) => record)

function monthly(booked: readonly Booked[]): RunPeriod {
  let opening: PeriodCase['opening']
  let period: RunPeriod | undefined
  for (let month = 0; month < monthCount; month++) {
    const own = booked.filter((each) => each.month === month)
    const records = { source: sideOf(own, 'source'), target: sideOf(own, 'target') }
    period = runPeriod({ terms: termsOf(month, month), ...(opening && { opening }), ...records, rules })
    opening = openingAfter(period, dayOfMonth(month + 1))
  }
  if (period === undefined) throw new Error('There is a month')
  return period
}

/** Open items but the sums of differences, and these sums by label. */
function openOf({ items }: FoldedPeriod) {
  const open = items.filter(({ state }) => isOpenState(state))
  const sums = new Map<string, Decimal>()
  for (const { label, amount } of open)
    if (label !== undefined) sums.set(label, addDecimals(sums.get(label) ?? zero, amount))
  return {
    items: open.flatMap(({ label, name, amount, ageDays }) =>
      label === undefined ? [`${name.side} ${name.id} ${name.leaf} ${formatDecimal(amount)} ${ageDays}`] : [],
    ),
    sums: [...sums].map(([label, sum]) => `${label} ${formatDecimal(sum)}`),
  }
}

it(
  inForms('ends 24 monthly periods with the open items of one run over all of it', casesOf({ short: 6, long: 2_000 })),
  () => {
    checkLaw(
      fc.property(fc.array(bundle, { maxLength: 60 }), (bundles) => {
        const booked = recordsOf(bundles)
        const months = monthly(booked)
        const whole = runPeriod({
          terms: termsOf(0, monthCount - 1),
          source: sideOf(booked, 'source'),
          target: sideOf(booked, 'target'),
          rules,
        })
        expect(openOf(months.folded)).toEqual(openOf(whole.folded))
        for (const { folded, balances } of [months, whole])
          for (const { unexplained } of proveBalances(folded, balances)) expect(unexplained).toBe('0')
        expect(sides.map((side) => months.balances[side])).toEqual(sides.map((side) => whole.balances[side]))
      }),
      casesOf({ short: 6, long: 2_000 }),
    )
  },
)
