import { addDecimals, type Decimal, formatDate, formatDecimal, parseDate, parseDecimal } from '@tallystick/engine/base'
import type { BySide } from '@tallystick/engine/record'
import type { OpenDay, OpenSeries, SpanUnit } from './engine-types.ts'

type Day = number

/** The most days, and the most weeks, that are drawn as columns. A longer time is drawn by month or year. */
const dayCountMax = 45

/**
 * Open amounts over time, a series for each currency: by day, week, month or year, without gaps. All series have the
 * same spans.
 */
export function openSeriesOf(openDays: readonly OpenDay[]): readonly OpenSeries[] {
  const days = openDays.map((each) => ({ ...each, day: dayNumber(each.date) }))
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return []
  const unit = unitOf(last - first)
  const starts = startsBetween(first, last, unit)
  const currencies = [...new Set(days.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const sums = new Map<Day, BySide<Decimal>>()
    for (const each of days) if (each.currency === currency) addTo(sums, startOf(each.day, unit), each)
    return { currency, unit, spans: starts.map((start) => spanOf(start, sums.get(start))) }
  })
}

function dayNumber(date: string): Day {
  const day = parseDate(date)
  if (day === undefined) throw new Error(`${date} is no date`)
  return day
}

function unitOf(dayCount: number): SpanUnit {
  if (dayCount < dayCountMax) return 'day'
  if (dayCount < 7 * dayCountMax) return 'week'
  return dayCount < 366 * 6 ? 'month' : 'year'
}

/** The first day of the span of a day. Weeks begin on Mondays; day 0 was a Thursday. */
function startOf(day: Day, unit: SpanUnit): Day {
  if (unit === 'day') return day
  if (unit === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  const date = formatDate(day)
  return dayNumber(unit === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`)
}

/** For each unit, a number of days that leads from the start of a span into the next span, never beyond it. */
const stride = { day: 1, week: 7, month: 31, year: 366 }

function startsBetween(first: Day, last: Day, unit: SpanUnit): readonly Day[] {
  const starts: Day[] = []
  for (let start = startOf(first, unit); start <= last; start = startOf(start + stride[unit], unit)) starts.push(start)
  return starts
}

function addTo(sums: Map<Day, BySide<Decimal>>, start: Day, { source, target }: OpenDay): void {
  const before = sums.get(start)
  sums.set(start, { source: added(before?.source, source), target: added(before?.target, target) })
}

function added(before: Decimal | undefined, text: string): Decimal {
  const amount = parseDecimal(text)
  if (amount === undefined) throw new Error(`${text} is no decimal`)
  return before === undefined ? amount : addDecimals(before, amount)
}

const spanOf = (start: Day, sums: BySide<Decimal> | undefined): OpenSeries['spans'][number] => ({
  from: formatDate(start),
  source: sums === undefined ? '0' : formatDecimal(sums.source),
  target: sums === undefined ? '0' : formatDecimal(sums.target),
})
