import { numberAt } from '../../base/at.ts'
import type { BySide } from '../../record/side.ts'
import type { Ordering } from '../state/twins.ts'

export interface RankedSide {
  readonly ordering: Pick<Ordering, 'rankById'>
}

/** Throws a `RangeError` for a row that the side lacks. */
export const idRank = ({ ordering }: RankedSide, row: number): number => numberAt(ordering.rankById, row)

export const rowsById = (side: RankedSide, rows: readonly number[]): number[] =>
  rows.toSorted((a, b) => idRank(side, a) - idRank(side, b))

export const pairsById = <Pair extends readonly [number, number]>(
  { source, target }: BySide<RankedSide>,
  pairs: readonly Pair[],
): Pair[] =>
  pairs.toSorted(
    ([s1, t1], [s2, t2]) => idRank(source, s1) - idRank(source, s2) || idRank(target, t1) - idRank(target, t2),
  )

export const entriesById = <Entry extends { readonly row: number }>(
  side: RankedSide,
  entries: readonly Entry[],
): Entry[] => entries.toSorted((a, b) => idRank(side, a.row) - idRank(side, b.row))
