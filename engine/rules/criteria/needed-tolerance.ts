import { type Decimal, formatDecimal, parseDecimal } from '../../base/decimal.ts'
import { bigMagnitude, type Units } from '../../record/columns.ts'
import type { SignedBounds, SizeBounds, Tolerance } from '../language/language.ts'
import { type Bounds, base, readBounds, type UnitPair } from './bound-tolerance.ts'
import { ceilDivide, floorDivide } from './intervals.ts'
import { readSignedBounds, scaledBound } from './signed-bounds.ts'

const percentScale = 4

interface ScaledPair extends UnitPair {
  readonly scale: number
}

/**
 * The least tolerance of the same form under which a pair would hold. The bound in the direction of the difference is
 * widened; a percentage is rounded up to four digits after the point. Undefined where a percentage of 0 would have to
 * be widened. Without a tolerance, the size of the difference comes back.
 */
export function neededTolerance(
  tolerance: Tolerance | string | undefined,
  pair: ScaledPair,
): Tolerance | string | undefined {
  const own = textOf(pair.difference, pair.scale)
  const size = own.replace('-', '')
  if (tolerance === undefined) return size
  if (typeof tolerance === 'string') {
    if (!tolerance.endsWith('%')) return size
    const percent = neededPercent(pair, 'larger')
    return percent === undefined ? undefined : `${percent}%`
  }
  if ('from' in tolerance) return neededBound(tolerance, pair, own)
  return neededSize(tolerance, pair, size)
}

function neededBound(bounds: SignedBounds, pair: ScaledPair, own: string): SignedBounds | undefined {
  const [difference, larger] = [BigInt(pair.difference), base(pair, 'larger')]
  const { from, to } = readSignedBounds(bounds)
  // Where a bound has more digits after the point than the pair, both are compared at the bound's scale.
  const scale = Math.max(pair.scale, from.isPercent ? 0 : from.decimal.scale)
  const finer = 10n ** BigInt(scale - pair.scale)
  const least = scaledBound(from, scale)
  const isBelow = difference * finer * least.unit < least.allowed(larger * finer)
  const bound = isBelow ? from : to
  if (bound.isPercent && larger === 0n) return undefined
  const parts = difference * 10n ** BigInt(percentScale + 2)
  const needed = !bound.isPercent
    ? own
    : `${textOf(isBelow ? floorDivide(parts, larger) : ceilDivide(parts, larger), percentScale)}%`
  return isBelow ? { ...bounds, from: needed } : { ...bounds, to: needed }
}

/** With `any` the absolute bound is widened; with `all` each bound that fails. */
function neededSize(bounds: SizeBounds, pair: ScaledPair, size: string): SizeBounds | undefined {
  const { absolute, percent, combine } = bounds
  if (absolute !== undefined && (percent === undefined || combine !== 'all')) return { ...bounds, absolute: size }
  const needed = neededPercent(pair, readBounds(bounds).of)
  if (needed === undefined) return undefined
  const wider = { percent: greater(percent, needed) }
  return absolute === undefined ? { ...bounds, ...wider } : { ...bounds, ...wider, absolute: greater(absolute, size) }
}

function neededPercent(pair: ScaledPair, of: Bounds['of']): string | undefined {
  const whole = base(pair, of)
  if (whole === 0n) return undefined
  const parts = bigMagnitude(pair.difference) * 10n ** BigInt(percentScale + 2)
  return textOf(ceilDivide(parts, whole), percentScale)
}

const greater = (left: string | undefined, right: string): string => {
  const decimal = parseDecimal(right)
  return left !== undefined && decimal !== undefined && isLess(decimal, left) ? left : right
}

function isLess(left: Decimal, text: string): boolean {
  const right = parseDecimal(text)
  if (right === undefined) throw new TypeError('The bound of an effective tolerance is a decimal')
  return left.coefficient * 10n ** BigInt(right.scale) < right.coefficient * 10n ** BigInt(left.scale)
}

const textOf = (units: Units, scale: number): string => formatDecimal({ coefficient: BigInt(units), scale })
