import { joinedName } from '../column-names.ts'
import type { DaysOfYear } from '../fields/date-pattern.ts'
import type { Header } from '../header.ts'

/**
 * The year of the dates in a stack of DATEV bookings, whose `Belegdatum` is day and month: the one that begins with the
 * business year of line 1, `"EXTF";700;21;"Buchungsstapel";12;20260131…;;;;;29098;55003;20260101;4;20260101;20260131`.
 * Undefined for any other file.
 */
export function datevYear(firstRow: readonly string[] = [], { fields }: Header): DaysOfYear | undefined {
  const isDatev = firstRow[0] === 'EXTF' || firstRow[0] === 'DTVF'
  if (!isDatev || joinedName(fields.get('date')?.name ?? '') !== 'belegdatum') return undefined
  const begin = firstRow.at(businessYear) || firstRow.at(periodStart) || ''
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(begin) ?? []
  return year === undefined ? undefined : { firstDay: { year: Number(year), month: Number(month), day: Number(day) } }
}

/** Positions in line 1: the business year begins, and the bookings do. */
const [businessYear, periodStart] = [12, 14]
