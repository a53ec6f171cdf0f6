import { formatDate } from '@tallystick/engine/base'

/** Times of day in zones of the IANA database, across changes of clocks. */

interface DailyTime {
  /** HH:MM. */
  readonly time: string
  readonly zone: string
}

const dayMilliseconds = 86_400_000

/** The first instant after `after` at which it is that time. In milliseconds since the epoch, as all instants here. */
export function nextTimeAfter(after: number, { time, zone }: DailyTime): number {
  const offsetAt = offsetIn(zone)
  for (let day = dayOf(after, offsetAt) - dayMilliseconds; ; day += dayMilliseconds) {
    const instant = instantOf(day, { time, offsetAt })
    if (instant > after) return instant
  }
}

/** The last instant before `instant` at which it was that time. */
export function timeBefore(instant: number, { time, zone }: DailyTime): number {
  const offsetAt = offsetIn(zone)
  // A time that clocks leave out at midnight is one of the next day, so the day before may have the same instant.
  for (let day = dayOf(instant, offsetAt); ; day -= dayMilliseconds) {
    const before = instantOf(day, { time, offsetAt })
    if (before < instant) return before
  }
}

/** The day that it is in the zone, as 2026-03-31. */
export const dayIn = (zone: string, instant: number): string =>
  formatDate(dayOf(instant, offsetIn(zone)) / dayMilliseconds)

type OffsetAt = (instant: number) => number

/** The midnight in UTC of the day that it is in the zone. */
const dayOf = (instant: number, offsetAt: OffsetAt): number =>
  Math.floor((instant + offsetAt(instant)) / dayMilliseconds) * dayMilliseconds

/**
 * The instant of the time on a day, given as its midnight in UTC. Of a time that the day has twice, the first one; for a time
 * that clocks leave out, the first instant after it.
 */
function instantOf(day: number, { time, offsetAt }: { readonly time: string; readonly offsetAt: OffsetAt }): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wall = day + (hours * 60 + minutes) * 60_000
  const before = offsetAt(wall - dayMilliseconds)
  const after = offsetAt(wall + dayMilliseconds)
  const instants = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall)
  if (instants.length > 0) return Math.min(...instants)
  // The clocks change between these two.
  let [last, first] = [wall - after, wall - before]
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2)
    if (offsetAt(middle) === before) last = middle
    else first = middle
  }
  return first
}

/** What clocks of the zone are ahead of UTC, in milliseconds. */
function offsetIn(zone: string): OffsetAt {
  const number = 'numeric'
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: number, month: number, day: number },
    ...{ hour: number, minute: number, second: number },
  })
  return (instant) => {
    const shown = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const [year, month, day, hour, minute, second] = parts.map((part) => shown.get(part) ?? 0)
    const wall = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second)
    return wall - Math.floor(instant / 1000) * 1000
  }
}

const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
