import { describe, expect, it } from 'vitest'
import { parseDate } from '../../../engine/base/date.ts'
import { calendarYearFaults } from '../../../engine/rules/calendar-years.ts'
import type { CriterionInput, ReferenceDataInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { builtInCalendar, builtInCalendarNames } from '../../../engine/rules/reference/built-in-calendars.ts'
import { businessDaysOf } from '../../../engine/rules/reference/business-days.ts'
import { holidaysOf, years } from '../oracle/calendars.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const holidaysIn = (name: string): readonly string[] => builtInCalendar(name)?.holidays ?? []

describe('the calendars of the engine', () => {
  it.each(builtInCalendarNames)('%s has the holidays that the law makes, computed anew', (name) => {
    expect(holidaysIn(name)).toEqual(years.flatMap((year) => holidaysOf(name, year)))
    expect(builtInCalendar(name)?.weekend).toEqual(['sat', 'sun'])
  })

  it.each<[string, string, boolean]>([
    ['target', '2020-04-10', true],
    ['target', '2024-03-29', true],
    ['target', '2025-04-21', true],
    ['target', '2026-04-06', true],
    ['target', '2026-05-14', false],
    ['us-fed', '2020-06-19', false],
    ['us-fed', '2021-06-18', false],
    ['us-fed', '2022-06-20', true],
    ['us-fed', '2021-12-31', false],
    ['us-fed', '2023-01-02', true],
    ['us-fed', '2024-11-28', true],
    ['us-fed', '2026-07-03', false],
    ['us-fed', '2027-07-05', true],
    ['gb', '2020-05-04', false],
    ['gb', '2020-05-08', true],
    ['gb', '2020-12-28', true],
    ['gb', '2021-12-27', true],
    ['gb', '2021-12-28', true],
    ['gb', '2022-01-03', true],
    ['gb', '2022-05-30', false],
    ['gb', '2022-06-03', true],
    ['gb', '2022-09-19', true],
    ['gb', '2022-12-27', true],
    ['gb', '2023-05-08', true],
    ['gb', '2028-01-03', true],
    ['ch', '2026-01-02', true],
    ['ch', '2026-08-01', true],
    ['ch', '2024-05-09', true],
    ['ch', '2024-05-20', true],
    ['de', '2024-10-03', true],
    ['de', '2025-05-29', true],
    ['de', '2025-06-09', true],
    ['de', '2025-08-15', false],
  ])('%s keeps %s: %s', (name, date, isHoliday) => {
    expect(holidaysIn(name).includes(date)).toBe(isHoliday)
  })
})

const calendarsOf = (calendars: ReferenceDataInput['calendars'], criterion: CriterionInput = {}): RuleSetInput => ({
  form: 'rules',
  rules: [{ match: [{ field: 'reference' }, { field: 'date', businessDays: 1, calendar: 'own', ...criterion }] }],
  referenceData: { calendars },
})
const own = { holidays: ['2026-12-25'] }

describe('a calendar of the run', () => {
  it('has Saturday and Sunday as its weekend unless it says otherwise, and its dates in order', () => {
    const { referenceData } = policyOf(
      calendarsOf({ own: { holidays: ['2026-12-25', '2025-01-01'] }, gulf: { ...own, weekend: ['sat', 'fri'] } }),
    )
    expect(referenceData.calendars).toEqual({
      own: { weekend: ['sat', 'sun'], holidays: ['2025-01-01', '2026-12-25'] },
      gulf: { weekend: ['fri', 'sat'], holidays: ['2026-12-25'] },
    })
  })

  it('may have no weekend', () => {
    const calendar = policyOf(calendarsOf({ own: { ...own, weekend: [] } })).referenceData.calendars['own']
    const days = calendar && businessDaysOf(calendar)
    expect(days?.between(parseDate('2026-12-24') ?? 0, parseDate('2026-12-31') ?? 0)).toBe(6)
  })

  const dates = Array.from({ length: 4_001 }, (_, index) => new Date(index * 86_400_000).toISOString().slice(0, 10))

  it.each<[string, NonNullable<ReferenceDataInput['calendars']>, string, string]>([
    ['an unknown weekday', { own: { ...own, weekend: ['sat', 'sum' as 'sun'] } }, '/own/weekend/1', 'invalid_value'],
    ['a weekday twice', { own: { ...own, weekend: ['sat', 'sat'] } }, '/own/weekend/1', 'repeated_value'],
    [
      'a week of weekends',
      { own: { ...own, weekend: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } },
      '/own/weekend',
      'invalid_value',
    ],
    ['no date', { own: { holidays: [] } }, '/own/holidays', 'required'],
    ['no dates', { own: {} }, '/own/holidays', 'required'],
    ['a date that is none', { own: { holidays: ['2026-02-30'] } }, '/own/holidays/0', 'invalid_value'],
    ['a date twice', { own: { holidays: ['2026-12-25', '2026-12-25'] } }, '/own/holidays/1', 'repeated_value'],
    ['the name of a calendar of the engine', { own, gb: own }, '/gb', 'conflict'],
    ['a name to escape', { own, 'a/b~c': {} }, '/a~1b~0c/holidays', 'required'],
    ['dates of two centuries', { own: { holidays: ['1800-01-01', '2000-01-01'] } }, '/own/holidays', 'too_big'],
    [
      'too many calendars',
      { own, ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`c${index}`, own])) },
      '',
      'too_big',
    ],
    ['too many dates', { own: { holidays: dates } }, '', 'too_big'],
  ])('is refused with %s', (_why, calendars, pointer, code) => {
    expect(faultsOf(calendarsOf(calendars))).toMatchObject([{ pointer: `/calendars${pointer}`, code }])
  })
})

