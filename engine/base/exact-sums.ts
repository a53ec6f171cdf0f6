import { at, numberAt } from './at.ts'
import { addDecimals, type Decimal } from './decimal.ts'

/** Exact sums of many decimals, each sum at an index. A sum is kept as a number while it is small. */
export interface ExactSums {
  /** Adds `units / 10^scale`. Requires a whole number up to 2^52 in size. */
  add(index: number, units: number): void
  addDecimal(index: number, amount: Decimal): void
  /** Undefined if nothing was added at the index. */
  at(index: number): Decimal | undefined
}

/** Two numbers of at most this size add up to at most 2^53, which a float64 holds exactly. */
const smallMax = 2 ** 52

/** Makes sums at 0 to `count - 1`. A sum that becomes too large for a number continues as a bigint, which is rare. */
export function createExactSums(count: number, scale: number): ExactSums {
  const small = new Float64Array(count)
  const large = new Array<Decimal>(count).fill({ coefficient: 0n, scale })
  const hasAny = new Uint8Array(count)
  const addDecimal = (index: number, amount: Decimal): void => {
    large[index] = addDecimals(at(large, index), amount)
    hasAny[index] = 1
  }
  const decimalOf = (units: number): Decimal => ({ coefficient: BigInt(units), scale })
  return {
    add(index, units) {
      const sum = numberAt(small, index) + units
      const isLarge = sum > smallMax || sum < -smallMax
      small[index] = isLarge ? 0 : sum
      hasAny[index] = 1
      if (isLarge) addDecimal(index, decimalOf(sum))
    },
    addDecimal,
    at: (index) =>
      numberAt(hasAny, index) === 0 ? undefined : addDecimals(at(large, index), decimalOf(numberAt(small, index))),
  }
}
