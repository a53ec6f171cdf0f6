import { exponentOf } from '../../base/currency.ts'
import { type Decimal, parseDecimal, rescaled } from '../../base/decimal.ts'

/** An amount in minor units. Undefined for a text that is no amount, or has more decimals than `exponent`. */
export function parseMinorUnits(text: string, exponent: number): bigint | undefined {
  if (text.length > textLengthMax) return undefined
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.startsWith('+') ? text.slice(1) : text)
  // BAI2 leaves the decimal point out, but some banks write it.
  const decimal = /^[+-]?\d+\.\d+$/.test(text) ? parseDecimal(text.replace('+', '')) : undefined
  return decimal === undefined || decimal.scale > exponent ? undefined : rescaled(decimal, exponent)
}

const textLengthMax = 40

/** How many digits of an amount stand after the omitted decimal point: two, unless ISO 4217 says otherwise. */
export const impliedDigits = (currency: string | undefined): number =>
  (currency === undefined ? undefined : exponentOf(currency)) ?? 2

export const decimalOf = (coefficient: bigint, scale: number): Decimal => ({ coefficient, scale })

/** 1 for types of credits, -1 for types of debits, undefined for all others. */
export function signOfType(type: string): 1 | -1 | undefined {
  const code = type.length === 3 ? Number(type) : 0
  if ((code >= 100 && code < 400) || (code >= 920 && code < 960) || (code >= 720 && code < 760)) return 1
  return (code >= 400 && code < 700) || (code >= 960 && code < 1000) || code === 760 ? -1 : undefined
}
