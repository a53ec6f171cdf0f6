import { parseDate } from '../base/date.ts'
import { canonicalDecimal } from '../base/decimal.ts'
import { isObject, isText, type ValueTest } from '../base/json-shape.ts'

/** Tests of members that several files of a period have. */

export const isDay: ValueTest = (value) => isText(value) && parseDate(value) !== undefined

export const isDecimal: ValueTest = (value) => isText(value) && canonicalDecimal(value) === value

export const isCurrency: ValueTest = (value) => isText(value) && /^[A-Z]{3}$/.test(value)

export const isAmounts: ValueTest = (value) =>
  isObject(value) && Object.entries(value).every(([currency, amount]) => isCurrency(currency) && isDecimal(amount))
