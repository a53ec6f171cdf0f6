import { type Decimal, parseDecimal, rescaled } from '../../base/decimal.ts'
import { bigMagnitude, toUnit, type Units } from '../../record/columns.ts'
import type { Side } from '../../record/side.ts'
import type { Tolerance } from '../language/language.ts'
import type { Reach } from './comparison-answers.ts'
import { ceilDivide } from './intervals.ts'
import { type FromTo, hullOf, readSignedBounds, type ScaledBound, scaledBound, targetsWithin } from './signed-bounds.ts'

/** A tolerance in exact integers, at the common scale of two columns. */
interface BoundTolerance {
  holds(pair: UnitPair): boolean
  /** Whether the difference is above half of the bound in its direction, rounded up to the bound's last digit. */
  isAboveHalf(pair: UnitPair): boolean
  /** The range that contains every target that holds for `source`; undefined where there is no bound. */
  reach(source: Units): Reach | undefined
  /** Set where a pair holds exactly when its difference lies between two numbers. */
  readonly range?: { readonly from: number; readonly to: number }
}

export interface UnitPair {
  readonly source: Units
  readonly target: Units
  readonly difference: Units
}

export function scaleOfTolerance(tolerance: Tolerance | string): number {
  const { signed, absolute, percent } = readBounds(tolerance)
  const decimals = [signed?.from.decimal, signed?.to.decimal, absolute, percent]
  return decimals.reduce((most, decimal) => Math.max(most, decimal?.scale ?? 0), 0)
}

/** Requires a scale of at least `scaleOfTolerance`. */
export function bindTolerance(tolerance: Tolerance | string, scale: number): BoundTolerance {
  const bounds = readBounds(tolerance)
  if (bounds.signed) return signedBounds(bounds.signed, scale)
  const parts = [
    ...(bounds.absolute ? [absoluteBound(bounds.absolute, scale)] : []),
    ...(bounds.percent ? [percentBound(bounds.percent, bounds.of, scale)] : []),
  ]
  const [first, second] = parts
  if (first === undefined) throw new TypeError('A tolerance has a bound')
  return second === undefined ? first.tolerance : combined(first, second, bounds.combine)
}

export interface Bounds {
  readonly signed?: FromTo | undefined
  readonly absolute?: Decimal | undefined
  readonly percent?: Decimal | undefined
  readonly of: Side | 'larger' | 'smaller'
  readonly combine: 'any' | 'all'
}

export function readBounds(tolerance: Tolerance | string): Bounds {
  const defaults = { of: 'larger', combine: 'any' } as const
  if (typeof tolerance === 'string') {
    return tolerance.endsWith('%')
      ? { ...defaults, percent: parseDecimal(tolerance.slice(0, -1)) }
      : { ...defaults, absolute: parseDecimal(tolerance) }
  }
  if ('from' in tolerance) return { ...defaults, signed: readSignedBounds(tolerance) }
  return {
    of: tolerance.of ?? defaults.of,
    combine: tolerance.combine ?? defaults.combine,
    absolute: tolerance.absolute === undefined ? undefined : parseDecimal(tolerance.absolute),
    percent: tolerance.percent === undefined ? undefined : parseDecimal(tolerance.percent),
  }
}

function signedBounds(signed: FromTo, scale: number): BoundTolerance {
  const [from, to] = [scaledBound(signed.from, scale), scaledBound(signed.to, scale)]
  const half = {
    from: halfOfBound(signed.from.decimal, from, scale),
    to: halfOfBound(signed.to.decimal, to, scale),
  }
  const holdsByPercent = (pair: UnitPair): boolean => {
    const [larger, difference] = [base(pair, 'larger'), BigInt(pair.difference)]
    return difference * from.unit >= from.allowed(larger) && difference * to.unit <= to.allowed(larger)
  }
  // The bounds in numbers, for tolerances without a percentage: these depend on the difference alone.
  const [low, high] = [toUnit(from.allowed(0n)), toUnit(to.allowed(0n))]
  const dependsOnPair = from.isPercent || to.isPercent
  return {
    holds: dependsOnPair ? holdsByPercent : ({ difference }) => difference >= low && difference <= high,
    isAboveHalf(pair) {
      const [bound, halfOf] = pair.difference < 0 ? [from, half.from] : [to, half.to]
      return bigMagnitude(pair.difference) * bound.unit > halfOf(base(pair, 'larger'))
    },
    reach: (source) => hullOf(targetsWithin({ from, to }, BigInt(source)), source),
    ...(!dependsOnPair && typeof low === 'number' && typeof high === 'number' && { range: { from: low, to: high } }),
  }
}

function halfOfBound(decimal: Decimal, bound: ScaledBound, scale: number): (larger: bigint) => bigint {
  if (bound.isPercent) return (larger) => halfOfProduct(bigMagnitude(bound.allowed(larger)), bound.scale)
  const half = halfUp(decimal, scale)
  return () => half
}

