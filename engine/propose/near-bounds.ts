import { decimalText } from './draft-names.ts'
import { measureScale } from './measures.ts'
import { quantileIn, quantileOf } from './quantile.ts'

export const nearFractionMax = 0.01
/** The widest tolerance by amount, as a fraction of a small group's sum. A wider one would accept wrong groups. */
const toleranceFractionMax = 0.1

interface NearSum {
  readonly size: number
  readonly difference: number
}

/**
 * Bounds that hold 96 % of the differences: as amounts, or as percentages where the amount would be too large for small
 * sums.
 */
export function nearBounds(near: readonly NearSum[], sums: readonly number[]) {
  const bounds = (values: readonly number[]) => {
    const [least, most] = [quantileIn(values, 0.02), quantileIn(values, 0.98)]
    return least === undefined || most === undefined ? undefined : [Math.min(0, least), Math.max(0, most)]
  }
  const [least, most] = bounds(near.map(({ difference }) => difference)) ?? []
  const low = quantileOf(sums, 0.1)
  if (least === undefined || most === undefined || low === undefined) return undefined
  if (most - least <= toleranceFractionMax * low) return { from: boundText(least), to: boundText(most) }
  const [from = 0, to = 0] = bounds(near.map(({ size, difference }) => difference / size)) ?? []
  return { from: percentText(from), to: percentText(to) }
}

/** Rounds away from zero to a twentieth of a percent. */
function percentText(fraction: number): string {
  const twentieths = Math.ceil(Math.abs(fraction) * 2_000)
  return `${decimalText(5 * (fraction < 0 ? -twentieths : twentieths), 2)}%`
}

/** Rounds away from zero: amounts up to 1 to steps of 0.05, up to 10 to steps of 0.5, others to whole numbers. */
function boundText(units: number): string {
  const whole = 10 ** measureScale
  const size = Math.abs(units)
  const step = size <= whole ? whole / 20 : size <= 10 * whole ? whole / 2 : whole
  const bound = Math.ceil(size / step) * step
  return decimalText(units < 0 ? -bound : bound, measureScale)
}
