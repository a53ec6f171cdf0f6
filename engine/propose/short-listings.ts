import { at, float64At } from '../base/at.ts'
import type { Listing } from './listing.ts'

/** Anchors that fall short of what they list, as by a discount. */

/** Bounds of the target less the source: what is short is below where the target's amounts are positive. */
export function shortBounds(
  anchorSide: 'source' | 'target',
  { anchor, items, anchors }: Listing,
  [least, most]: readonly [string, string],
) {
  const [own, other] = [at(anchor.measures, 0).units, at(items.measures, 0).units]
  const units = anchors.flatMap(({ row, items: rows }) =>
    anchorSide === 'target' ? [float64At(own, row)] : rows.map((item) => float64At(other, item)),
  )
  const negativeCount = units.reduce((count, unit) => count + (unit < 0 ? 1 : 0), 0)
  const [isMixed, isNegative] = [
    Math.min(negativeCount, units.length - negativeCount) > 0.1 * units.length,
    2 * negativeCount > units.length,
  ]
  if (isMixed) return { from: `-${most}`, to: most }
  return (anchorSide === 'target') === isNegative
    ? { from: least, to: most }
    : { from: `-${most}`, to: least === '0%' ? '0' : `-${least}` }
}

const shortShareMax = 0.06

/** By how much the anchors that do not add up fall short, as shares of what they list, from the least on. */
export function shortShares({ anchor, items, anchors, sign }: Listing): readonly number[] {
  const [own, other] = [anchor.measures[0], items.measures[0]]
  if (own === undefined || other === undefined) return []
  const factor = sign === 'same' ? 1 : -1
  return anchors
    .map(({ row, items: rows }) => {
      const listed = rows.reduce((sum, item) => sum + float64At(other.units, item), 0)
      return (listed - factor * float64At(own.units, row)) / listed
    })
    .filter((share) => share > 0 && share <= shortShareMax)
    .toSorted((a, b) => a - b)
}
