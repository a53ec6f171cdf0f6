import { negated } from '../../base/decimal.ts'
import type { Entry } from '../dataset/statement-writer.ts'
import { shown } from '../rows/row-fault.ts'
import { decimalOf, parseMinorUnits, signOfType } from './bai2-amount.ts'
import type { Bai2Fault } from './bai2-fault.ts'
import { parseBai2Date, readFunds } from './bai2-funds.ts'
import { type Bai2Record, createFieldCursor } from './bai2-segments.ts'
import { readKeyedLines } from './keyed-lines.ts'

export interface EntryContext {
  readonly exponent: number
  readonly date: number
  readonly modifier: string | undefined
}

/** A 16 record: an entry of the account. */
interface Bai2Entry {
  readonly units: bigint
  readonly entry: Entry | undefined
  readonly isClamped: boolean
}

/**
 * The fields are type, amount, funds type with its own fields, the bank's reference, the customer's reference, and
 * text.
 */
export function readBai2Entry({ line, segments }: Bai2Record, context: EntryContext): Bai2Entry | Bai2Fault {
  const fields = createFieldCursor(segments)
  const type = fields.next() ?? ''
  const figure = fields.next() ?? ''
  const isWhole = fields.isWhole()
  const units = figure === '' ? 0n : parseMinorUnits(figure, context.exponent)
  if (units === undefined || !isWhole) return amountFault(figure)
  const sign = signOfType(type)
  if (type === '890' || (sign === undefined && units === 0n)) return { units, entry: undefined, isClamped: false }
  if (sign === undefined) return typeFault(type)
  const funds = readFunds(fields)
  if (!funds.isKnown) return fundsFault(funds.kind)
  const valueDate = funds.date === undefined ? undefined : parseBai2Date(funds.date)
  if (funds.date !== undefined && valueDate === undefined) return dateFault(funds.date)
  const bankReference = presentReference(fields.next())
  const customerReference = presentReference(fields.next())
  const amount = decimalOf(units, context.exponent)
  const { description, counterparty, attributes } = readKeyedLines(fields.others(), {
    isDebit: sign < 0 !== units < 0n,
  })
  attributes['bankReference'] = bankReference
  attributes['customerReference'] = customerReference
  if (chequeTypes.has(type)) attributes['chequeNumber'] ??= customerReference
  if (context.modifier !== undefined) attributes['asOfModifier'] = context.modifier
  const entry: Entry = {
    line,
    amount: sign < 0 ? negated(amount) : amount,
    date: context.date,
    valueDate: valueDate?.days,
    type,
    reference: attributes['endToEndId'] ?? customerReference ?? attributes['chequeNumber'],
    description,
    counterparty,
    attributes,
  }
  return { units, entry, isClamped: valueDate?.isClamped === true }
}

/** Types of cheques, both paid and returned. */
const chequeTypes = new Set(['395', '472', '474', '475', '476', '477', '478'])

/** The reference; undefined for zeros and for words that banks write where they have none. */
const presentReference = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || (/^[0N]/.test(text) && /^(0*|NONREF|NOTPROVIDED)$/.test(text)) ? undefined : text

const amountFault = (figure: string): Bai2Fault => ({
  code: 'invalid_decimal',
  detail: `Got the amount ${shown(figure)}, wanted digits without a decimal point, and a comma behind them`,
  field: 'amount',
})

const typeFault = (type: string): Bai2Fault => ({
  code: 'invalid_record',
  detail: `Got the type ${shown(type)} with an amount, wanted one of a credit (100 to 399, 920 to 959) or a debit (400 to 699, 960 to 999)`,
  field: 'type',
})

const fundsFault = (kind: string): Bai2Fault => ({
  code: 'invalid_record',
  detail: `Got the funds type ${shown(kind)}, wanted one of 0, 1, 2, S, V, D and Z, or none`,
  field: 'valueDate',
})

const dateFault = (text: string): Bai2Fault => ({
  code: 'invalid_date',
  detail: `Got the value date ${shown(text)}, wanted a date as YYMMDD`,
  field: 'valueDate',
})
