import { at } from '../../base/at.ts'
import { dayNumber, formatDate, parseDate } from '../../base/date.ts'
import type { SeenRow } from '../columns/seen-columns.ts'

/** Dates as DDMM, in a file whose first line gives the years. */
export interface ShortDates {
  /** The date as YYYY-MM-DD. Any other text is returned unchanged. */
  dateOf(text: string): string
  readonly currency: string | undefined
}

/** Where values stand in the first line of a DATEV file. */
const [marker, yearBegin, periodBegin, periodEnd, currencyAt] = [0, 12, 14, 15, 21]

/** Undefined if the first row gives no years. */
export function readShortDates([first]: readonly SeenRow[]): ShortDates | undefined {
  const cellAt = (index: number): string => first?.cells[index]?.trim() ?? ''
  if (!/^(EXTF|DTVF)$/.test(cellAt(marker))) return undefined
  const [from, to] = [dayOf(cellAt(periodBegin)), dayOf(cellAt(periodEnd))]
  const begin = dayOf(cellAt(yearBegin)) ?? from
  if (begin === undefined) return undefined
  const years = yearsFrom(begin)
  const currency = cellAt(currencyAt)
  return {
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    dateOf(text) {
      const parts = /^(\d{1,2})(\d{2})$/.exec(text.trim())
      if (parts === null) return text
      const days = years.flatMap((year) => dayNumber(year, Number(at(parts, 2)), Number(at(parts, 1))) ?? [])
      const day =
        days.find((each) => from !== undefined && to !== undefined && each >= from && each <= to) ??
        days.find((each) => each >= begin)
      return day === undefined ? text : formatDate(day)
    },
  }
}

function dayOf(text: string): number | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return parts === null ? undefined : parseDate(`${at(parts, 1)}-${at(parts, 2)}-${at(parts, 3)}`)
}

/** The calendar years in which days of a business year may fall. */
function yearsFrom(begin: number): readonly number[] {
  const year = Number(formatDate(begin).slice(0, 4))
  return [year, year + 1]
}
