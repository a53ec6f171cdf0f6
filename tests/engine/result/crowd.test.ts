import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

/** Which records beside others of equal amount, or far from them by amount, a break names. */

const rent = (id: string, month: number, reference: string): CanonicalRecord => ({
  ...{ id, amount: '950', currency: 'EUR', counterparty: 'ACME', reference },
  date: `2026-${String(month).padStart(2, '0')}-01`,
})

const byReference: RuleInput[] = [
  { match: [{ field: 'reference' }, { field: 'counterparty' }, { field: 'amount' }, { field: 'currency' }] },
]

it('is the rent of the same month with a slip, beside eleven that match', () => {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const named = (month: number) => `RENT-2026-${String(month).padStart(2, '0')}`
  const { breaks } = run({
    source: months.map((month) => rent(`s${month}`, month, named(month))),
    target: months.map((month) => rent(`t${month}`, month, month === 7 ? 'RENT-2062-07' : named(month))),
    rules: byReference,
  })
  expect(breaks).toMatchObject([
    { source: ['s7'], hint: 'transposed', candidates: [{ target: 't7' }] },
    { target: ['t7'], hint: 'transposed', candidates: [{ source: 's7' }] },
  ])
})

it('is nothing where four matched records of near days have the amount', () => {
  const days = [1, 2, 3, 4, 5]
  const of = (id: string, day: number, reference: string): CanonicalRecord => ({
    ...{ id, amount: '50', currency: 'EUR', date: `2026-03-0${day}`, reference },
  })
  const { breaks } = run({
    source: days.map((day) => of(`s${day}`, day, `A-${day}`)),
    target: days.map((day) => of(`t${day}`, day, day === 5 ? 'Z-77' : `A-${day}`)),
    rules: [{ match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] }],
  })
  expect(breaks.map(({ candidates = [] }) => candidates)).toEqual([[], []])
})

it('is nothing where the record that comes near has four other such records', () => {
  const of = (id: string, day: number): CanonicalRecord => ({
    ...{ id, amount: '50', currency: 'EUR', reference: `REF ${id} ${day}` },
    date: `2026-03-${String(day).padStart(2, '0')}`,
  })
  const namedBy = (days: readonly number[]) =>
    run({
      source: days.map((day) => of(`s${day}`, day)),
      target: [of('t', 12)],
      rules: [{ match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] }],
    }).breaks.flatMap(({ candidates }) => candidates?.length ?? [])
  expect(namedBy([1, 8, 12])).toEqual([1, 1, 1, 1])
  expect(namedBy([1, 8, 12, 20])).toEqual([1, 1, 1, 1])
  expect(namedBy([1, 8, 12, 20, 25])).toEqual([])
})

const many = (sign: '' | '-', side: string): CanonicalRecord[] =>
  Array.from({ length: 80 }, (_, index) => ({
    ...{ id: `${side}${index}`, amount: `${sign}${100 + 10 * index}`, currency: 'EUR', date: '2026-03-01' },
    ...{ counterparty: 'ACME', account: 'A1' },
  }))

it('finds a mistyped amount among many, where a fee alone has the other sign', () => {
  const last = { currency: 'EUR', date: '2026-03-01', counterparty: 'ACME' }
  const { breaks } = run({
    source: [...many('', 's'), { ...last, id: 'x', amount: '5000.12' }],
    target: [...many('-', 't'), { ...last, id: 'y', amount: '5000.21' }],
    rules: [
      {
        match: [
          ...[{ field: 'counterparty' }, { field: 'amount' }, { field: 'currency' }],
          { field: 'fee', sign: 'opposite', nulls: 'skip' },
        ],
      },
    ],
  })
  const found = breaks.filter(({ source = [], target = [] }) => [...source, ...target].some((id) => id === 'x'))
  expect(found).toMatchObject([{ hint: 'transposed' }])
})

it('finds a mistyped reversal among many', () => {
  const last = { currency: 'EUR', date: '2026-03-01', account: 'A1' }
  const { breaks } = run({
    source: [
      ...many('', 'p'),
      ...many('-', 'n').map((record, index) => ({ ...record, amount: `-${105 + 10 * index}` })),
      { ...last, id: 'x', amount: '5000.12' },
      { ...last, id: 'y', amount: '-5000.21' },
    ],
    target: [],
    rules: [
      { side: 'source', match: [{ field: 'account' }, { field: 'amount', sign: 'absolute' }, { field: 'currency' }] },
    ],
  })
  expect(breaks.find(({ source = [] }) => source.includes('x'))).toMatchObject({ hint: 'transposed' })
})

const payment = (id: string, counterparty: string | undefined, day: number): CanonicalRecord => ({
  ...{ id, amount: '100', currency: 'EUR', date: `2026-03-0${day}`, reference: `REF ${id}` },
  ...(counterparty !== undefined && { counterparty }),
})

/** The pairs of each break that shows any. */
const namedBeside = (source: readonly CanonicalRecord[], target: readonly CanonicalRecord[]) =>
  run({ source, target, rules: [{ match: [{ field: 'reference' }, { field: 'amount' }] }] })
    .breaks.map(({ candidates = [] }) => candidates.map((each) => `${each.source} ${each.target}`))
    .filter((named) => named.length > 0)

it('is no record of another party, where both sides know both', () => {
  const known = [payment('a', 'TARRANT WINES', 1), payment('b', 'FENWICK PAPER', 8)]
  expect(namedBeside(known, [payment('x', 'Fenwick Paper', 2), payment('y', 'Tarrant-Wines', 9)])).toEqual([
    ['a y'],
    ['b x'],
    ['b x'],
    ['a y'],
  ])
})

it.each([
  ['a name of which the other is a part', 'Tarrant Wines', 'TARRANT WINES LTD'],
  ['a name that the other side does not know', 'Transfer', 'Tarrant Wines'],
  ['no name', undefined, 'Tarrant Wines'],
])('is a record of equal amount beside %s', (_, own, other) => {
  const settled = { amount: '7', date: '2026-03-01', reference: 'SETTLED' }
  const both = [
    { ...payment('s', 'TARRANT WINES', 1), ...settled },
    { ...payment('u', 'TARRANT WINES LTD', 1), ...settled, amount: '8' },
  ]
  expect(namedBeside([payment('a', own, 1), ...both], [payment('x', other, 2), ...both])).toEqual([['a x'], ['a x']])
})

it('is the record of the nearest day where several have the amount', () => {
  expect(namedBeside([payment('a', undefined, 1), payment('b', undefined, 9)], [payment('x', undefined, 2)])).toEqual([
    ['a x'],
    ['b x'],
    ['a x'],
  ])
})

it('is no matched record of the same side by a party alone', () => {
  const paid = { amount: '50', currency: 'EUR', date: '2026-03-01', counterparty: 'ACME' }
  const { breaks } = run({
    source: [
      { id: 'a', ...paid, reference: 'R1' },
      { id: 'b', ...paid, amount: '-50' },
    ],
    target: [
      { id: 'x', ...paid, reference: 'R1' },
      { id: 'y', ...paid, counterparty: 'Beta', amount: '9' },
    ],
    rules: [
      { match: [{ field: 'reference' }, { field: 'amount' }] },
      { side: 'source', match: [{ field: 'counterparty' }, { field: 'date', days: 3 }] },
    ],
  })
  expect(breaks.map(({ taken }) => taken)).toEqual([undefined, undefined])
})
