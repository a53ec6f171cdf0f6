import { expect, it } from 'vitest'
import { nextTimeAfter, timeBefore } from '../../../../functions/service/platform/daily-time.ts'

const next = (after: string, time: string, zone: string): string =>
  new Date(nextTimeAfter(Date.parse(after), { time, zone })).toISOString()

it.each([
  // Clocks leave out 02:00 to 03:00.
  ['2026-03-28T23:00:00Z', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29T01:00:00Z', '02:30', 'Europe/Berlin', '2026-03-30T00:30:00.000Z'],
  ['2026-03-29T00:00:00Z', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  // 02:00 to 03:00 comes twice.
  ['2026-10-24T22:00:00Z', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T00:30:00Z', '02:30', 'Europe/Berlin', '2026-10-26T01:30:00.000Z'],
  ['2026-03-08T05:00:00Z', '02:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T04:00:00Z', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T05:30:00Z', '01:30', 'America/New_York', '2026-11-02T06:30:00.000Z'],
  ['2026-03-01T12:00:00Z', '12:00', 'UTC', '2026-03-02T12:00:00.000Z'],
  ['2026-03-01T11:59:59.999Z', '12:00', 'UTC', '2026-03-01T12:00:00.000Z'],
  // Ahead by 14 hours, and half an hour of change.
  ['2026-03-01T10:30:00Z', '00:15', 'Pacific/Kiritimati', '2026-03-02T10:15:00.000Z'],
  ['2026-10-03T15:00:00Z', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
])('finds after %s the next %s of %s', (after, time, zone, wanted) => {
  expect(next(after, time, zone)).toBe(wanted)
})

it.each(['Europe/Berlin', 'Australia/Lord_Howe'])(
  'comes once on each day of a year in %s, whatever the time',
  (zone) => {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
    for (const time of ['00:00', '02:15']) {
      const shown: string[] = []
      let at = Date.parse('2026-01-01T12:00:00Z')
      for (let count = 0; count < 365; count += 1) {
        const after = nextTimeAfter(at, { time, zone })
        if (count > 0) expect(timeBefore(after, { time, zone })).toBe(at)
        at = after
        shown.push(days.format(at))
      }
      expect(new Set(shown).size).toBe(365)
    }
  },
)

it('goes back from a time that clocks leave out at midnight to the day before', () => {
  const nuuk = { time: '23:30', zone: 'America/Nuuk' }
  const left = nextTimeAfter(Date.parse('2026-03-28T12:00:00Z'), nuuk)
  expect(new Date(left).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(new Date(timeBefore(left, nuuk)).toISOString()).toBe('2026-03-28T01:30:00.000Z')
})
