import { formatDate } from '../../base/date.ts'

export type NumberKind = 'number' | 'date' | 'time'

/** ECMA-376 part 1 §18.8.31. A format with hours and no date is a `time`; elapsed hours (`[h]:mm`) are a number. */
export function kindOfFormat(code: string): NumberKind {
  // Drops quoted text, escaped characters, fill characters and padding.
  const bare = code.replace(/"[^"]*"?|[\\_*]./g, '')
  if (/\[(h+|m+|s+)\]/i.test(bare)) return 'number'
  const [first = ''] = bare.replace(/\[[^\]]*\]/g, '').split(';')
  const section = first.toLowerCase().replace('general', '')
  if (/[#?%]/.test(section)) return 'number'
  if (/[ydg]/.test(section)) return 'date'
  if (/[hs]|am\/pm|a\/p/.test(section)) return 'time'
  return section.includes('m') ? 'date' : 'number'
}

/**
 * For a format of zeros only, such as the `000000` of ids: the least number of digits that it shows. 0 for other
 * formats.
 */
export const zerosOfFormat = (code: string): number => (/^0{2,20}$/.test(code) ? code.length : 0)

/**
 * The kind of a format that every program knows by its number (§18.8.30). The numbers of East Asian formats depend on
 * the language.
 */
export function kindOfBuiltIn(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'time' : 'number'
}

const millisecondsOfDay = 86_400_000

/** Day 0 of a workbook, in days since 1970-01-01. Dates count from 1904 or from 1900. */
const first1904 = -24_107
const first1900 = -25_569
const serialMax = 2_958_466

/** Workbooks count a 29 February 1900, which did not exist: this is its number. */
const leapSerial = 60
const leapDate = '1900-02-29'

/**
 * A serial number as text: the date alone at midnight, a time alone on day 0, else both. Undefined outside of the
 * calendar.
 */
export function dateOfSerial(serial: number, kind: 'date' | 'time', is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < serialMax)) return undefined
  const milliseconds = Math.round(serial * millisecondsOfDay)
  const days = Math.floor(milliseconds / millisecondsOfDay)
  const time = timeOf(milliseconds - days * millisecondsOfDay)
  if (kind === 'time' && days === 0) return time
  const date = is1904 ? formatDate(days + first1904) : dateFrom1900(days)
  return time === midnight ? date : `${date} ${time}`
}

function dateFrom1900(days: number): string {
  if (days === leapSerial) return leapDate
  // Day 0 is before the calendar from 1900 begins; programs show it as 0 January.
  if (days === 0) return '1900-01-00'
  return formatDate(days < leapSerial ? days + first1900 + 1 : days + first1900)
}

const midnight = '00:00:00'

function timeOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const remainder = milliseconds % 1000
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return remainder === 0 ? text : `${text}.${String(remainder).padStart(3, '0')}`
}

/** Turns `2026-03-31T17:00:00` into the spelling of `dateOfSerial`; undefined for any other text. */
export function dateOfIso(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?Z?)?$/.exec(text.trim())
  const [, date, time = midnight, fraction = ''] = parts ?? []
  if (date === undefined) return undefined
  const digits = fraction.replace(/0+$/, '')
  return time === midnight && digits === '' ? date : `${date} ${time}${digits === '' ? '' : `.${digits}`}`
}
