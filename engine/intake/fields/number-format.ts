import { type Decimal, parseDecimal } from '../../base/decimal.ts'

/** Amounts as people and banks write them: `1.234,56-`, `£1,183.23`, `(100.00)`, `1'234.50`. */

/** The character before the fraction. */
export type DecimalSign = '.' | ','

/** Whether `value` is a decimal sign. */
export const isDecimalSign = (value: unknown): value is DecimalSign => value === '.' || value === ','

/**
 * The decimal sign that the spelling of an amount proves for its column: `any` when the amount has no separator,
 * `undecided` when its only separator could as well separate thousands (`1.234`), undefined when it is no amount.
 */
export function decimalSignOf(text: string): DecimalSign | 'any' | 'undecided' | undefined {
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  const sign = signOfDigits(parts.digits)
  return readParts(parts, sign === ',' ? ',' : '.') === undefined ? undefined : sign
}

/** The exact value of an amount with this decimal sign, or undefined when `text` is none. */
export function readAmount(text: string, sign: DecimalSign): Decimal | undefined {
  const parts = partsOf(text)
  return parts === undefined ? undefined : readParts(parts, sign)
}

function readParts({ digits, isNegative }: Parts, sign: DecimalSign): Decimal | undefined {
  const point = digits.indexOf(sign)
  const whole = point < 0 ? digits : digits.slice(0, point)
  const fraction = point < 0 ? '' : digits.slice(point + 1)
  if (!isGrouped(whole) || !/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return undefined
  const plain = `${whole.replace(/[^0-9]/g, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
  return parseDecimal(isNegative ? `-${plain}` : plain)
}

function signOfDigits(digits: string): DecimalSign | 'any' | 'undecided' {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point < 0 && comma < 0) return 'any'
  const last = point > comma ? '.' : ','
  if (point >= 0 && comma >= 0) return last
  if (digits.indexOf(last) !== digits.lastIndexOf(last)) return last === '.' ? ',' : '.'
  // One separator: thousands are groups of three behind one to three digits that do not begin with a zero.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? 'undecided' : last
}

interface Parts {
  readonly isNegative: boolean
  /** Digits and separators. */
  readonly digits: string
}

const textLengthMax = 60
const minus = '[-\u2212]'
const currencySign = '[€$£¥₹₽₩₺₴₪₫฿₦₱¢₿]'
const space = '[ \t\u00a0\u2009\u202f]*'
const amountPattern = new RegExp(
  `^(?<open>\\()?${space}(?<before>\\+|${minus})?${space}${currencySign}?${space}(?<inner>\\+|${minus})?${space}` +
    `(?<digits>[0-9.,'’ \u00a0\u2009\u202f]*[0-9][.,]?)${space}${currencySign}?${space}(?<after>\\+|${minus})?${space}(?<close>\\))?$`,
  'u',
)

/** An amount without its currency sign; parentheses and a minus before or behind make it negative. */
function partsOf(text: string): Parts | undefined {
  const trimmed = text.trim()
  const groups = trimmed.length > textLengthMax ? undefined : amountPattern.exec(trimmed)?.groups
  if (groups === undefined) return undefined
  const { open, close, before, inner, after, digits } = groups
  if (digits === undefined) return undefined
  const signs = [before, inner, after].filter((sign) => sign !== undefined)
  const isBracketed = open !== undefined
  if (isBracketed !== (close !== undefined) || signs.length > (isBracketed ? 0 : 1)) return undefined
  return { isNegative: isBracketed || signs.some((sign) => sign !== '+'), digits }
}

/** Nothing but digits, or groups of three behind one separator that is always the same. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}([.,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*$/.test(whole)
}
