import { compareUtf8 } from '../../base/bytes.ts'
import { noCurrency } from '../../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal } from '../../base/decimal.ts'
import { smallUnitsMax } from '../../record/columns.ts'
import { textOfCurrency } from '../../record/record-batch.ts'

export interface DatasetTotals {
  add(amount: Decimal, currency: string | undefined): void
  /**
   * Adds `coefficient` · 10^-`scale`, where |coefficient| is at most 2^52. `currency` is a number, see `currencyAt`.
   */
  addSmall(coefficient: number, scale: number, currency: number): void
  /** The totals in the order of the currency codes. Amounts without a currency are under `XXX`. */
  list(): { readonly [currency: string]: string }
}

/** A sum as a float64, exact while it is small. */
interface SmallSum {
  units: number
  scale: number
}

export function createDatasetTotals(): DatasetTotals {
  const sums = new Map<string, Decimal>()
  const smallSums = new Map<number, SmallSum>()

  const add = (amount: Decimal, currency = noCurrency): void => {
    const sum = sums.get(currency)
    sums.set(currency, sum === undefined ? amount : addDecimals(sum, amount))
  }
  const addUnits = (units: number, scale: number, currency: number): void =>
    add({ coefficient: BigInt(units), scale }, currency === 0 ? undefined : textOfCurrency(currency))
  const flush = (sum: SmallSum, currency: number): void => {
    addUnits(sum.units, sum.scale, currency)
    sum.units = 0
  }
  const openSum = (scale: number, currency: number): SmallSum => {
    const sum = { units: 0, scale }
    smallSums.set(currency, sum)
    return sum
  }
  return {
    add,
    addSmall(coefficient, scale, currency) {
      const sum = smallSums.get(currency) ?? openSum(scale, currency)
      if (scale > sum.scale) {
        const units = sum.units * 10 ** (scale - sum.scale)
        if (Math.abs(units) > smallUnitsMax) flush(sum, currency)
        else sum.units = units
        sum.scale = scale
      }
      // Avoids the costly power where scales are equal, as they mostly are within a currency.
      const units = scale === sum.scale ? coefficient : coefficient * 10 ** (sum.scale - scale)
      if (Math.abs(units) > smallUnitsMax) addUnits(coefficient, scale, currency)
      else sum.units += units
      if (Math.abs(sum.units) > smallUnitsMax) flush(sum, currency)
    },
    list() {
      for (const [currency, sum] of smallSums) flush(sum, currency)
      const sorted = [...sums].sort(([left], [right]) => compareUtf8(left, right))
      return Object.fromEntries(sorted.map(([currency, sum]) => [currency, formatDecimal(sum)]))
    },
  }
}
