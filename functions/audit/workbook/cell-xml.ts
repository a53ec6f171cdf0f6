import { parseDate } from '@tallystick/engine/base'
import { fractionLengthOf, paddedAmount } from '../base/amount.ts'
import { fractionLengthMax, styles } from './cell-style.ts'
import type { Column } from './sheet.ts'
import { cellText } from './xml-text.ts'

/**
 * Writes the cell at `reference`, such as `B7`. A value that does not fit the kind of the column is written as text.
 */
export type WriteCell = (reference: string, value: string, currency: string | undefined) => string

export const writeCellByKind: { readonly [kind in Column['kind']]: WriteCell } = {
  text: textCell,
  amount(reference, value, currency) {
    if (!decimal.test(value)) return textCell(reference, value)
    const length = fractionLengthOf(value, currency)
    return isExact(value) && length <= fractionLengthMax
      ? numberCell(reference, value, styles.amount + length)
      : textCell(reference, paddedAmount(value, currency))
  },
  count: (reference, value) =>
    isExact(value) && !value.includes('.') ? numberCell(reference, value, styles.count) : textCell(reference, value),
  date(reference, value) {
    const day = parseDate(value)
    return day === undefined || day < dayFirst
      ? textCell(reference, value)
      : numberCell(reference, String(day - dayZero), styles.date)
  },
}

export const titleCell = (reference: string, title: string): string => stringCell(reference, title, styles.title)

/**
 * The day that has number 0 in a spreadsheet, counted from 1970. Spreadsheets take 1900 for a leap year, so days from
 * March 1900 on have numbers one too high.
 */
const dayZero = -25_569
const dayFirst = -25_508

const decimal = /^-?\d+(\.\d+)?$/

/** Whether the decimal survives as a float64: it has at most 15 significant digits. */
const isExact = (value: string): boolean =>
  decimal.test(value) && value.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length <= 15

const numberCell = (reference: string, value: string, style: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`

function textCell(reference: string, value: string): string {
  return stringCell(reference, value, styles.text)
}

/** Text is written in its cell: a table of texts for all cells would have to be in memory as a whole. */
function stringCell(reference: string, value: string, style: number): string {
  const space = /^\s|\s$/.test(value) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${cellText(value)}</t></is></c>`
}
