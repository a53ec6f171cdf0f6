import { noCurrency } from '../../base/currency.ts'
import { type Decimal, parseDecimal } from '../../base/decimal.ts'
import { isObject, isText, parseLine } from '../../base/json-shape.ts'

/** What a tally reads of a record. */
export interface RecordFacts {
  readonly id: string
  readonly currency: string
  /** The control amount: `amount`, else `net`, else `gross`. */
  readonly amount: Decimal | undefined
  readonly date: string | undefined
}

/** The facts of a dataset's line; undefined for a line that is no canonical record. */
export function readRecord(text: string | undefined): RecordFacts | undefined {
  const record = parseLine(text)
  if (!isObject(record)) return undefined
  const { id, amount, net, gross, date } = record
  const currency = record['currency'] ?? noCurrency
  const written = amount ?? net ?? gross
  const value = isText(written) ? parseDecimal(written) : undefined
  const isAmountValid = written === undefined || value !== undefined
  if (!isText(id) || !isText(currency) || !isAmountValid || (date !== undefined && !isText(date))) return undefined
  return { id, currency, amount: value, date }
}
