import { type Decimal, rescaled } from '../../base/decimal.ts'
import { bigMagnitude, toUnit, type Units } from '../../record/columns.ts'
import type { Side } from '../../record/side.ts'
import type { Sum } from '../language/language.ts'
import { type Bounds, readBounds } from './bound-tolerance.ts'
import { ceilDivide, common, type Interval, joined, negated } from './intervals.ts'
import { scaledBound, sourcesWithin, targetsWithin } from './signed-bounds.ts'

export interface KnownSum {
  readonly side: Side
  readonly units: bigint
  readonly scale: number
}

/**
 * The totals of the other side that agree with `known`, by tolerance and sign: disjoint and ascending. Requires a scale
 * of at least the tolerance's.
 */
export const totalsThatHold = (sum: Pick<Sum, 'tolerance' | 'sign'>, known: KnownSum): Interval[] =>
  holdingFor(sum, known).map(({ from, to }) => ({ from: small(from), to: small(to) }))

/** Comparing two numbers is far faster than comparing a number with a bigint. */
const small = (units: Units): Units => (typeof units === 'bigint' ? toUnit(units) : units)

function holdingFor({ tolerance, sign }: Pick<Sum, 'tolerance' | 'sign'>, known: KnownSum): Interval[] {
  const holding = (units: bigint): Interval[] =>
    tolerance === undefined ? [{ from: units, to: units }] : within(readBounds(tolerance), { ...known, units })
  if (sign === 'absolute') {
    const magnitudes = common(holding(bigMagnitude(known.units)), [{ from: 0, to: Number.POSITIVE_INFINITY }])
    return joined([...magnitudes, ...magnitudes.map(negated)])
  }
  if (sign === 'same') return holding(known.units)
  // Under `opposite` the target's sign is turned, whichever side is known.
  return known.side === 'target' ? holding(-known.units) : holding(known.units).map(negated).reverse()
}

function within({ signed, absolute, percent, of, combine }: Bounds, { side, units, scale }: KnownSum): Interval[] {
  if (signed) {
    const bounds = { from: scaledBound(signed.from, scale), to: scaledBound(signed.to, scale) }
    return side === 'source' ? targetsWithin(bounds, units) : sourcesWithin(bounds, units)
  }
  const around = absolute && [{ from: units - rescaled(absolute, scale), to: units + rescaled(absolute, scale) }]
  const relative = percent && withinPercent(percent, units, of === 'larger' || of === 'smaller' ? of : of === side)
  if (around && relative) return combine === 'any' ? joined([...around, ...relative]) : common(around, relative)
  const only = around ?? relative
  if (only === undefined) throw new TypeError('A tolerance has a bound')
  return only
}

/**
 * The totals that differ from `units` by at most a percentage: of `units` (`of` is true), of the total (false), or of
 * the larger or smaller of the two.
 */
function withinPercent(percent: Decimal, units: bigint, of: 'larger' | 'smaller' | boolean): Interval[] {
  const unit = 10n ** BigInt(percent.scale + 2)
  const rate = percent.coefficient
  const width = (bigMagnitude(units) * rate) / unit
  const ofKnown = [{ from: units - width, to: units + width }]
  if (of === true) return ofKnown
  const ofTotal = units < 0n ? partOfTotal(-units, rate, unit).map(negated).reverse() : partOfTotal(units, rate, unit)
  if (of === false) return ofTotal
  return of === 'larger' ? joined([...ofKnown, ...ofTotal]) : common(ofKnown, ofTotal)
}

/**
 * The totals with |total − units| ≤ |total| · rate / unit; requires units ≥ 0. Above 100 % totals far below 0 hold,
 * too.
 */
function partOfTotal(units: bigint, rate: bigint, unit: bigint): Interval[] {
  const near: Interval = {
    from: ceilDivide(units * unit, unit + rate),
    to: rate < unit ? (units * unit) / (unit - rate) : Number.POSITIVE_INFINITY,
  }
  if (units === 0n) return rate < unit ? [near] : [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
  if (rate <= unit) return [near]
  return [{ from: Number.NEGATIVE_INFINITY, to: -ceilDivide(units * unit, rate - unit) }, near]
}
