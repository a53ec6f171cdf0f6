import type { Calendar, ReferenceDataInput } from '../../../engine/rules/language/language.ts'

/** Business days, counted one by one, with holidays computed from the laws that set them. */

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** A day of the years that a calendar knows; undefined outside of them. */
type Verdict = (day: number) => boolean | undefined

/** Says whether a day is a business day of a calendar of the run, or of one of the engine's. */
export function businessDayTest(name: string, reference: ReferenceDataInput): Verdict {
  const own = reference.calendars?.[name]
  const holidays = own?.holidays ?? years.flatMap((year) => holidaysOf(name, year))
  const weekend: readonly string[] = own?.weekend ?? ['sat', 'sun']
  const known = holidays.map((date) => Number(date.slice(0, 4)))
  const [first, last] = [Math.min(...known), Math.max(...known)]
  return (day) => {
    const date = new Date(day * 86_400_000)
    const year = date.getUTCFullYear()
    if (year < first || year > last) return undefined
    return !weekend.includes(weekdayNames[date.getUTCDay()] ?? '') && !holidays.includes(isoOf(day))
  }
}

/** How many business days come after `from` up to `to`, below 0 where `to` is the earlier; undefined where it is unknown. */
export function businessDaysBetween(isBusinessDay: Verdict, from: number, to: number): number | undefined {
  if (isBusinessDay(from) === undefined || isBusinessDay(to) === undefined) return undefined
  const [earlier, later] = from < to ? [from, to] : [to, from]
  let count = 0
  for (let day = earlier + 1; day <= later; day++) if (isBusinessDay(day)) count += 1
  return from < to ? count : -count
}

/** The years of the engine's calendars. */
export const years = Array.from({ length: 16 }, (_, index) => 2020 + index)

/** The holidays of one of the engine's calendars, in order; those that fall on a weekend and are not moved among them. */
export function holidaysOf(name: string, year: number): string[] {
  const days = laws[name]
  if (days === undefined) throw new Error(`No law of the calendar ${name}`)
  return days(year).map(isoOf).sort()
}

/** The holidays of a year as days since 1970-01-01. */
type Law = (year: number) => number[]

const laws: { readonly [name: string]: Law } = {
  target: (year) => [...christian(year), on(year, 5, 1)],
  de: (year) => [...christian(year), on(year, 5, 1), easter(year) + 39, easter(year) + 50, on(year, 10, 3)],
  ch: (year) => [
    ...christian(year),
    on(year, 1, 2),
    on(year, 5, 1),
    easter(year) + 39,
    easter(year) + 50,
    on(year, 8, 1),
  ],
  'us-fed': (year) => [
    ...[on(year, 1, 1), on(year, 7, 4), on(year, 11, 11), on(year, 12, 25)].map(afterSunday),
    ...(year < 2021 ? [] : [afterSunday(on(year, 6, 19))]),
    nth(3, 'mon', on(year, 1, 1)),
    nth(3, 'mon', on(year, 2, 1)),
    nth(1, 'mon', on(year, 5, 25)),
    nth(1, 'mon', on(year, 9, 1)),
    nth(2, 'mon', on(year, 10, 1)),
    nth(4, 'thu', on(year, 11, 1)),
  ],
  gb: (year) => [
    weekdayFrom(on(year, 1, 1)),
    easter(year) - 2,
    easter(year) + 1,
    year === 2020 ? on(2020, 5, 8) : nth(1, 'mon', on(year, 5, 1)),
    ...(year === 2022 ? [on(2022, 6, 2), on(2022, 6, 3), on(2022, 9, 19)] : [nth(1, 'mon', on(year, 5, 25))]),
    ...(year === 2023 ? [on(2023, 5, 8)] : []),
    nth(1, 'mon', on(year, 8, 25)),
    ...christmasAtBanks(year),
  ],
}

/** New Year, Good Friday, Easter Monday and both days of Christmas. */
const christian = (year: number): number[] => [
  on(year, 1, 1),
  easter(year) - 2,
  easter(year) + 1,
  on(year, 12, 25),
  on(year, 12, 26),
]

/** Both days where they are weekdays; in place of each that is not, the next weekday that is no holiday yet. */
function christmasAtBanks(year: number): number[] {
  const both = [on(year, 12, 25), on(year, 12, 26)]
  const kept = both.filter((day) => weekdayFrom(day) === day)
  for (let day = on(year, 12, 27); kept.length < 2; day++) if (weekdayFrom(day) === day) kept.push(day)
  return kept
}

/** Easter Sunday by Gauss, with the two exceptions of his rule. */
export function easter(year: number): number {
  const [a, b, c] = [year % 19, year % 4, year % 7]
  const [k, p] = [Math.floor(year / 100), Math.floor((13 + 8 * Math.floor(year / 100)) / 25)]
  const [m, n] = [(15 - p + k - Math.floor(k / 4)) % 30, (4 + k - Math.floor(k / 4)) % 7]
  const d = (19 * a + m) % 30
  const e = (2 * b + 4 * c + 6 * d + n) % 7
  const day = 22 + d + e
  if (d === 29 && e === 6) return on(year, 4, 19)
  if (d === 28 && e === 6 && (11 * m + 11) % 30 < 19) return on(year, 4, 18)
  return on(year, 3, 1) + day - 1
}

const on = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 86_400_000
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (day: number) => weekdayNames[new Date(day * 86_400_000).getUTCDay()] ?? 'sun'

/** The nth weekday of that name from a day on. */
function nth(count: number, name: Calendar['weekend'][number], from: number): number {
  let day = from
  while (weekdayOf(day) !== name) day += 1
  return day + 7 * (count - 1)
}

const afterSunday = (day: number): number => (weekdayOf(day) === 'sun' ? day + 1 : day)

function weekdayFrom(day: number): number {
  if (weekdayOf(day) === 'sat') return day + 2
  return afterSunday(day)
}
