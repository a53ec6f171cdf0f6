import { type Decimal, parseDecimal, rescaled } from '../../base/decimal.ts'
import { bigMagnitude, type Units } from '../../record/columns.ts'
import type { SignedBounds } from '../language/language.ts'
import { ceilDivide, common, floorDivide, type Interval, joined, negated } from './intervals.ts'

/** Bounds on target − source, each with its sign, in the unit of the field or in percent of the larger of the two sizes. */

/** One bound: an amount, or a percentage. */
export interface SignedBound {
  readonly decimal: Decimal
  readonly isPercent: boolean
}

/** Both bounds of an effective tolerance. */
export interface FromTo {
  readonly from: SignedBound
  readonly to: SignedBound
}

/** Reads the bounds of an effective tolerance. Throws a TypeError for text that is no bound. */
export const readSignedBounds = ({ from, to }: SignedBounds): FromTo => ({ from: readBound(from), to: readBound(to) })

function readBound(text: string): SignedBound {
  const isPercent = text.endsWith('%')
  const decimal = parseDecimal(isPercent ? text.slice(0, -1) : text)
  if (decimal === undefined) throw new TypeError('A bound of an effective tolerance is a decimal')
  return { decimal, isPercent }
}

/**
 * A bound for pairs of units of `10^-scale`: `allowed(larger)` is its value in units of `10^-scale / unit`, exact and
 * not rounded, where the larger of the two sizes is `larger`.
 */
export interface ScaledBound {
  readonly unit: bigint
  /** Digits after the point of what is allowed. */
  readonly scale: number
  readonly isPercent: boolean
  allowed(larger: bigint): bigint
}

/** `bound` at a scale, which is at least that of a bound in units. */
export function scaledBound({ decimal, isPercent }: SignedBound, scale: number): ScaledBound {
  if (!isPercent) {
    const allowed = rescaled(decimal, scale)
    return { unit: 1n, scale, isPercent, allowed: () => allowed }
  }
  const digits = decimal.scale + 2
  return {
    unit: 10n ** BigInt(digits),
    scale: scale + digits,
    isPercent,
    allowed: (larger) => larger * decimal.coefficient,
  }
}

/**
 * The targets that lie within the bounds of a source of `units`: disjoint, ascending, exact. O(1).
 */
export const targetsWithin = ({ from, to }: { readonly from: ScaledBound; readonly to: ScaledBound }, units: bigint) =>
  common(targetsUpTo(to, units), targetsUpTo(turned(from), -units).map(negated).reverse())

/** The sources that lie within the bounds of a target of `units`: disjoint, ascending, exact. O(1). */
export const sourcesWithin = ({ from, to }: { readonly from: ScaledBound; readonly to: ScaledBound }, units: bigint) =>
  targetsWithin({ from: turned(to), to: turned(from) }, units)

/** The bound of the same pairs with both signs turned: what was a lower bound is an upper one. */
const turned = (bound: ScaledBound): ScaledBound => ({ ...bound, allowed: (larger) => -bound.allowed(larger) })

/**
 * The targets with target − source ≤ what is allowed, for a source of `units`. A percentage is of the larger size, so
 * that it is one share of the source up to the source's size and another share of the target on either side of that.
 */
function targetsUpTo(bound: ScaledBound, units: bigint): Interval[] {
  const size = bigMagnitude(units)
  const { unit } = bound
  const most = floorDivide(units * unit + bound.allowed(size), unit)
  if (!bound.isPercent) return [{ from: Number.NEGATIVE_INFINITY, to: most }]
  const rate = bound.allowed(1n)
  const [below, within, above] = [
    common(solve(unit + rate, units * unit), [{ from: Number.NEGATIVE_INFINITY, to: -size - 1n }]),
    common([{ from: -size, to: size }], [{ from: Number.NEGATIVE_INFINITY, to: most }]),
    common(solve(unit - rate, units * unit), [{ from: size + 1n, to: Number.POSITIVE_INFINITY }]),
  ]
  return joined([...below, ...within, ...above])
}

/** The whole numbers x with `factor` · x ≤ `most`. */
function solve(factor: bigint, most: bigint): Interval[] {
  if (factor > 0n) return [{ from: Number.NEGATIVE_INFINITY, to: floorDivide(most, factor) }]
  if (factor < 0n) return [{ from: ceilDivide(-most, -factor), to: Number.POSITIVE_INFINITY }]
  return most < 0n ? [] : [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
}

/** The least and the greatest of some intervals, as one; `units` alone where there are none. */
export function hullOf(intervals: readonly Interval[], units: Units): Interval {
  const [first, last] = [intervals[0], intervals.at(-1)]
  return first === undefined || last === undefined ? { from: units, to: units } : { from: first.from, to: last.to }
}
