import type { Tolerance } from '../../../engine/rules/language/language.ts'
import { compare, type Fraction, halfUp, magnitude, minus, readFraction, times, zero } from './fraction.ts'

/** A tolerance as signed bounds of target − source for one pair. */
interface Bounds {
  readonly from: Fraction
  readonly to: Fraction
}

const percentage: Fraction = { over: 1n, under: 100n }

const decimal = (text: string): Fraction => readFraction(text) ?? zero

const around = (bound: Fraction): Bounds => ({ from: { over: -bound.over, under: bound.under }, to: bound })

function boundsOf(tolerance: Tolerance | string, source: Fraction, target: Fraction): Bounds {
  if (typeof tolerance === 'string')
    return tolerance.endsWith('%')
      ? boundsOf({ percent: tolerance.slice(0, -1) }, source, target)
      : around(decimal(tolerance))
  const [s, t] = [magnitude(source), magnitude(target)]
  const [larger, smaller] = compare(s, t) > 0 ? [s, t] : [t, s]
  if ('from' in tolerance) {
    const bound = (text: string): Fraction =>
      text.endsWith('%') ? times(larger, times(decimal(text.slice(0, -1)), percentage)) : decimal(text)
    return { from: bound(tolerance.from), to: bound(tolerance.to) }
  }
  const { absolute, percent, of = 'larger', combine = 'any' } = tolerance
  const base = { source: s, target: t, larger, smaller }[of]
  const sizes = [
    ...(absolute === undefined ? [] : [decimal(absolute)]),
    ...(percent === undefined ? [] : [times(base, times(decimal(percent), percentage))]),
  ].sort(compare)
  // Within any of two bounds is within the wider, within all of them within the narrower.
  return around((combine === 'any' ? sizes.at(-1) : sizes[0]) ?? zero)
}

/** Whether target − source lies within the tolerance, and whether it takes more than half of the bound on its side. */
export function measure(
  tolerance: Tolerance | string,
  source: Fraction,
  target: Fraction,
): { readonly isWithin: boolean; readonly isAboveHalf: boolean } {
  const { from, to } = boundsOf(tolerance, source, target)
  const difference = minus(target, source)
  const half = halfUp(difference.over < 0n ? from : to)
  return {
    isWithin: compare(difference, from) >= 0 && compare(difference, to) <= 0,
    isAboveHalf: compare(magnitude(difference), half) > 0,
  }
}
