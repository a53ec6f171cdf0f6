import { formatDate } from '../../base/date.ts'
import { absentDay } from '../../record/columns.ts'
import { type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { CompiledPolicy } from '../compiled-policy.ts'
import type { Criterion, ReferenceData, RuleFault } from '../language.ts'
import { yearOf, yearsOf } from './business-days.ts'
import { calendarNamed } from './named-calendars.ts'

/** The first and the last date of some records, as ISO dates. */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * A fault for each criterion that counts business days by a calendar which does not know all years of the dates that the
 * criterion reads. `periodOf` says what is known of the dates of a field; nothing where no record has one. Pointers
 * are those of effective rules, such as `/0/match/1/calendar`. Rules that are not enabled read nothing.
 */
export const calendarYearFaults = (
  { rules, referenceData }: Pick<CompiledPolicy, 'rules' | 'referenceData'>,
  periodOf: (side: Side, field: string) => Period | undefined,
): RuleFault[] =>
  rules.flatMap(({ id, enabled, match = [] }, position) =>
    match.flatMap((criterion, index) => {
      const calendar = criterion.calendar === undefined ? undefined : calendarNamed(criterion.calendar, referenceData)
      if (!enabled || calendar === undefined) return []
      const known = yearsOf(calendar)
      const read = sides.flatMap((side) => {
        const field = criterion.field ?? (side === 'source' ? criterion.sourceField : criterion.targetField)
        return (field !== undefined && periodOf(side, field)) || []
      })
      const [from, to] = [
        read.reduce((least, period) => Math.min(least, yearOf(period.from)), known.from),
        read.reduce((most, period) => Math.max(most, yearOf(period.to)), known.to),
      ]
      if (from === known.from && to === known.to) return []
      const wanted = isOwn(criterion, referenceData)
        ? `a holiday of ${from} and one of ${to} in it`
        : 'a calendar of the run in its place'
      const needs = `the dates need ${spell({ from, to })}, wanted ${wanted}`
      const detail = `Rule ${id} counts days by ${criterion.calendar}, which knows ${spell(known)}: ${needs}`
      return [{ pointer: `/${position}/match/${index}/calendar`, code: 'calendar_years', detail }]
    }),
  )

/** The period of a date field over all records of a side. O(records). */
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

const isOwn = ({ calendar = '' }: Criterion, { calendars }: ReferenceData): boolean =>
  Object.hasOwn(calendars, calendar)
