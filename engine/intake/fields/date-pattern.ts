import { dayNumber, parseDate } from '../../base/date.ts'
import { splitTime, type WrittenDate, yearOf } from './date-format.ts'
import { monthOfName } from './month-names.ts'

/** A `date.format` that a caller gives, such as `DD.MM.YYYY`: a list of parts, never a regular expression. */
export type DatePattern = readonly DatePart[]

const parts = ['YYYY', 'YY', 'MMM', 'MM', 'M', 'DD', 'D'] as const
type DatePart = (typeof parts)[number] | { readonly literal: string }

/** The pattern of `format`; undefined unless it names a year, a month and a day, each once. */
export function parseDatePattern(format: string): DatePattern | undefined {
  const pattern: DatePart[] = []
  for (let offset = 0; offset < format.length; ) {
    const part = parts.find((known) => format.startsWith(known, offset))
    pattern.push(part ?? { literal: format.charAt(offset) })
    offset += part?.length ?? 1
  }
  const kinds = pattern.filter((part) => typeof part === 'string').map((part) => part.charAt(0))
  return kinds.sort().join('') === 'DMY' ? pattern : undefined
}

/** The date that `text` writes by `pattern`, with or without a time of day behind it; ISO dates always. */
export function readDateByPattern(text: string, pattern: DatePattern): WrittenDate | undefined {
  const trimmed = text.trim()
  const whole = readParts(trimmed, pattern)
  if (whole !== undefined) return { day: whole, timestamp: undefined }
  const { date, hasTime } = splitTime(trimmed)
  const day = readParts(date, pattern) ?? parseDate(date)
  return day === undefined ? undefined : { day, timestamp: hasTime ? trimmed : undefined }
}

function readParts(text: string, pattern: DatePattern): number | undefined {
  const found = { Y: 0, M: 0, D: 0 }
  let offset = 0
  for (const part of pattern) {
    const taken =
      typeof part === 'string' ? takePart(text.slice(offset), part) : takeLiteral(text.slice(offset), part.literal)
    if (taken === undefined) return undefined
    offset += taken.length
    if (typeof part === 'string') found[kindOf(part)] = taken.value
  }
  return offset === text.length ? dayNumber(found.Y, found.M, found.D) : undefined
}

interface Taken {
  readonly length: number
  readonly value: number
}

function takePart(text: string, part: (typeof parts)[number]): Taken | undefined {
  if (part === 'MMM') {
    const name = /^\p{L}{3,10}/u.exec(text)?.[0] ?? ''
    const month = monthOfName(name)
    return month === undefined ? undefined : { length: name.length, value: month }
  }
  const digits = digitsOf(text, part)
  if (digits === undefined) return undefined
  return { length: digits.length, value: part.startsWith('Y') ? yearOf(digits) : Number(digits) }
}

function digitsOf(text: string, part: string): string | undefined {
  const digits = /^\d{1,4}/.exec(text)?.[0] ?? ''
  const wanted = part.length === 1 ? Math.min(digits.length, 2) : part.length
  return wanted > 0 && digits.length >= wanted ? digits.slice(0, wanted) : undefined
}

const takeLiteral = (text: string, literal: string): Taken | undefined =>
  text.startsWith(literal) ? { length: literal.length, value: 0 } : undefined

function kindOf(part: (typeof parts)[number]): 'Y' | 'M' | 'D' {
  if (part.startsWith('Y')) return 'Y'
  return part.startsWith('M') ? 'M' : 'D'
}
