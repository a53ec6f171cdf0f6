/** Words and figures as a person reads them. */

/** `1234` → `1,234`. */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `1 record`, `2 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`

const byteUnits = ['bytes', 'KB', 'MB', 'GB'] as const

/** `1.2 MB`. */
export function byteText(byteCount: number): string {
  let unit = 0
  let size = byteCount
  while (size >= 1000 && unit < byteUnits.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${byteUnits[unit]}`
}

/** What was thrown, in a sentence. */
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

/** A field of a record as a person calls it; an attribute by its own name. */
export const fieldName = (field: string): string => fieldNames[field] ?? field.replace(/^attributes\./, '')

/** The fields of a record that a column can be read as, the most needed first. */
export const mappedFields = Object.keys(fieldNames)
