import { parseShortDate, type ShortDate } from '../values/short-date.ts'
import type { FieldCursor } from './bai2-segments.ts'

interface Funds {
  readonly kind: string
  readonly isKnown: boolean
  readonly date: string | undefined
}

/**
 * Reads the funds type and its fields: S has three amounts, V a date and a time, D a count and then pairs of days and
 * amounts.
 */
export function readFunds(fields: FieldCursor): Funds {
  const kind = fields.next()?.toUpperCase() ?? ''
  if (kind === 'S') skip(fields, 3)
  else if (kind === 'D') skip(fields, 2 * Math.min(Number(fields.next()) || 0, distributionCountMax))
  else if (kind === 'V') {
    const date = fields.next() ?? ''
    fields.next()
    return { kind, isKnown: true, date: /^0*$/.test(date) ? undefined : date }
  }
  return { kind, isKnown: fundsTypes.has(kind), date: undefined }
}

const fundsTypes = new Set(['', 'Z', '0', '1', '2', 'S', 'D', 'V'])

/** Reads `YYMMDD`, or `YYYYMMDD` as some banks write it. */
export const parseBai2Date = (text: string): ShortDate | undefined =>
  /^(20)?\d{6}$/.test(text) ? parseShortDate(text.slice(-6)) : undefined

function skip(fields: FieldCursor, count: number): void {
  for (let index = 0; index < count; index++) fields.next()
}

/** The most pairs of days and amounts: their count has two digits. */
const distributionCountMax = 99
