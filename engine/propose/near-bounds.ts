import { decimalText } from './draft-names.ts'
import { measureScale } from './measures.ts'
import { quantileIn, quantileOf } from './quantile.ts'

/** Bounds of differences that are small change against their sums. */

/** Differences that are small change, as a share of the sum. */
export const nearShareMax = 0.01
/** The width of a tolerance, as a share of the sum of a small group: a wider one would let another group pass for it. */
const toleranceShareMax = 0.1

/** A sum, and how far the other side's sum is from it. */
export interface NearSum {
  readonly size: number
  readonly difference: number
}

/** Bounds of nearly all differences: of money, or a percentage where these would be more than small change to small sums. */
export function nearBounds(near: readonly NearSum[], sums: readonly number[]) {
  const bounds = (values: readonly number[]) => {
    const [least, most] = [quantileIn(values, 0.02), quantileIn(values, 0.98)]
    return least === undefined || most === undefined ? undefined : [Math.min(0, least), Math.max(0, most)]
  }
  const [least, most] = bounds(near.map(({ difference }) => difference)) ?? []
  const low = quantileOf(sums, 0.1)
  if (least === undefined || most === undefined || low === undefined) return undefined
  if (most - least <= toleranceShareMax * low) return { from: boundText(least), to: boundText(most) }
  const [from = 0, to = 0] = bounds(near.map(({ size, difference }) => difference / size)) ?? []
  return { from: percentText(from), to: percentText(to) }
}

/** A share as a percentage, away from zero to a twentieth of a percent. */
function percentText(share: number): string {
  const twentieths = Math.ceil(Math.abs(share) * 2_000)
  return `${decimalText(5 * (share < 0 ? -twentieths : twentieths), 2)}%`
}

/** A bound in whole units of money, away from zero: learned bounds are not exact. */
function boundText(units: number): string {
  const whole = 10 ** measureScale
  const size = Math.abs(units)
  const step = size <= whole ? whole / 20 : size <= 10 * whole ? whole / 2 : whole
  const bound = Math.ceil(size / step) * step
  return decimalText(units < 0 ? -bound : bound, measureScale)
}
