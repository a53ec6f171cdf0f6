import { formatDate, parseDate } from '../../../../engine/base/date.ts'
import type { Chance } from './chance.ts'

/** Days as numbers, as the engine counts them. */

const epochWeekday = 4

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + epochWeekday) % 7) + 7) % 7

export const isWeekend = (day: number): boolean => weekdayOf(day) % 6 === 0

/** The day itself, or the Monday after a weekend. */
export const workdayFrom = (day: number): number => (isWeekend(day) ? workdayFrom(day + 1) : day)

/** The workday that is `count` workdays after `day`, or before it where the count is negative. */
export function workdaysAfter(day: number, count: number): number {
  let reached = workdayFrom(day)
  for (let left = count; left > 0; left -= 1) reached = workdayFrom(reached + 1)
  for (let left = count; left < 0; left += 1) reached = workdayUpTo(reached - 1)
  return reached
}

const workdayUpTo = (day: number): number => (isWeekend(day) ? workdayUpTo(day - 1) : day)

/** The day number of a date that a generator writes down. */
export function dayOf(date: string): number {
  const day = parseDate(date)
  if (day === undefined) throw new RangeError(`${date} is no date`)
  return day
}

export const dateText = formatDate

/** A period of some months in 2025 or 2026 that the seed draws. */
export interface Period {
  readonly first: number
  readonly dayCount: number
  readonly day: () => number
  readonly workday: () => number
}

/** Draws a period of 60 to 120 days. */
export function periodOf(chance: Chance): Period {
  const first = dayOf('2025-01-01') + 7 * chance.between(0, 60)
  const dayCount = chance.between(60, 120)
  const day = (): number => first + chance.between(0, dayCount - 1)
  return { first, dayCount, day, workday: () => workdayFrom(day()) }
}

/** When the other side books. */
export interface Lag {
  readonly name: string
  /** Workdays after the first side. */
  readonly draw: () => number
  /** Calendar days that hold every lag from a workday on. */
  readonly window: { readonly before: number; readonly after: number }
}

/** Lags with their weights, by the workdays of the first. */
const lags: readonly (readonly [name: string, from: number, weights: readonly number[]])[] = [
  ['same day', 0, [1]],
  ['mostly same day', 0, [80, 15, 5]],
  ['next day', 0, [10, 80, 10]],
  ['up to three', 0, [30, 40, 20, 10]],
  ['two or three', 2, [70, 30]],
  ['a day either way', -1, [15, 70, 15]],
]

/** Draws one of a few patterns that banks have. */
export function lagOf(chance: Chance): Lag {
  const [name, from, weights] = chance.of(lags)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const last = from + weights.length - 1
  return {
    name,
    window: { before: calendarDays(-from), after: calendarDays(last) },
    draw: () => {
      let left = chance.fraction() * total
      for (const [index, weight] of weights.entries()) {
        left -= weight
        if (left < 0) return from + index
      }
      return last
    },
  }
}

/** The most calendar days that so many workdays take, from a workday on. */
const calendarDays = (workdays: number): number =>
  workdays <= 0 ? 0 : workdays + 2 + 2 * Math.floor((workdays - 1) / 5)
