import { expect, it } from 'vitest'
import { scheduled } from '../../../support/worker/scheduled.ts'

const minute = 60_000
const day = 86_400_000

const timesOf = (...parts: readonly { readonly at: string; readonly days: number }[]): readonly string[] =>
  parts.flatMap(({ at, days }) => Array.from({ length: days }, () => at))

it.each([
  {
    ...{ zone: 'Europe/Berlin', hours: 12, start: '2026-03-14T12:00:00Z' },
    wanted: timesOf({ at: '01:30', days: 14 }, { at: '01:00', days: 1 }, { at: '00:30', days: 15 }),
  },
  {
    ...{ zone: 'Europe/Berlin', hours: 12, start: '2026-10-11T12:00:00Z' },
    wanted: timesOf({ at: '00:30', days: 14 }, { at: '01:30', days: 16 }),
  },
  {
    ...{ zone: 'America/New_York', hours: 18, start: '2026-03-02T12:00:00Z' },
    wanted: timesOf({ at: '07:30', days: 5 }, { at: '07:00', days: 1 }, { at: '06:30', days: 24 }),
  },
])('runs once a day for a month in $zone from $start, each tick doubled', async ({ zone, hours, start, wanted }) => {
  const { clock, add, sweep, runs, waited } = await scheduled(start, { when: 'time', time: '02:30', zone })
  for (let days = 0; days < wanted.length; days += 1) {
    await add('source')
    await add('target')
    const end = clock.now + day
    for (let half = 0; half < 4; half += 1) {
      clock.now = end - day + (60 * hours + 30 * half) * minute
      await Promise.all([sweep(), sweep()])
    }
    clock.now = end
  }
  expect((await runs()).map((at) => at.slice(11, 16))).toEqual(wanted)
  expect(await waited()).toEqual([])
})
