import { at, float64At, int32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import type { AmountRelation } from './amount-relation.ts'
import type { LagBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'

/** A first look whether records add up to one of the other side, before a rule is tried for it. */

export interface SubsetSearch {
  readonly relation: AmountRelation
  readonly days: LagBand
  readonly anchorSide: 'source' | 'target'
  readonly isOpen: (side: 'source' | 'target', row: number) => boolean
  readonly isBound: (pair: Pair) => boolean
}

const anchorCountMax = 60
/** Rules choose from so many records at most. */
const itemCountMax = 24
const foundCountMin = 3

/**
 * How many of some open anchors are the sum of two or three open records; 0 where the amounts of other anchors are
 * found nearly as often. O(anchors × (records within the days + 2,300)).
 */
export function addingAnchorCount(sides: LearningSides, search: SubsetSearch): number {
  const { anchorSide, relation, days, isOpen, isBound } = search
  const itemSide = anchorSide === 'source' ? 'target' : 'source'
  const open = [...relation[anchorSide].units.keys()].filter((row) => isOpen(anchorSide, row))
  const anchors = spread(open)
  const byDay = Map.groupBy(
    [...relation[itemSide].units.keys()].filter((row) => isOpen(itemSide, row)),
    (row) => int32At(sides[itemSide].days, row),
  )
  const amountOf = amountsOf(relation)
  let [found, byChance] = [0, 0]
  for (const [index, anchor] of anchors.entries()) {
    const day = int32At(sides[anchorSide].days, anchor)
    if (day === absentDay) continue
    const [from, to] = anchorSide === 'source' ? [days.from, days.to] : [-days.to, -days.from]
    const total = amountOf(anchorSide, anchor)
    const items = Array.from({ length: to - from + 1 }, (_, place) => byDay.get(day + from + place) ?? [])
      .flat()
      .filter((row) => {
        const amount = amountOf(itemSide, row)
        return amount * total > 0 && Math.abs(amount) < Math.abs(total)
      })
      .filter((row) => isBound(anchorSide === 'source' ? [anchor, row] : [row, anchor]))
    if (items.length < 2 || items.length > itemCountMax) continue
    const amounts = items.map((row) => amountOf(itemSide, row))
    if (addsUp(amounts, total)) found += 1
    if (addsUp(amounts, amountOf(anchorSide, at(anchors, (index + 1) % anchors.length)))) byChance += 1
  }
  return found >= foundCountMin && found > 2 * byChance ? found : 0
}

function amountsOf({ source, target, sign }: AmountRelation) {
  const signed = (unit: number, isTarget: boolean): number =>
    sign === 'absolute' ? Math.abs(unit) : isTarget && sign === 'opposite' ? 0 - unit : unit
  return (side: 'source' | 'target', row: number): number =>
    signed(float64At((side === 'source' ? source : target).units, row), side === 'target')
}

/** Whether two or three of the amounts, which are of one sign, add up to the total. */
function addsUp(amounts: readonly number[], total: number): boolean {
  const known = new Set(amounts)
  for (const [index, first] of amounts.entries())
    for (const second of amounts.slice(index + 1)) {
      if (first + second === total) return true
      const third = total - first - second
      if (third !== first && third !== second && known.has(third)) return true
    }
  return false
}

const spread = (rows: readonly number[]): readonly number[] =>
  rows.length <= anchorCountMax
    ? rows
    : Array.from({ length: anchorCountMax }, (_, index) => at(rows, Math.floor((index * rows.length) / anchorCountMax)))
