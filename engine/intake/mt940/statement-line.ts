import { type Decimal, negated } from '../../base/decimal.ts'
import { shown } from '../rows/row-fault.ts'
import { nearestDate, parseShortDate } from '../values/short-date.ts'
import { amountSpelling, parseAmount } from './swift-amount.ts'
import type { SwiftField } from './swift-fields.ts'

/** A field :61:, `2603010302RD12,50NTRFINV-1//B-7`, with further details on the lines below. */
export interface StatementLine {
  /** Negative for a debit and for a reversed credit. */
  readonly amount: Decimal
  readonly valueDate: number
  /** In days since 1970-01-01; undefined if only the value date is given. */
  readonly date: number | undefined
  readonly isClamped: boolean
  readonly isReversal: boolean
  /** Whether the entry is only expected, as MT942 has some. */
  readonly isExpected: boolean
  readonly type: string
  readonly customerReference: string
  readonly bankReference: string
  readonly supplement: string
}

interface StatementLineFault {
  readonly code: 'invalid_record' | 'invalid_date' | 'invalid_decimal'
  readonly detail: string
  readonly field?: 'amount' | 'date' | 'valueDate'
}

/**
 * The first line may be wrapped. The transaction type may be missing, but not in the file's last field, which may have
 * been cut off.
 */
export function readStatementLine({ lines, isLast }: SwiftField): StatementLine | StatementLineFault {
  const [first = '', second = '', ...others] = lines
  const whole = pattern.exec(first)
  const parts = whole ?? pattern.exec(first + second) ?? (isLast ? null : bare.exec(first))
  if (parts === null) return notALine(first)
  const [, value = '', entry, mark = '', figure = '', type = '', references = ''] = parts
  const valueDate = parseShortDate(value)
  if (valueDate === undefined) return notADate(value, 'YYMMDD', 'valueDate')
  const hasDate = entry !== undefined && entry !== '0000'
  const date = hasDate ? nearestDate(entry, value, valueDate) : undefined
  if (hasDate && date === undefined) return notADate(entry, 'MMDD', 'date')
  const amount = parseAmount(figure)
  if (amount === undefined) return tooLong(figure)
  const split = references.indexOf('//')
  return {
    amount: mark === 'D' || mark === 'RC' || mark === 'ED' ? negated(amount) : amount,
    valueDate: valueDate.days,
    date: date?.days,
    isClamped: valueDate.isClamped || date?.isClamped === true,
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    type: type.trimEnd(),
    customerReference: split < 0 ? references : references.slice(0, split),
    bankReference: split < 0 ? '' : references.slice(split + 2),
    supplement: lines.length === 1 ? '' : (parts[0].length > first.length ? others : lines.slice(1)).join('\n'),
  }
}

/**
 * Value date, entry date, mark, third letter of the currency, amount, transaction type, references. `DR` is a debit in
 * EUR, `RD` a reversed debit. Some banks write spaces in place of an entry date.
 */
const movement = `^\\s*(\\d{6})(?:\\s?(\\d{4})|\\s{1,4})?(R?[CD]|E[CD])[A-Z]?\\s?(${amountSpelling})\\s?`
const pattern = new RegExp(`${movement}([A-Z][A-Z0-9 ]{3})(.*)$`)

/** If the type is missing, only a bank's reference may follow; other text would be a mistake. */
const bare = new RegExp(`${movement}()(//.*)?$`)

const notALine = (text: string): StatementLineFault => ({
  code: 'invalid_record',
  detail: `Got ${shown(text)}, wanted YYMMDD, MMDD if there is an entry date, C, D, RC or RD, an amount such as 12,50, and a type such as NTRF`,
})

const notADate = (text: string, form: string, field: 'date' | 'valueDate'): StatementLineFault => ({
  code: 'invalid_date',
  detail: `Got ${shown(text)}, wanted a date as ${form}`,
  field,
})

const tooLong = (text: string): StatementLineFault => ({
  code: 'invalid_decimal',
  detail: `Got ${shown(text)}, wanted an amount with at most 12 decimals`,
  field: 'amount',
})
