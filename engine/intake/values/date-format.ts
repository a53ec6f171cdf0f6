import { at } from '../../base/at.ts'
import { dayNumber, parseDate } from '../../base/date.ts'

/** Dates as people and banks write them: `27.05.2018`, `12-Dec-2019`, `2018-02-25 12:34:56 +0000`, `20260301`. */

export type DateOrder = 'day-first' | 'month-first'

export interface WrittenDate {
  /** Days since 1970-01-01. */
  readonly day: number
  /** The whole text if it has a time of day. */
  readonly timestamp: string | undefined
}

/**
 * What a date shows about its order of day and month. `any`: both orders give one date. `undecided`: they give two
 * dates. Undefined if the text is no date.
 */
export function dateOrderOf(text: string): DateOrder | 'any' | 'undecided' | undefined {
  const { date } = splitTime(text.trim())
  const ordered = splitOrdered(date)
  if (ordered === undefined) return readUnambiguous(date) === undefined ? undefined : 'any'
  const dayFirst = dayOf(ordered, 'day-first')
  const monthFirst = dayOf(ordered, 'month-first')
  if (dayFirst === monthFirst) return dayFirst === undefined ? undefined : 'any'
  if (dayFirst !== undefined && monthFirst !== undefined) return 'undecided'
  return dayFirst === undefined ? 'month-first' : 'day-first'
}

/** Undefined if `text` is no date. `order` is used for dates with slashes or dashes. */
export function readDate(text: string, order: DateOrder): WrittenDate | undefined {
  const trimmed = text.trim()
  const { date, hasTime } = splitTime(trimmed)
  const ordered = splitOrdered(date)
  const day = ordered === undefined ? readUnambiguous(date) : dayOf(ordered, order)
  return day === undefined ? undefined : { day, timestamp: hasTime ? trimmed : undefined }
}

/** Two digits mean 1970 to 2069. */
export const yearOf = (written: string): number =>
  written.length === 4 ? Number(written) : Number(written) + (Number(written) < 70 ? 2000 : 1900)

const timePattern = new RegExp(
  `^(.{6,32}?)(?:T|,?\\s+|\\s*-\\s+)(?:[01]?\\d|2[0-4])[:.][0-5]\\d(?:[:.](?:[0-5]\\d|60)(?:[.,]\\d{1,9})?)?` +
    `(?:\\s*[AaPp]\\.?[Mm]\\.?)?(?:\\s*(?:Z|[A-Z]{3,4}|[+-]\\d{2}:?\\d{2}))?$`,
)

export function splitTime(text: string): { readonly date: string; readonly hasTime: boolean } {
  const parts = text.length > 80 ? null : timePattern.exec(text)
  return parts === null ? { date: text, hasTime: false } : { date: at(parts, 1), hasTime: true }
}

interface OrderedDate {
  readonly first: number
  readonly second: number
  readonly year: number
}

function splitOrdered(date: string): OrderedDate | undefined {
  const parts = /^(\d{1,2})([/-])\s?(\d{1,2})(?:\2(\d{4}|\d{2})|'\s?(\d{4}|\d{1,2}))$/.exec(date)
  if (parts === null) return undefined
  // Quicken pads with spaces, and has an apostrophe before years from 2000 on: `6/ 4'23`.
  return { first: Number(at(parts, 1)), second: Number(at(parts, 3)), year: yearOf(parts[4] ?? at(parts, 5)) }
}

const dayOf = ({ first, second, year }: OrderedDate, order: DateOrder): number | undefined =>
  order === 'day-first' ? dayNumber(year, second, first) : dayNumber(year, first, second)

/**
 * The day of a date whose form shows the order: with the year first, with dots (day first), or with the name of a
 * month.
 */
function readUnambiguous(date: string): number | undefined {
  const yearFirst = /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/.exec(date)
  if (yearFirst !== null) return dayNumber(Number(at(yearFirst, 1)), Number(at(yearFirst, 3)), Number(at(yearFirst, 4)))
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  if (compact !== null) return parseDate(`${at(compact, 1)}-${at(compact, 2)}-${at(compact, 3)}`)
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})[.']\s?(\d{4}|\d{2})\.?$/.exec(date)
  if (dotted !== null) return dayNumber(yearOf(at(dotted, 3)), Number(at(dotted, 2)), Number(at(dotted, 1)))
  return readNamed(date)
}

function readNamed(date: string): number | undefined {
  const dayFirst = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(\p{L}{3,10})\.?[\s,-]*(\d{4}|\d{2})$/u.exec(date)
  if (dayFirst !== null) return dayOfNamed({ day: at(dayFirst, 1), month: at(dayFirst, 2), year: at(dayFirst, 3) })
  const monthFirst = /^(\p{L}{3,10})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4})$/u.exec(date)
  if (monthFirst === null) return undefined
  return dayOfNamed({ day: at(monthFirst, 2), month: at(monthFirst, 1), year: at(monthFirst, 3) })
}

function dayOfNamed(date: { readonly day: string; readonly month: string; readonly year: string }): number | undefined {
  const month = monthOfName(date.month)
  return month === undefined ? undefined : dayNumber(yearOf(date.year), month, Number(date.day))
}

/** English and German, without accents and in lower case. */
const monthNames: readonly (readonly string[])[] = [
  ['january', 'januar', 'janner'],
  ['february', 'februar', 'feber'],
  ['march', 'marz', 'maerz', 'mrz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
]

/** The month, 1 to 12, of a name or its first three letters; undefined for any other word. */
export function monthOfName(name: string): number | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const index = monthNames.findIndex((spellings) =>
    spellings.some((spelling) => plain === spelling || (plain.length === 3 && spelling.startsWith(plain))),
  )
  return index < 0 ? undefined : index + 1
}
