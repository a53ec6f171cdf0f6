import type { StatementFacts } from '../dataset/statement-writer.ts'
import { shown } from '../rows/row-fault.ts'
import type { StatedBalance } from '../rows/statement.ts'
import { decimalOf, impliedDigits, parseMinorUnits } from './bai2-amount.ts'
import type { Bai2Fault } from './bai2-fault.ts'
import { parseBai2Date, readFunds } from './bai2-funds.ts'
import { type Bai2Record, createFieldCursor, type FieldCursor } from './bai2-segments.ts'

/** A 02 record: the day of its accounts, and their currency where they name none. */
export interface Bai2Group {
  /** The as-of date, in days since 1970-01-01. */
  readonly date: number
  readonly isClamped: boolean
  readonly currency: string | undefined
  /** A digit from 1 to 4: whether the report is interim or final, and of the day before or the same day. */
  readonly modifier: string | undefined
  /** False for a test, and for a report that deletes an earlier report. */
  readonly isReport: boolean
}

export function readBai2Group({ segments }: Bai2Record): Bai2Group | Bai2Fault {
  const fields = createFieldCursor(segments)
  const [, , status = '', day = '', , currency, modifier] = Array.from({ length: 7 }, () => fields.next())
  const date = parseBai2Date(day)
  if (date === undefined) return { code: 'invalid_date', detail: `Got the as-of date ${shown(day)}, wanted YYMMDD` }
  const { days, isClamped } = date
  return { date: days, isClamped, currency: currencyOf(currency), modifier, isReport: status !== '2' && status !== '4' }
}

/** A 03 record: an account with its balances. */
interface Bai2Account {
  readonly facts: StatementFacts
  /** How many digits of an amount stand after the point, which BAI2 does not write. */
  readonly exponent: number
  readonly sum: bigint
}

/** `otherwise` is the currency if neither the account nor its group names one. */
export function readBai2Account(
  { segments }: Bai2Record,
  group: Bai2Group,
  otherwise: string | undefined,
): Bai2Account | Bai2Fault {
  const fields = createFieldCursor(segments)
  const account = fields.next()
  const currency = currencyOf(fields.next()) ?? group.currency ?? otherwise
  const exponent = impliedDigits(currency)
  const { opening, closing, sum, unreadable } = readStatus(fields, exponent)
  if (unreadable !== undefined)
    return { code: 'invalid_record', detail: `Got ${shown(unreadable)}, wanted an amount of digits, and a funds type` }
  const balance = (units: bigint | undefined): StatedBalance | undefined =>
    units === undefined ? undefined : { amount: decimalOf(units, exponent), currency }
  const facts = { account, currency, from: group.date, to: group.date }
  return { facts: { ...facts, opening: balance(opening), closing: balance(closing) }, exponent, sum }
}

interface Status {
  readonly opening: bigint | undefined
  readonly closing: bigint | undefined
  readonly sum: bigint
  readonly unreadable: string | undefined
}

/**
 * Behind account and currency follow groups of type, amount, item count and funds type. A group without a type is
 * skipped.
 */
function readStatus(fields: FieldCursor, exponent: number): Status {
  let opening: bigint | undefined
  let closing: bigint | undefined
  let sum = 0n
  let unreadable: string | undefined
  for (let type = fields.next(); type !== undefined; type = fields.next()) {
    if (type === '') continue
    const figure = fields.next() ?? ''
    fields.next()
    const { isKnown, kind } = readFunds(fields)
    if (!isKnown) unreadable ??= kind
    const units = figure === '' ? 0n : parseMinorUnits(figure, exponent)
    if (units === undefined) unreadable ??= figure
    if (units === undefined || figure === '') continue
    sum += units
    if (type === '010') opening = units
    if (type === '015') closing = units
  }
  return { opening, closing, sum, unreadable }
}

const currencyOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Z]{3}$/.test(text) ? text : undefined
