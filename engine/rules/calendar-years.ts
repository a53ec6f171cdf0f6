import { formatDate } from '../base/date.ts'
import { absentDay } from '../record/columns.ts'
import { type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { fieldOfSide } from './criteria/compared-fields.ts'
import type { ReferenceData, RuleFault, RuleInput, RuleSetInput } from './language/language.ts'
import { yearOf, yearsOf } from './reference/business-days.ts'
import { effectiveCalendars } from './reference/calendars.ts'
import { calendarNamed } from './reference/named-calendars.ts'

export interface Period {
  readonly from: string
  readonly to: string
}

/** The part of a policy that says which calendar counts which dates. */
export interface DatedPolicy {
  readonly rules: readonly Pick<RuleInput, 'id' | 'enabled' | 'match'>[]
  readonly referenceData: Pick<ReferenceData, 'calendars'>
}

/**
 * A rule set as written, with its faultless calendars only, so that missing years are reported together with other
 * faults.
 */
export const writtenDatedPolicy = (input: RuleSetInput): DatedPolicy => ({
  rules: input.form === 'rules' ? input.rules : [{ match: input.criteria }],
  referenceData: {
    calendars: Object.fromEntries(
      Object.entries(input.referenceData?.calendars ?? {}).flatMap(([name, calendar]) => {
        const faults: RuleFault[] = []
        const effective = effectiveCalendars({ [name]: calendar }, faults)
        return faults.length === 0 ? Object.entries(effective) : []
      }),
    ),
  },
})

/**
 * A fault for each criterion of an enabled rule whose calendar lacks a year of the compared dates. `periodOf` gives the
 * first and last date of a field, undefined where no record has a date. A pointer is `/0/match/1/calendar`.
 */
export const calendarYearFaults = (
  { rules, referenceData }: DatedPolicy,
  periodOf: (side: Side, field: string) => Period | undefined,
): RuleFault[] =>
  rules.flatMap(({ id, enabled = true, match = [] }, position) =>
    match.flatMap((criterion, index) => {
      const { businessDays, calendar: name } = criterion
      const calendar = name === undefined ? undefined : calendarNamed(name, referenceData)
      if (!enabled || businessDays === undefined || calendar === undefined) return []
      const known = yearsOf(calendar)
      const read = sides.flatMap((side) => {
        const field = fieldOfSide(criterion, side)
        return (field !== undefined && periodOf(side, field)) || []
      })
      const [from, to] = [
        read.reduce((least, period) => Math.min(least, yearOf(period.from)), known.from),
        read.reduce((most, period) => Math.max(most, yearOf(period.to)), known.to),
      ]
      if (from === known.from && to === known.to) return []
      const wanted =
        name !== undefined && Object.hasOwn(referenceData.calendars, name)
          ? `a holiday of ${from} and one of ${to} in it`
          : 'a calendar of the run in its place'
      const needs = `the dates need ${spell({ from, to })}, wanted ${wanted}`
      const rule = id ?? `rule-${position + 1}`
      const detail = `Rule ${rule} counts days by ${name}, which knows ${spell(known)}: ${needs}`
      return [{ pointer: `/${position}/match/${index}/calendar`, code: 'calendar_years', detail }]
    }),
  )

/** O(records). */
export function periodOfTable(table: Table, field: string): Period | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const day of table.date(field)) {
    if (day === absentDay) continue
    least = Math.min(least, day)
    most = Math.max(most, day)
  }
  return least > most ? undefined : { from: formatDate(least), to: formatDate(most) }
}

const spell = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? `${from}` : `${from} to ${to}`