/** `size` is the largest difference that a pair may have, in units of `10^-scale / unit`. */
interface SizedBound {
  readonly tolerance: BoundTolerance
  readonly unit: bigint
  size(pair: UnitPair): bigint
}

function absoluteBound(bound: Decimal, scale: number): SizedBound {
  const size = rescaled(bound, scale)
  // Comparing two numbers is many times as fast as comparing a number with a bigint.
  const most = toUnit(size)
  const half = halfUp(bound, scale)
  return {
    unit: 1n,
    size: () => size,
    tolerance: {
      holds: ({ difference }) => difference <= most && difference >= -most,
      isAboveHalf: ({ difference }) => bigMagnitude(difference) > half,
      reach: (source) => ({ from: BigInt(source) - size, to: BigInt(source) + size, holding: 'all' }),
      ...(typeof most === 'number' && { range: { from: -most, to: most } }),
    },
  }
}

/** Half of a bound, rounded up to the bound's last digit: 0.03 of 0.05. */
function halfUp(bound: Decimal, scale: number): bigint {
  const half = (bigMagnitude(bound.coefficient) + 1n) / 2n
  return rescaled({ coefficient: half, scale: bound.scale }, scale)
}

function percentBound(percent: Decimal, of: Bounds['of'], scale: number): SizedBound {
  const unit = 10n ** BigInt(percent.scale + 2)
  const rate = percent.coefficient
  const size = (pair: UnitPair): bigint => base(pair, of) * rate
  const [unitNumber, rateNumber] = [Number(unit), Number(rate)]
  // The largest amount for which float64 holds the products below exactly.
  const exactMax = Number.MAX_SAFE_INTEGER / Math.max(unitNumber, rateNumber)
  return {
    unit,
    size,
    tolerance: {
      holds(pair) {
        const { source, target, difference } = pair
        if (typeof source === 'number' && typeof target === 'number' && typeof difference === 'number') {
          const [s, t, apart] = [Math.abs(source), Math.abs(target), Math.abs(difference)]
          if (Math.max(s, t, apart) <= exactMax) return apart * unitNumber <= baseOf(s, t, of) * rateNumber
        }
        return bigMagnitude(difference) * unit <= size(pair)
      },
      isAboveHalf: (pair) =>
        bigMagnitude(pair.difference) * unit > halfOfProduct(size(pair), scale + percent.scale + 2),
      reach(source) {
        // Where the percentage is of the target, |target| may be up to |source| / (1 − rate).
        const grows = of === 'target' || of === 'larger'
        if (grows && rate >= unit) return undefined
        const width = ceilDivide(bigMagnitude(source) * rate, grows ? unit - rate : unit)
        // Below 100 % the allowed difference grows slower than the difference, so that the targets that hold are one
        // range.
        const holding = rate < unit ? { holding: 'around' as const } : {}
        return { from: BigInt(source) - width, to: BigInt(source) + width, ...holding }
      },
    },
  }
}

/** The amount to which a percentage refers, without its sign. */
export const base = ({ source, target }: UnitPair, of: Bounds['of']): bigint =>
  baseOf(bigMagnitude(source), bigMagnitude(target), of)

function baseOf<Size extends Units>(source: Size, target: Size, of: Bounds['of']): Size {
  if (of === 'source') return source
  if (of === 'target') return target
  return (of === 'larger') === source > target ? source : target
}

/** Half of the product, rounded up at the product's last digit that is not zero. */
function halfOfProduct(product: bigint, scale: number): bigint {
  let digit = 1n
  for (let digits = scale; digits > 0 && product % (digit * 10n) === 0n; digits--) digit *= 10n
  return ceilDivide(product / digit, 2n) * digit
}

function combined(first: SizedBound, second: SizedBound, combine: Bounds['combine']): BoundTolerance {
  const deciding = (pair: UnitPair): BoundTolerance => {
    const firstIsLarger = first.size(pair) * second.unit >= second.size(pair) * first.unit
    return (firstIsLarger === (combine === 'any') ? first : second).tolerance
  }
  return {
    holds: (pair) => deciding(pair).holds(pair),
    isAboveHalf: (pair) => deciding(pair).isAboveHalf(pair),
    reach(source) {
      const [a, b] = [first.tolerance.reach(source), second.tolerance.reach(source)]
      const only = combine === 'any' ? undefined : (a ?? b)
      if (a === undefined || b === undefined) return only && { from: only.from, to: only.to }
      const firstIsWider = a.to >= b.to
      const { from, to } = firstIsWider === (combine === 'any') ? a : b
      return { from, to, ...(a.holding && b.holding && { holding: 'around' }) }
    },
  }
}
