import { int32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import type { LearningSides } from './learning-side.ts'
import type { Link } from './link.ts'
import { quantileIn } from './quantile.ts'

/**
 * A key is temporal if its records lie close together in time: their mean distance from the median day is below this
 * fraction of that of all records.
 */
const spreadFractionUsual = 0.35

export function isTemporal(
  { source, target }: LearningSides,
  { blocks }: Pick<Link, 'blocks'>,
  spreadFractionMax = spreadFractionUsual,
): boolean {
  const spreadOf = (days: Int32Array, groups: readonly (readonly number[])[]): number => {
    let [sum, count] = [0, 0]
    for (const rows of groups) {
      const known = rows.map((row) => int32At(days, row)).filter((day) => day !== absentDay)
      const middle = quantileIn(known, 0.5)
      if (middle === undefined || known.length < 2) continue
      for (const day of known) sum += Math.abs(day - middle)
      count += known.length
    }
    return count === 0 ? Number.NaN : sum / count
  }
  const isNarrow = (days: Int32Array, groups: readonly (readonly number[])[]): boolean =>
    spreadOf(days, groups) < spreadFractionMax * spreadOf(days, [groups.flat()])
  return (
    isNarrow(
      source.days,
      blocks.map((block) => block.source),
    ) ||
    isNarrow(
      target.days,
      blocks.map((block) => block.target),
    )
  )
}