describe('a criterion of business days is refused', () => {
  it.each<[string, CriterionInput, string, string]>([
    ['without a calendar', { calendar: undefined }, '', 'required'],
    ['with an unknown calendar', { calendar: 'targt' }, '/calendar', 'unknown_calendar'],
    ['beside days', { days: 1 }, '/businessDays', 'conflict'],
    ['with from above to', { businessDays: { from: 2, to: 1 } }, '/businessDays', 'invalid_value'],
  ])('%s', (_why, criterion, member, code) => {
    expect(faultsOf(calendarsOf({ own }, criterion))).toMatchObject([{ pointer: `/0/match/1${member}`, code }])
  })

  it('with a calendar beside days, and on an amount', () => {
    const key = { field: 'reference' }
    const detail = 'Only businessDays are counted by a calendar'
    expect(faultsOf([{ match: [key, { field: 'date', days: 1, calendar: 'gb' }] }])).toEqual([
      { pointer: '/0/match/1/calendar', code: 'conflict', detail },
    ])
    expect(faultsOf([{ match: [key, { field: 'amount', businessDays: 1, calendar: 'gb' }] }])).toMatchObject([
      { pointer: '/0/match/1/businessDays', code: 'conflict' },
      { pointer: '/0/match/1/calendar', code: 'conflict' },
    ])
  })

  it('names the nearest calendar', () => {
    const [fault] = faultsOf(calendarsOf({ own }, { calendar: 'targt' }))
    expect(fault?.detail).toContain('did you mean target?')
  })
})

describe('the years that a run needs', () => {
  const policy = policyOf([
    { match: [{ field: 'reference' }, { field: 'date', businessDays: 1, calendar: 'gb' }] },
    { enabled: false, match: [{ field: 'valueDate', businessDays: 1, calendar: 'ch' }] },
  ])
  const period = (from: string, to: string) => ({ from, to })

  it('are those that the calendar knows', () => {
    expect(calendarYearFaults(policy, () => period('2020-01-01', '2035-12-31'))).toEqual([])
    expect(calendarYearFaults(policy, () => undefined)).toEqual([])
  })

  it('are a fault where dates of either side lie outside of them', () => {
    const periodOf = (side: 'source' | 'target') =>
      side === 'source' ? period('2026-01-01', '2026-12-31') : period('2019-12-31', '2036-01-01')
    expect(calendarYearFaults(policy, periodOf)).toEqual([
      {
        pointer: '/0/match/1/calendar',
        code: 'calendar_years',
        detail:
          'Rule rule-1 counts days by gb, which knows 2020 to 2035: the dates need 2019 to 2036, wanted a calendar of the run in its place',
      },
    ])
  })

  it('are those of holidays that a calendar of the run is to have', () => {
    const ours = policyOf(calendarsOf({ own }, { calendar: 'own' }))
    const [fault] = calendarYearFaults(ours, () => period('2025-01-01', '2026-12-31'))
    expect(fault?.detail).toMatch(
      /knows 2026: the dates need 2025 to 2026, wanted a holiday of 2025 and one of 2026 in it$/,
    )
  })
})
