import { parseDate } from '../../base/date.ts'
import { pointerPart } from '../../base/json-pointer.ts'
import { nearestHint } from '../../base/nearest-name.ts'
import {
  type Calendar,
  type ReferenceData,
  type ReferenceDataInput,
  type RuleFault,
  referenceDataLimits,
  weekdays,
} from '../language/language.ts'
import { builtInCalendar } from './built-in-calendars.ts'
import { yearOf } from './business-days.ts'

const yearCountMax = 200

type CalendarInput = NonNullable<ReferenceDataInput['calendars']>[string]

/** Calendars with their weekend, Saturday and Sunday by default. Pointers of faults are below `/calendars`. */
export function effectiveCalendars(
  input: NonNullable<ReferenceDataInput['calendars']>,
  faults: RuleFault[],
): ReferenceData['calendars'] {
  const calendars = Object.entries(input)
  const holidayCount = calendars.reduce((count, [, { holidays = [] }]) => count + holidays.length, 0)
  if (calendars.length > referenceDataLimits.calendars)
    faults.push(tooMany(`${calendars.length} calendars, wanted at most ${referenceDataLimits.calendars}`))
  if (holidayCount > referenceDataLimits.holidays)
    faults.push(tooMany(`${holidayCount} holidays, wanted at most ${referenceDataLimits.holidays} in all calendars`))
  return Object.fromEntries(calendars.map(([name, calendar]) => [name, effectiveCalendar(name, calendar, faults)]))
}

const tooMany = (what: string): RuleFault => ({ pointer: '/calendars', code: 'too_big', detail: `Got ${what}` })

function effectiveCalendar(name: string, input: CalendarInput, faults: RuleFault[]): Calendar {
  const refuse = (below: string, code: string, detail: string): void => {
    faults.push({ pointer: `/calendars/${pointerPart(name)}${below}`, code, detail })
  }
  if (builtInCalendar(name) !== undefined)
    refuse('', 'conflict', `The engine has a calendar ${name} of its own: wanted another name`)
  const { weekend = ['sat', 'sun'], holidays = [] } = input
  for (const [index, day] of weekend.entries()) {
    if (!weekdays.includes(day))
      refuse(`/weekend/${index}`, 'invalid_value', `Got ${JSON.stringify(day)}, ${wanted(day)}`)
    else if (weekend.indexOf(day) < index) refuse(`/weekend/${index}`, 'repeated_value', `${day} stands here twice`)
  }
  if (weekdays.every((day) => weekend.includes(day)))
    refuse('/weekend', 'invalid_value', 'Got all seven days, wanted a day that is left for business')
  checkHolidays(holidays, refuse)
  return {
    weekend: weekdays.filter((day) => weekend.includes(day)),
    holidays: holidays.toSorted(),
  }
}

function checkHolidays(
  holidays: readonly string[],
  refuse: (below: string, code: string, detail: string) => void,
): void {
  if (holidays.length === 0)
    refuse('/holidays', 'required', 'Wanted at least one date: a calendar knows the years from its first to its last')
  const firstByDate = new Map<string, number>()
  for (const [index, date] of holidays.entries()) {
    const first = firstByDate.get(date)
    if (parseDate(date) === undefined)
      refuse(`/holidays/${index}`, 'invalid_value', `Got ${JSON.stringify(date)}, wanted a date such as "2026-12-25"`)
    else if (first === undefined) firstByDate.set(date, index)
    else refuse(`/holidays/${index}`, 'repeated_value', `${date} is that of holiday ${first} already`)
  }
  const years = [...firstByDate.keys()].map(yearOf)
  const span =
    years.reduce((most, year) => Math.max(most, year), 0) - years.reduce((least, year) => Math.min(least, year), 9_999)
  if (span >= yearCountMax)
    refuse('/holidays', 'too_big', `Got dates of ${span + 1} years, wanted those of at most ${yearCountMax}`)
}

const wanted = (day: string): string => `wanted one of ${weekdays.join(', ')}${nearestHint(day, weekdays)}`
