import { nearestHint } from '../../base/nearest-name.ts'
import type { Calendar, CriterionInput, ReferenceData, RuleFault } from '../language/language.ts'
import { builtInCalendar, builtInCalendarNames } from './built-in-calendars.ts'

/** A calendar of the run, else a built-in one; undefined for an unknown name. */
export const calendarNamed = (name: string, { calendars }: Pick<ReferenceData, 'calendars'>): Calendar | undefined =>
  Object.hasOwn(calendars, name) ? calendars[name] : builtInCalendar(name)

export const unknownCalendars = (
  criteria: readonly CriterionInput[],
  { match, referenceData }: { readonly match: string; readonly referenceData: ReferenceData },
): RuleFault[] =>
  criteria.flatMap(({ calendar }, index) => {
    if (calendar === undefined || calendarNamed(calendar, referenceData) !== undefined) return []
    const known = [...Object.keys(referenceData.calendars), ...builtInCalendarNames]
    const detail = `Got ${JSON.stringify(calendar)}, wanted one of ${known.join(', ')}${nearestHint(calendar, known)}`
    return [{ pointer: `${match}/${index}/calendar`, code: 'unknown_calendar', detail }]
  })
