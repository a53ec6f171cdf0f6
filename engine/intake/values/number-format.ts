import { type Decimal, parseDecimal, scaleMax } from '../../base/decimal.ts'
import { type AmountParts, amountPartsOf } from './amount-parts.ts'

/**
 * Amounts as people and banks write them: `1.234,56-`, `£1,183.23`, `(100.00)`, `1'234.50`, `1,23,456.00 Dr`, `USD 5`.
 */

/** The character before the fraction. */
export type DecimalSign = '.' | ','

export const isDecimalSign = (value: unknown): value is DecimalSign => value === '.' || value === ','

/**
 * What an amount shows about the decimal sign. `any`: it has no separator. `undecided`: its only separator may separate
 * thousands, as in `1.234`. Undefined if the text is no amount.
 */
export function decimalSignOf(text: string): DecimalSign | 'any' | 'undecided' | undefined {
  const parts = amountPartsOf(text)
  if (parts === undefined) return undefined
  const sign = signOfDigits(parts)
  return readParts(parts, sign === ',' ? ',' : '.') === undefined ? undefined : sign
}

export function readAmount(text: string, sign: DecimalSign): Decimal | undefined {
  const parts = amountPartsOf(text)
  return parts === undefined ? undefined : readParts(parts, sign)
}

/** The currency code within an amount such as `USD 5`. */
export const currencyOfAmount = (text: string): string | undefined =>
  /[A-Z]{3}/.test(text) ? amountPartsOf(text)?.currency : undefined

function readParts({ digits, exponent, isNegative }: AmountParts, sign: DecimalSign): Decimal | undefined {
  const point = digits.indexOf(sign)
  const whole = point < 0 ? digits : digits.slice(0, point)
  const fraction = point < 0 ? '' : digits.slice(point + 1)
  if (!isGrouped(whole) || !/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return undefined
  const plain = `${whole.replace(/[^0-9]/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  const decimal = parseDecimal(isNegative ? `-${plain}` : plain)
  if (exponent === undefined || decimal === undefined) return decimal
  return /^\d+$/.test(whole) ? shifted(decimal, exponent) : undefined
}

function shifted({ coefficient, scale }: Decimal, exponent: number): Decimal | undefined {
  const shiftedScale = scale - exponent
  if (shiftedScale > scaleMax) return undefined
  return shiftedScale >= 0
    ? { coefficient, scale: shiftedScale }
    : { coefficient: coefficient * 10n ** BigInt(-shiftedScale), scale: 0 }
}

function signOfDigits({ digits, exponent }: AmountParts): DecimalSign | 'any' | 'undecided' {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point < 0 && comma < 0) return 'any'
  const last = point > comma ? '.' : ','
  if (point >= 0 && comma >= 0) return last
  // An amount with an exponent has no thousands separators.
  if (exponent !== undefined) return last
  if (digits.indexOf(last) !== digits.lastIndexOf(last)) return last === '.' ? ',' : '.'
  // A single separator is ambiguous if three digits follow it, and one to three precede it that do not begin with zero.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? 'undecided' : last
}

/**
 * Whether the digits are in groups of three with one separator throughout, in lakhs (`1,23,45,678`), or not grouped.
 */
function isGrouped(whole: string): boolean {
  return (
    /^\d*$/.test(whole) ||
    /^\d{1,3}([.,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*$/.test(whole) ||
    /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(whole)
  )
}
