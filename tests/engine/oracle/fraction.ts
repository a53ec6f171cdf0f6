/** Exact numbers for the oracle: a numerator over a positive denominator, nothing rounded unless it says so. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export const zero: Fraction = { over: 0n, under: 1n }

export const whole = (number: number): Fraction => ({ over: BigInt(number), under: 1n })

/** The number that `-?digits(.digits)?` writes, or undefined for any other text. */
export function readFraction(text: string): Fraction | undefined {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return undefined
  const [, digits = '', decimals = ''] = parts
  return { over: BigInt(digits + decimals), under: 10n ** BigInt(decimals.length) }
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
export const negated = ({ over, under }: Fraction): Fraction => ({ over: -over, under })
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negated(b))
export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
export const magnitude = (a: Fraction): Fraction => (a.over < 0n ? negated(a) : a)
export const total = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const { over } = minus(a, b)
  return over < 0n ? -1 : over > 0n ? 1 : 0
}

export const isEqual = (a: Fraction, b: Fraction): boolean => compare(a, b) === 0
export const isZero = ({ over }: Fraction): boolean => over === 0n

/** Digits after the point that the canonical decimal needs. */
function placesOf({ over, under }: Fraction): number {
  let places = 0
  while ((over * 10n ** BigInt(places)) % under !== 0n) places += 1
  return places
}

/** The canonical decimal: no exponent, no leading or trailing zeros, no `-0`. */
export function writeFraction(value: Fraction): string {
  const places = placesOf(value)
  const { over, under } = magnitude(value)
  const digits = String((over * 10n ** BigInt(places)) / under).padStart(places + 1, '0')
  const point = digits.length - places
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return value.over < 0n ? `-${text}` : text
}

/** Half of a bound, rounded up to the last digit of the bound: 0.05 gives 0.03, 5 gives 3. */
export function halfUp(bound: Fraction): Fraction {
  const { over, under } = magnitude(bound)
  const unit = 10n ** BigInt(placesOf(bound))
  const units = (over * unit) / under
  return { over: (units + 1n) / 2n, under: unit }
}

/** The nearest number of so many places, the even one of two that are as near. */
export function roundHalfEven(value: Fraction, places: number): Fraction {
  const unit = 10n ** BigInt(places)
  const { over, under } = magnitude(value)
  const [below, rest] = [(over * unit) / under, (over * unit) % under]
  const isUp = rest * 2n > under || (rest * 2n === under && below % 2n === 1n)
  const rounded = { over: isUp ? below + 1n : below, under: unit }
  return value.over < 0n ? negated(rounded) : rounded
}
