import { type Decimal, parseDecimal, rescaled } from '../../base/decimal.ts'
import { bigMagnitude, type Units } from '../../record/columns.ts'
import type { SignedBounds } from '../language/language.ts'
import { ceilDivide, common, floorDivide, type Interval, joined, negated } from './intervals.ts'

/** Bounds on target − source, each with its sign: an amount, or a percentage of the larger of the two sizes. */

interface SignedBound {
  readonly decimal: Decimal
  readonly isPercent: boolean
}

export interface FromTo {
  readonly from: SignedBound
  readonly to: SignedBound
}

/** Throws a TypeError for a text that is neither an amount nor a percentage. */
export const readSignedBounds = ({ from, to }: SignedBounds): FromTo => ({ from: readBound(from), to: readBound(to) })

function readBound(text: string): SignedBound {
  const isPercent = text.endsWith('%')
  const decimal = parseDecimal(isPercent ? text.slice(0, -1) : text)
  if (decimal === undefined) throw new TypeError('A bound of an effective tolerance is a decimal')
  return { decimal, isPercent }
}

/**
 * A bound that depends on `larger`, the larger of the sizes of two amounts. `allowed(larger)` is the bound, exactly, in
 * units of `10^-scale`, which are `unit` times as fine as those of `larger`.
 */
export interface ScaledBound {
  readonly unit: bigint
  readonly scale: number
  readonly isPercent: boolean
  allowed(larger: bigint): bigint
}

/** Requires a scale of at least the bound's own, unless the bound is a percentage. */
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

/** The targets within two bounds of a source: exact, disjoint and ascending intervals. O(1). */
export const targetsWithin = ({ from, to }: { readonly from: ScaledBound; readonly to: ScaledBound }, units: bigint) =>
  common(targetsUpTo(to, units), targetsUpTo(turned(from), -units).map(negated).reverse())

export const sourcesWithin = ({ from, to }: { readonly from: ScaledBound; readonly to: ScaledBound }, units: bigint) =>
  targetsWithin({ from: turned(to), to: turned(from) }, units)

/** The bound with the opposite sign: a lower bound becomes an upper one. */
const turned = (bound: ScaledBound): ScaledBound => ({ ...bound, allowed: (larger) => -bound.allowed(larger) })

/**
 * The targets for which target − source is at most the bound. A percentage is of the source while the target is the
 * smaller of the two in size, else of the target: hence up to three ranges.
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

/** The interval from the least to the greatest number of all intervals; only `units` if there are none. */
export function hullOf(intervals: readonly Interval[], units: Units): Interval {
  const [first, last] = [intervals[0], intervals.at(-1)]
  return first === undefined || last === undefined ? { from: units, to: units } : { from: first.from, to: last.to }
}
