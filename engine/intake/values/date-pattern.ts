import { dayNumber, parseDate } from '../../base/date.ts'
import { type DateOrder, monthOfName, splitTime, type WrittenDate, yearOf } from './date-format.ts'

/** A `date.format` of a caller, such as `DD.MM.YYYY`: a list of parts, never a regular expression. */
export type DatePattern = readonly DatePart[]

const parts = ['YYYY', 'YY', 'MMM', 'MM', 'M', 'DD', 'D'] as const
type NamedPart = (typeof parts)[number]
type DatePart = NamedPart | { readonly literal: string }

/** Undefined unless `format` names a year, a month and a day, each once. */
export function parseDatePattern(format: string): DatePattern | undefined {
  const pattern: DatePart[] = []
  for (let offset = 0; offset < format.length; ) {
    const part = parts.find((known) => format.startsWith(known, offset))
    pattern.push(part ?? { literal: format.charAt(offset) })
    offset += part?.length ?? 1
  }
  const kinds = pattern.filter((part) => typeof part === 'string').map(kindOf)
  return kinds.sort().join('') === 'DMY' ? pattern : undefined
}

/** The order of day and month in a pattern of numbers that ends with the year; undefined for other patterns. */
export function orderOfPattern(pattern: DatePattern | undefined): DateOrder | undefined {
  if (pattern === undefined) return undefined
  const kinds = pattern.map((part) => (typeof part === 'string' ? kindOf(part) : ''))
  if (pattern.includes('MMM') || kinds.at(-1) !== 'Y') return undefined
  return kinds.indexOf('D') < kinds.indexOf('M') ? 'day-first' : 'month-first'
}

/** Reads a date by `pattern` or as `YYYY-MM-DD`, with or without a time of day; undefined for any other text. */
export function readDateByPattern(text: string, pattern: DatePattern): WrittenDate | undefined {
  const trimmed = text.trim()
  const whole = readParts(trimmed, pattern)
  if (whole !== undefined) return { day: whole, timestamp: undefined }
  const { date, hasTime } = splitTime(trimmed)
  const day = readParts(date, pattern) ?? parseDate(date)
  return day === undefined ? undefined : { day, timestamp: hasTime ? trimmed : undefined }
}

function readParts(text: string, pattern: DatePattern): number | undefined {
  const values = { Y: 0, M: 0, D: 0 }
  let offset = 0
  for (const part of pattern) {
    const remainder = text.slice(offset)
    if (typeof part !== 'string') {
      if (!remainder.startsWith(part.literal)) return undefined
      offset += part.literal.length
      continue
    }
    const read = readPart(remainder, part)
    if (read === undefined) return undefined
    offset += read.length
    values[kindOf(part)] = read.value
  }
  return offset === text.length ? dayNumber(values.Y, values.M, values.D) : undefined
}

function readPart(text: string, part: NamedPart): { readonly length: number; readonly value: number } | undefined {
  if (part === 'MMM') {
    const name = /^\p{L}{3,10}/u.exec(text)?.[0]
    const value = name === undefined ? undefined : monthOfName(name)
    return name === undefined || value === undefined ? undefined : { length: name.length, value }
  }
  const written = /^\d{1,4}/.exec(text)?.[0]
  if (written === undefined) return undefined
  const length = part.length === 1 ? Math.min(written.length, 2) : part.length
  if (written.length < length) return undefined
  const digits = written.slice(0, length)
  return { length, value: part.startsWith('Y') ? yearOf(digits) : Number(digits) }
}

function kindOf(part: NamedPart): 'Y' | 'M' | 'D' {
  if (part.startsWith('Y')) return 'Y'
  return part.startsWith('M') ? 'M' : 'D'
}
