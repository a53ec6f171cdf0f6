import { exponentOf } from '@tallystick/engine/base'

/** Amounts as a person reads them: with the digits of their currency. Machines get canonical decimals, `1234.5`. */

/**
 * How many digits after the point `amount`, a canonical decimal, is shown with: as many as its currency has in ISO 4217,
 * and more where the amount has more. An amount without a known currency is shown with its own.
 */
export function fractionLengthOf(amount: string, currency: string | undefined): number {
  const point = amount.indexOf('.')
  const own = point < 0 ? 0 : amount.length - point - 1
  return Math.max(own, (currency === undefined ? undefined : exponentOf(currency)) ?? 0)
}

/** `1234.5` of EUR → `1234.50`. The other way round is the engine's `canonicalDecimal`. */
export function paddedAmount(amount: string, currency: string | undefined): string {
  const length = fractionLengthOf(amount, currency)
  if (length === 0) return amount
  const [whole, fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(length, '0')}`
}

/** `1234.5` of EUR → `1,234.50`: groups of three digits before the point. */
export function groupedAmount(amount: string, currency: string | undefined): string {
  const [whole = '', ...fraction] = paddedAmount(amount, currency).split('.')
  return [whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
