import { addDecimals, type Decimal, formatDecimal, parseDecimal, zero } from '../../base/decimal.ts'
import { isObject, isText, type JsonObject } from '../../base/json-shape.ts'

/** The auditor's own sum of what conversions left unexplained, from the match lines alone, see `record-tally.ts`. */
export function createFxTally() {
  const sums = new Map<string, Decimal>()
  return {
    /** Adds a match line; `currencies` are those of its records. */
    add({ converted }: JsonObject, currencies: readonly string[]): void {
      if (!isObject(converted) || currencies.length < 2) return
      const { currency, difference } = converted
      const amount = isText(difference) ? parseDecimal(difference) : undefined
      if (!isText(currency) || amount === undefined) return
      sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
    },
    /** By the currency compared in. */
    sums: (): { [currency: string]: string } =>
      Object.fromEntries([...sums].map(([currency, sum]) => [currency, formatDecimal(sum)])),
  }
}
