import type { Calendar, ReferenceData } from '../language/language.ts'
import { businessDaysOf } from '../reference/business-days.ts'
import { calendarNamed } from '../reference/named-calendars.ts'
import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundsOfDays, daysMember, daysWindow, isAboveHalfOfDays, neededDays } from './days-window.ts'
import { boundDates } from './exact-date.ts'

const businessDays = daysMember({
  name: 'businessDays',
  decides: {
    called: 'business days',
    clash: 'Got businessDays beside a tolerance or days, wanted one of them',
  },
  refusal: (type) => `A ${type} field has no business days`,
})

const calendar: CriterionMember = {
  name: 'calendar',
  refusal: (type) => `A ${type} field has no calendar`,
  read(input, refuse) {
    if (input.businessDays !== undefined && input.calendar === undefined)
      refuse('', 'required', 'Wanted calendar beside businessDays: target, us-fed, gb, ch, de or one of the run')
    if (input.businessDays === undefined && input.calendar !== undefined)
      refuse('/calendar', 'conflict', 'Only businessDays are counted by a calendar')
    return input.calendar === undefined ? {} : { calendar: input.calendar }
  },
}

/**
 * Dates at most a given number of business days apart, counted after the earlier date up to the later one: Saturday and
 * Sunday are 0 apart. A pair fails where the calendar does not know a year.
 */
export const businessDaysWindow: CriterionKind = {
  ...daysWindow,
  members: [businessDays, calendar],
  compile(criterion, fields, referenceData) {
    if (criterion.businessDays === undefined) throw new TypeError('A date is near another within business days')
    const { businessDays: allowed } = criterion
    const bounds = boundsOfDays(allowed)
    return {
      blocking: 'window',
      bind(source, target): Comparison<number> {
        const days = businessDaysOf(calendarOf(criterion.calendar, referenceData))
        const between = (from: number, to: number): number => days.between(from, to) ?? 0
        return {
          ...boundDates(fields, source, target),
          holds(from, to) {
            const difference = days.between(from, to)
            return difference !== undefined && difference >= bounds.from && difference <= bounds.to
          },
          difference: between,
          evidence(from, to) {
            if (isAboveHalfOfDays(bounds, between(from, to))) return 'medium'
            return from === to ? 'exact' : 'high'
          },
          needs(from, to) {
            const difference = days.between(from, to)
            return difference === undefined ? undefined : { businessDays: neededDays(allowed, difference) }
          },
          // A window cannot be empty: where no day qualifies, it is the day itself.
          reach: (from) => days.reached(from, bounds) ?? { from, to: from },
        }
      },
    }
  },
}

function calendarOf(name: string | undefined, referenceData: ReferenceData): Calendar {
  const calendar = name === undefined ? undefined : calendarNamed(name, referenceData)
  if (calendar === undefined) throw new TypeError(`No calendar has the name ${name}`)
  return calendar
}
