import type { BoundRule } from '../match/state/bound-rule.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'
import type { Places } from './record-order.ts'

/** Near misses under netting rules, which see one side of the run in both places. */

export function placesSeenBy(rule: BoundRule, { placeOf, rowsByPlace }: Places): Places {
  const [source, target] = [sideOfPlace(rule, 'source'), sideOfPlace(rule, 'target')]
  return {
    placeOf: { source: placeOf[source], target: placeOf[target] },
    rowsByPlace: { source: rowsByPlace[source], target: rowsByPlace[target] },
  }
}

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
