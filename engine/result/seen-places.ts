import type { BoundRule } from '../match/state/bound-rule.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'

/** Near misses under netting rules, which see one side of the run in both places. */

export const seenBy = <OfSide>(rule: BoundRule, bySide: BySide<OfSide>): BySide<OfSide> => ({
  source: bySide[sideOfPlace(rule, 'source')],
  target: bySide[sideOfPlace(rule, 'target')],
})

interface SidedRow {
  readonly side: Side
  readonly row: number
}

/** The other record of a pair. Under a netting rule both records are of one side, in different rows. */
export function partnerOf({ rule, ...rows }: ComparedPair, side: Side, row: number): SidedRow {
  const place = rows[side] === row ? oppositeSide(side) : side
  return { side: sideOfPlace(rule, place), row: rows[place] }
}

export const isPairedWith = (
  pairs: readonly ComparedPair[],
  { record, partner }: { readonly record: SidedRow; readonly partner: SidedRow },
): boolean =>
  pairs.some((pair) => {
    const { side, row } = partnerOf(pair, record.side, record.row)
    return side === partner.side && row === partner.row
  })
