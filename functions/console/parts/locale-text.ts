import { fractionLengthOf } from '@tallystick/audit/base/amount'

/** Numbers and days in the notation of the visitor's locale. */

const { language } = navigator

const formats = new Map<number, Intl.NumberFormat>()

function formatOf(fractionLength: number): Intl.NumberFormat {
  const known = formats.get(fractionLength)
  if (known !== undefined) return known
  const options = { minimumFractionDigits: fractionLength, maximumFractionDigits: fractionLength }
  const made = new Intl.NumberFormat(language, options)
  formats.set(fractionLength, made)
  return made
}

/** What `Intl.NumberFormat` has digits for. */
const fractionLengthMax = 100

/** `1234.5` of EUR → `1,234.50` or `1.234,50`, exact: the text is never made a float. Other text stays as it is. */
export function localeAmount(amount: string, currency: string | undefined): string {
  const own = fractionLengthOf(amount, currency)
  // Without a currency, `6429.2` most likely is money all the same.
  const length = currency === undefined && own === 1 ? 2 : own
  return isDecimal(amount) && length <= fractionLengthMax ? formatOf(length).format(amount) : amount
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })

/** `2026-03-09` → `9 Mar 2026`. Other text stays as it is. */
export function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(time) ? date : days.format(time)
}

/** A time to the minute, in the time zone of this machine. */
export const localeTime = (time: string): string =>
  new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
