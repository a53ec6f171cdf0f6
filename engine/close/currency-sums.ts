import { addDecimals, type Decimal, formatDecimal, negated, parseDecimal, zero } from '../base/decimal.ts'

/** Exact sums by currency. */
export type Sums = ReadonlyMap<string, Decimal>

/** Canonical decimals by currency: `{"EUR":"-12.5"}`. */
export type Amounts = { readonly [currency: string]: string }

export function addTo(sums: Map<string, Decimal>, currency: string, amount: Decimal): void {
  sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
}

export const sumIn = (sums: Sums, currency: string): Decimal => sums.get(currency) ?? zero

/** left + factor · right in every currency of either. */
export function combineSums(left: Sums, factor: 1 | -1, right: Sums): Map<string, Decimal> {
  const sums = new Map(left)
  for (const [currency, amount] of right) addTo(sums, currency, times(factor, amount))
  return sums
}

export const times = (factor: 1 | -1, amount: Decimal): Decimal => (factor === 1 ? amount : negated(amount))

/** Leaves out currencies whose sum is 0. */
export const formatAmounts = (sums: Sums): Amounts =>
  Object.fromEntries(
    [...sums]
      .filter(([, amount]) => amount.coefficient !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, amount]) => [currency, formatDecimal(amount)]),
  )

export const parseAmounts = (amounts: Amounts): Map<string, Decimal> =>
  new Map(Object.entries(amounts).map(([currency, amount]) => [currency, decimalOf(amount)]))

/** Requires canonical text. */
export function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new TypeError(`Got ${JSON.stringify(text)}, wanted a decimal`)
  return decimal
}
