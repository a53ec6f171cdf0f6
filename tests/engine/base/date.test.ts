import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, formatDate, parseDate } from '../../../engine/base/date.ts'

describe('parseDate', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['2026-03-01', 20_513],
    ['0001-01-01', -719_162],
    ['9999-12-31', 2_932_896],
  ])('reads %s as day %d', (text, day) => {
    expect(parseDate(text)).toBe(day)
  })

  it.each([
    '',
    '2026-3-1',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '02026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '2026/01/01',
    '-001-01-01',
  ])('refuses %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  it('and formatDate are inverses for every day of the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
        expect(parseDate(formatDate(day))).toBe(day)
      }),
    )
  })

  it('counts the days as the platform’s calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32), (year, month, day) => {
        const oracle = new Date(0)
        oracle.setUTCFullYear(year, month - 1, day)
        const isValid = oracle.getUTCMonth() === month - 1 && oracle.getUTCDate() === day
        expect(dayNumber(year, month, day)).toBe(isValid ? oracle.getTime() / 86_400_000 : undefined)
      }),
    )
  })
})
