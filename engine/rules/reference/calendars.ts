import type { Calendar, ReferenceData, ReferenceDataInput, RuleFault } from '../language.ts'

/** The effective calendars of a policy. Faults are added to `faults`, with pointers below `/calendars`. */
export function effectiveCalendars(
  input: NonNullable<ReferenceDataInput['calendars']>,
  _faults: RuleFault[],
): ReferenceData['calendars'] {
  const effective = ({ weekend = ['sat', 'sun'], holidays = [] }: (typeof input)[string]): Calendar => ({
    weekend,
    holidays: holidays.toSorted(),
  })
  return Object.fromEntries(Object.entries(input).map(([name, calendar]) => [name, effective(calendar)]))
}
