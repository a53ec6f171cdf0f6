import { isCurrencyCode } from '../../base/currency.ts'
import { parseDate } from '../../base/date.ts'
import { type Decimal, negated, parseDecimal } from '../../base/decimal.ts'
import type { StatementWriter } from '../dataset/statement-writer.ts'
import { type RowFaultCode, shown } from '../rows/row-fault.ts'
import type { Slots } from './element-tree.ts'

/** Reads the slots of one entry or balance. If a slot cannot be read, a fault is added and undefined comes back. */
export interface Reading {
  readonly slots: Slots
  readonly isSound: () => boolean
  /** The amount without a sign, as camt writes it. */
  amount(slot: string): Decimal | undefined
  currency(slot: string): string | undefined
  day(slot: string): number | undefined
  /** The amount with the sign of the entry's indicator: a credit is positive. */
  signed(amount: Decimal): Decimal | undefined
  refuse(code: RowFaultCode, detail: string, column: string): undefined
}

interface ReadingPlace {
  readonly line: number
  readonly element: string
  readonly fault: StatementWriter['fault']
}

export function createReading(slots: Slots, { line, element, fault }: ReadingPlace): Reading {
  let isSound = true
  const refuse = (code: RowFaultCode, detail: string, column: string): undefined => {
    isSound = false
    const field = fieldsByElement.get(column)
    fault(code, detail, { line, column: `${element}/${column}`, ...(field === undefined ? {} : { field }) })
  }
  return {
    slots,
    isSound: () => isSound,
    refuse,
    amount(slot) {
      const text = slots[slot]
      const amount = text === undefined ? undefined : decimalOf(text)
      if (text === undefined || (amount !== undefined && amount.coefficient >= 0n)) return amount
      const wanted = amount === undefined ? 'a decimal with a point' : 'an amount without a sign, which CdtDbtInd gives'
      return refuse('invalid_decimal', `Got ${shown(text)}, wanted ${wanted}`, elementsBySlot.get(slot) ?? 'Amt')
    },
    currency(slot) {
      const code = slots[slot]
      if (code === undefined || isCurrencyCode(code)) return code
      return refuse('invalid_currency', `Got ${shown(code)}, wanted an ISO 4217 code such as EUR`, 'Ccy')
    },
    day(slot) {
      const text = slots[slot]
      if (text === undefined) return undefined
      const day = dayOf(text)
      if (day !== undefined) return day
      const wanted = 'wanted a date such as 2026-03-31, with or without a time'
      return refuse('invalid_date', `Got ${shown(text)}, ${wanted}`, elementsBySlot.get(slot) ?? 'Dt')
    },
    signed(amount) {
      const { indicator } = slots
      if (indicator === 'CRDT') return amount
      if (indicator === 'DBIT') return negated(amount)
      return refuse('invalid_flag', `Got ${shown(indicator ?? '')}, wanted CRDT or DBIT`, 'CdtDbtInd')
    },
  }
}

const elementsBySlot = new Map([
  ['date', 'BookgDt'],
  ['valueDate', 'ValDt'],
  ['from', 'FrToDt'],
  ['to', 'FrToDt'],
  ['instructedAmount', 'InstdAmt'],
  ['transactionAmount', 'TxAmt'],
  ['counterValue', 'CntrValAmt'],
])

const fieldsByElement = new Map([
  ['Amt', 'amount'],
  ['InstdAmt', 'amount'],
  ['TxAmt', 'amount'],
  ['CntrValAmt', 'amount'],
  ['CdtDbtInd', 'amount'],
  ['Ccy', 'currency'],
  ['BookgDt', 'date'],
  ['ValDt', 'valueDate'],
])

/** Reads XML Schema's `decimal`, which also allows `.5`, `5.` and `+5`. */
export const decimalOf = (text: string): Decimal | undefined =>
  parseDecimal(text) ??
  parseDecimal(
    text
      .replace(/^\+(?=[\d.])/, '')
      .replace(/^\.(?=\d)/, '0.')
      .replace(/(?<=\d)\.$/, ''),
  )

/** The day as written; neither the time of day nor the time zone moves it. */
const dayOf = (text: string): number | undefined =>
  text.length === 10 || /^.{10}(?:[T ]\d|Z$|[+-]\d\d:\d\d$)/.test(text) ? parseDate(text.slice(0, 10)) : undefined
