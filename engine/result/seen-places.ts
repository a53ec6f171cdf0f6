import type { BoundRule } from '../match/bound-rule.ts'
import { sideOfPlace } from '../match/seen-run.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'
import type { Places } from './record-order.ts'

/** Near misses under rules that see the run with both places on one side. */

/** The order of a run's records as a rule sees the run. */
export function placesSeenBy(rule: BoundRule, { placeOf, rowsByPlace }: Places): Places {
  const [source, target] = [sideOfPlace(rule, 'source'), sideOfPlace(rule, 'target')]
  return {
    placeOf: { source: placeOf[source], target: placeOf[target] },
    rowsByPlace: { source: rowsByPlace[source], target: rowsByPlace[target] },
  }
}

/** The record of the other place that a record of `side` is compared with. Rows of one side are different in both places. */
export function partnerOf({ rule, ...rows }: ComparedPair, side: Side, row: number): { side: Side; row: number } {
  const place = rows[side] === row ? oppositeSide(side) : side
  return { side: sideOfPlace(rule, place), row: rows[place] }
}
