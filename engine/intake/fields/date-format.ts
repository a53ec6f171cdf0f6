import { dayNumber, parseDate } from '../../base/date.ts'
import { monthOfName } from './month-names.ts'

/** Dates as people and banks write them: `27.05.2018`, `12-Dec-2019`, `2018-02-25 12:34:56 +0000`, `20260301`. */

export type DateOrder = 'day-first' | 'month-first'

export interface WrittenDate {
  readonly day: number
  /** The whole text when it also says a time of day. */
  readonly timestamp: string | undefined
}

/**
 * What the spelling of a date says of the order of day and month in its column: the order, `any` when it does not
 * matter, `undecided` when both are possible, undefined when it is no date.
 */
export function dateOrderOf(text: string): DateOrder | 'any' | 'undecided' | undefined {
  const { date } = splitTime(text.trim())
  const numbers = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date)
  if (numbers === null) return readAnyOrder(date) === undefined ? undefined : 'any'
  const [, first = '', _separator, second = '', year = ''] = numbers
  const dayFirst = dayNumber(yearOf(year), Number(second), Number(first))
  const monthFirst = dayNumber(yearOf(year), Number(first), Number(second))
  if (dayFirst === monthFirst) return dayFirst === undefined ? undefined : 'any'
  if (dayFirst !== undefined && monthFirst !== undefined) return 'undecided'
  return dayFirst === undefined ? 'month-first' : 'day-first'
}

/** The date that `text` writes, slashed and dashed ones in this order; undefined when it is none. ISO dates always. */
export function readDate(text: string, order: DateOrder): WrittenDate | undefined {
  const trimmed = text.trim()
  const { date, hasTime } = splitTime(trimmed)
  const day = readAnyOrder(date) ?? readOrdered(date, order)
  return day === undefined ? undefined : { day, timestamp: hasTime ? trimmed : undefined }
}

/** Two digits of a year mean 1970 to 2069. */
export const yearOf = (written: string): number =>
  written.length === 4 ? Number(written) : Number(written) + (Number(written) < 70 ? 2000 : 1900)

const timePattern = new RegExp(
  `^(.{6,32}?)(?:T|,?\\s+|\\s*-\\s+)(?:[01]?\\d|2[0-4])[:.][0-5]\\d(?:[:.](?:[0-5]\\d|60)(?:[.,]\\d{1,9})?)?` +
    `(?:\\s*[AaPp]\\.?[Mm]\\.?)?(?:\\s*(?:Z|[A-Z]{3,4}|[+-]\\d{2}:?\\d{2}))?$`,
)

/** A date and the time of day behind it, if there is one. */
export function splitTime(text: string): { readonly date: string; readonly hasTime: boolean } {
  const parts = text.length > 80 ? null : timePattern.exec(text)
  return parts === null ? { date: text, hasTime: false } : { date: parts[1] ?? '', hasTime: true }
}

/** The spellings whose order is plain: year first, dotted (day first), or with the name of the month. */
function readAnyOrder(date: string): number | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date)
  if (yearFirst !== null) return dayNumber(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (compact !== null) return parseDate(`${compact[1]}-${compact[2]}-${compact[3]}`)
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(date)
  if (dotted !== null) return dayNumber(yearOf(dotted[3] ?? ''), Number(dotted[2]), Number(dotted[1]))
  return readNamed(date)
}

function readNamed(date: string): number | undefined {
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(\p{L}{3,10})\.?[\s,-]*(\d{4}|\d{2})$/u.exec(date)
  const monthFirst = /^(\p{L}{3,10})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})$/u.exec(date)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  if (day === undefined || name === undefined || year === undefined) return undefined
  const month = monthOfName(name)
  return month === undefined ? undefined : dayNumber(yearOf(year), month, Number(day))
}

function readOrdered(date: string, order: DateOrder): number | undefined {
  const parts = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date)
  if (parts === null) return undefined
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return dayNumber(yearOf(parts[4] ?? ''), month, day)
}
