import { dateText, localeAmount, localeTime } from './locale-text.ts'

/** `12345` → `12,345` */
export const grouped = (count: number): string => localeAmount(String(count), undefined)

/** `1 record`, `2 records` */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** `1234567` → `1.2 MB`, in units of 1,000 */
export function byteText(byteCount: number): string {
  let unit = 0
  let size = byteCount
  while (size >= 1000 && unit < byteUnits.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${byteUnits[unit]}`
}

/** An exact percentage: `0.9034` → `90.34 %`. */
export function rateText(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(4, '0')
  return `${localeAmount(`${Number(`${whole}${digits.slice(0, 2)}`)}.${digits.slice(2, 4)}`, undefined)} %`
}

/** A percentage rounded down, so that only the whole is 100 %: `0.9999` → `99.9 %`. */
export const percentText = (ratio: number): string =>
  ratio === 1 ? '100 %' : `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`

const secondsOfMinute = 60
const longestInSeconds = 90

/** `42 seconds`, `17 minutes` */
export const durationText = (seconds: number): string =>
  seconds <= longestInSeconds ? counted(seconds, 'second') : counted(Math.ceil(seconds / secondsOfMinute), 'minute')

/** A time to the minute, in the time zone of this machine. */
export const timeText = (time: string | null): string => (time === null ? '–' : localeTime(time))

/** `1 Mar 2026 – 31 Mar 2026` */
export function periodText({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  if (from === null && to === null) return 'no dates'
  const [first, last] = [from, to].map((date) => (date === null ? '…' : dateText(date)))
  return first === last ? `${first}` : `${first} – ${last}`
}

/** `missing_in_target` → `Missing in target` */
export function codeText(code: string): string {
  const words = code.replaceAll(/[_-]/g, ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The beginning of a hash, long enough to tell two apart. */
export const shortHash = (hash: string): string => hash.slice(0, 12)

const textLengthMax = 160

/** Cuts a text of a file to what a cell can show. */
export const cut = (text: string): string => (text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text)

export const faultText = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

const fieldNames: { readonly [field: string]: string } = {
  id: 'Id',
  amount: 'Amount',
  gross: 'Gross amount',
  fee: 'Fee',
  net: 'Net amount',
  currency: 'Currency',
  date: 'Date',
  valueDate: 'Value date',
  reference: 'Reference',
  description: 'Description',
  counterparty: 'Counterparty',
  account: 'Account',
  type: 'Type',
  status: 'Status',
}

/** The name of a field for a reader. An attribute is shown by its own name. */
export const fieldName = (field: string): string => fieldNames[field] ?? field.replace(/^attributes\./, '')

/** The fields that a column can be read as, in the order in which they are shown. */
export const mappedFields = Object.keys(fieldNames)

/** A place counted from 1: `0` → `1`; a dash for null. */
export const placeText = (index: number | null): string => (index === null ? '–' : grouped(index + 1))
