import { exponentOf } from '@tallystick/engine/base'

/** Amounts for people, with as many digits as their currency has. Programs get canonical decimals, `1234.5`. */

/**
 * How many digits to show after the point: as many as the currency has in ISO 4217, or more where the amount has more.
 * Requires a canonical decimal.
 */
export function fractionLengthOf(amount: string, currency: string | undefined): number {
  const point = amount.indexOf('.')
  const own = point < 0 ? 0 : amount.length - point - 1
  return Math.max(own, (currency === undefined ? undefined : exponentOf(currency)) ?? 0)
}

/** `1234.5` of EUR → `1234.50`. The engine's `canonicalDecimal` does the opposite. */
export function paddedAmount(amount: string, currency: string | undefined): string {
  const length = fractionLengthOf(amount, currency)
  if (length === 0) return amount
  const [whole, fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(length, '0')}`
}

/** The amount without its sign: `-7` and `7` both give `7`. */
export const sizeOfAmount = (amount: string): string => amount.replace(/^-/, '')

/** `1234.5` of EUR → `1,234.50`. */
export function groupedAmount(amount: string, currency: string | undefined): string {
  const [whole = '', ...fraction] = paddedAmount(amount, currency).split('.')
  return [whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
