/** Exact decimals: an integer coefficient and a scale, never a float. */

/** The value `coefficient / 10^scale`. */
export interface Decimal {
  readonly coefficient: bigint
  readonly scale: number
}

export const zero: Decimal = { coefficient: 0n, scale: 0 }

export const significantDigitsMax = 18
export const scaleMax = 12

/** The most digits of a record's value, trailing zeros included, as in 1e29. Sums may have more. */
const digitCountMax = 30
const sumDigitCountMax = 60

/** Longer texts are refused unread, so that leading zeros cost no time. */
const textLengthMax = 100

/** `-?digits(.digits)?` in lowest terms; undefined for more than 12 decimals, 60 digits or 100 characters. */
export function parseDecimal(text: string): Decimal | undefined {
  return parseShort(text) ?? parseLong(text)
}

/** Up to this many digits a float64 is exact. */
const shortLengthMax = 15
const [minus, point, digitZero] = [0x2d, 0x2e, 0x30]

function parseShort(text: string): Decimal | undefined {
  const { length } = text
  if (length > shortLengthMax) return undefined
  const isNegative = text.charCodeAt(0) === minus
  const start = isNegative ? 1 : 0
  let coefficient = 0
  let pointAt = length
  for (let index = start; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code === point && pointAt === length && index > start && index + 1 < length) pointAt = index
    else if (code < digitZero || code > digitZero + 9) return undefined
    else coefficient = 10 * coefficient + code - digitZero
  }
  if (start === length) return undefined
  let scale = Math.max(0, length - pointAt - 1)
  for (; scale > 0 && coefficient % 10 === 0; scale--) coefficient /= 10
  return scale > scaleMax ? undefined : { coefficient: BigInt(isNegative ? -coefficient : coefficient), scale }
}

function parseLong(text: string): Decimal | undefined {
  const parts = text.length > textLengthMax ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return undefined
  const [, sign = '', whole = '', written = ''] = parts
  const fraction = written.endsWith('0') ? written.replace(/0+$/, '') : written
  const digits = whole.startsWith('0') ? `${whole}${fraction}`.replace(/^0+/, '') : `${whole}${fraction}`
  if (fraction.length > scaleMax || digits.length > sumDigitCountMax) return undefined
  return { coefficient: BigInt(`${sign}${digits === '' ? '0' : digits}`), scale: fraction.length }
}

/** The decimal of a JSON number. Requires at most 15 significant digits; undefined beyond 60 digits. */
export function decimalOfNumber(number: number): Decimal | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number))
  if (parts === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > sumDigitCountMax) return undefined
  const digits = `${whole}${fraction}${'0'.repeat(Math.max(0, -scale))}`.padStart(scale + 1, '0')
  const point = digits.length - Math.max(0, scale)
  return parseDecimal(scale > 0 ? `${sign}${digits.slice(0, point)}.${digits.slice(point)}` : `${sign}${digits}`)
}

const shortLimit = 10n ** BigInt(significantDigitsMax)

/** Whether a record may hold `decimal`: at most 18 significant digits, and 30 in all. */
export function isCanonicalValue(decimal: Decimal): boolean {
  if (decimal.coefficient < shortLimit && decimal.coefficient > -shortLimit) return true
  const digits = String(decimal.coefficient < 0n ? -decimal.coefficient : decimal.coefficient)
  return digits.length <= digitCountMax && digits.replace(/0+$/, '').length <= significantDigitsMax
}

/** No exponent, no leading or trailing zeros, no `-0`: `-12.5`. */
export function formatDecimal({ coefficient, scale }: Decimal): string {
  if (scale === 0) return String(coefficient)
  const sign = coefficient < 0n ? '-' : ''
  const digits = String(coefficient < 0n ? -coefficient : coefficient).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const written = digits.slice(digits.length - scale)
  const fraction = written.endsWith('0') ? written.replace(/0+$/, '') : written
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/** Undefined when `text` is no decimal, or is too long for a record. */
export function canonicalDecimal(text: string): string | undefined {
  const decimal = parseDecimal(text)
  return decimal && isCanonicalValue(decimal) ? formatDecimal(decimal) : undefined
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { coefficient: rescaled(left, scale) + rescaled(right, scale), scale }
}

export const subtractDecimals = (left: Decimal, right: Decimal): Decimal => addDecimals(left, negated(right))

export const negated = ({ coefficient, scale }: Decimal): Decimal => ({ coefficient: -coefficient, scale })

export const absolute = (decimal: Decimal): Decimal => (decimal.coefficient < 0n ? negated(decimal) : decimal)

export function compareDecimals(left: Decimal, right: Decimal): number {
  const { coefficient } = subtractDecimals(left, right)
  return coefficient < 0n ? -1 : Number(coefficient > 0n)
}

/** The coefficient of `decimal` at `scale`, which must not be below its own. */
export const rescaled = (decimal: Decimal, scale: number): bigint =>
  decimal.scale === scale ? decimal.coefficient : decimal.coefficient * 10n ** BigInt(scale - decimal.scale)
