import { dayNumber } from '../../base/date.ts'
import { type Decimal, parseDecimal } from '../../base/decimal.ts'
import { readDate } from '../values/date-format.ts'
import { type DecimalSign, decimalSignOf, isDecimalSign, readAmount } from '../values/number-format.ts'

/** Undefined for text that is no amount, and for an ambiguous one. */
export type AmountReader = (text: string) => Decimal | undefined

/**
 * Amounts have a point or a comma before the fraction (OFX 2.3 §3.2.9.1): `-1.234` and `-1,234` are both between one
 * and two. Some banks separate thousands all the same, which shows where an amount has both characters. Within a file,
 * a character cannot be used for both.
 */
export function createAmountReader(): AmountReader {
  const before = new Set<DecimalSign>()
  const between = new Set<DecimalSign>()
  return (written) => {
    const text = /\s/.test(written) ? withoutSpaces(written) : written
    const plain = text.includes(',') || between.has('.') ? undefined : parseDecimal(text)
    if (plain !== undefined) {
      if (text.includes('.')) before.add('.')
      return plain
    }
    const parts = /^([+-]?)(\d*)(?:([.,])(\d*))?$/.exec(text)
    if (parts !== null) {
      const [, sign = '', whole = '', point, fraction = ''] = parts
      if (isDecimalSign(point)) before.add(point)
      if (isDecimalSign(point) && between.has(point)) return undefined
      if (whole === '' && fraction === '') return undefined
      return parseDecimal(`${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`)
    }
    const sign = /^[+-]?[\d.,]+$/.test(text) ? decimalSignOf(text) : undefined
    if (!isDecimalSign(sign)) return undefined
    const group = sign === '.' ? ',' : '.'
    // A refused amount says nothing about those that follow.
    if (before.has(group) || between.has(sign)) return undefined
    between.add(group)
    if (text.includes(sign)) before.add(sign)
    return readAmount(text, sign)
  }
}

function withoutSpaces(text: string): string {
  const parts = /^([+-]?)\s*(\d{1,3}(?:(\s)\d{3}(?:\3\d{3})*)?|\d+)((?:[.,]\d*)?)$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', , fraction = ''] = parts
  return sign + whole.replace(/\s/g, '') + fraction
}

export interface OfxDate {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly timestamp: string | undefined
}

export type DateReader = (text: string) => OfxDate | undefined

/** Bounds the dates that are kept: a file has few, each in many entries. */
const dateCountMax = 1024
const dateLengthMax = 64

export function createDateReader(): DateReader {
  const known = new Map<string, OfxDate | undefined>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const date = readOfxDate(text)
    if (known.size === dateCountMax) known.clear()
    if (text.length <= dateLengthMax) known.set(text, date)
    return date
  }
}

/** The local date as written, as in `20230301120000.000[-5:EST]`. Some banks write `2023-03-01`. */
function readOfxDate(text: string): OfxDate | undefined {
  const parts = datePattern.exec(text)
  if (parts === null) return /^\d{4}[-/]/.test(text) ? readDate(text, 'month-first') : undefined
  const day = dayNumber(Number(parts[1]), Number(parts[2]), Number(parts[3]))
  return day === undefined ? undefined : { day, timestamp: parts[4] === undefined ? undefined : text }
}

/** A date, a time, and an offset, which some banks write without its brackets. */
const datePattern = /^(\d{4})(\d\d)(\d\d)([T ]?\d[\d.,:]*)?\s*(?:\[[^\]]*\]?|Z|[+-]\d[\d:]*[A-Za-z]*)?$/

/** Banks write `0` or `00000000` for no value. */
export const isZeros = (text: string): boolean => /^0+$/.test(text)
