import { expect, it } from 'vitest'
import { followingPeriod, periodNamed, unitOf } from '../../../engine/close/period-calendar.ts'

it.each([
  ['month', '2024-02-01', '2024-02', '2024-02-29'],
  ['month', '2026-12-15', '2026-12', '2026-12-31'],
  ['week', '2026-01-01', '2026-W01', '2026-01-04'],
  ['week', '2027-01-01', '2026-W53', '2027-01-03'],
  ['week', '2024-12-30', '2025-W01', '2025-01-05'],
  ['day', '2026-03-01', '2026-03-01', '2026-03-01'],
] as const)('ends the %s of %s, %s, on %s', (calendar, first, name, last) => {
  expect(unitOf(calendar, first)).toEqual({ name, first, last })
})

it.each([
  ['2026-03', '2026-03-01', '2026-03-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2026-W01', '2025-12-29', '2026-01-04'],
  ['2026-W53', '2026-12-28', '2027-01-03'],
  ['2026-03-02', '2026-03-02', '2026-03-02'],
])('knows the days of %s', (name, first, last) => {
  expect(periodNamed(name)).toEqual({ name, first, last })
})

it.each(['2026-13', '2026-00', '2025-W53', '2026-W00', '2026-W54', '2026-02-29', '2026', '0000-W01', '2026-3', ''])(
  'knows no days of "%s"',
  (name) => {
    expect(periodNamed(name)).toBeUndefined()
  },
)

it.each([
  ['2026-12-01', '2026-12-31', '2027-01', '2027-01-01', '2027-01-31'],
  ['2026-01-01', '2026-03-31', '2026-04-01_2026-06-30', '2026-04-01', '2026-06-30'],
  ['2026-12-21', '2026-12-27', '2026-W53', '2026-12-28', '2027-01-03'],
  ['2026-12-31', '2026-12-31', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['2026-03-03', '2026-03-09', '2026-03-10_2026-03-16', '2026-03-10', '2026-03-16'],
  ['2026-03-01', '2026-03-10', '2026-03-11_2026-03-20', '2026-03-11', '2026-03-20'],
])('proposes after %s to %s the period %s', (first, last, name, nextFirst, nextLast) => {
  expect(followingPeriod({ name: 'any', first, last })).toEqual({ name, first: nextFirst, last: nextLast })
})
