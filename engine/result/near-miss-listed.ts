import { anchorSideOf, itemSideOf } from '../match/groups/anchors.ts'
import { listedKeys, listingCriterion } from '../match/groups/listings.ts'
import type { RunState } from '../match/state/run-state.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import { comparesTurned, neighboursOf } from './near-miss-reach.ts'
import type { PairJoin } from './pair-joins.ts'
import type { OrderedSide, Places } from './record-order.ts'

/**
 * Near misses under a rule by which texts list records. A text and a listed record have no blocking key in common, so
 * they are joined by the listing.
 */

interface ListedSearch extends Pick<PairJoin, 'rule' | 'failed'> {
  readonly places: Places
}

/** The records that a row lists, or that list the row, in the order of their places. */
export type ListedRows = (side: Side, row: number) => Uint32Array

/** Whether a join looks for pairs of a text and a record that the text lists. */
export function isJoinedByListing({ rule, failed }: Pick<PairJoin, 'rule' | 'failed'>): boolean {
  const listing = listingCriterion(rule)
  return listing !== undefined && listing !== failed
}

/**
 * Joins the rows of a block by their listings. Of the records with one key, only the nearest are joined. Undefined
 * for a join without listings. O(records) for the rule, then O(listings) a block.
 */
export function listedJoin(
  run: BySide<OrderedSide> & Pick<RunState, 'facts'>,
  { rule, failed, places }: ListedSearch,
): ((block: BySide<readonly number[]>) => ListedRows) | undefined {
  if (!isJoinedByListing({ rule, ...(failed && { failed }) })) return undefined
  const { keyOf, countedIn } = listedKeys(run, rule)
  const [anchorSide, itemSide] = [anchorSideOf(rule), itemSideOf(rule)]
  const isTurned = comparesTurned(rule)
  return (block) => {
    const itemsByKey = Map.groupBy(block[itemSide], keyOf)
    const anchorsByKey = new Map<string, number[]>()
    for (const row of block[anchorSide]) {
      for (const key of countedIn(row)) {
        const rows = anchorsByKey.get(key)
        if (rows !== undefined) rows.push(row)
        else if (itemsByKey.has(key)) anchorsByKey.set(key, [row])
      }
    }
    return (side, row) => {
      if (side === itemSide) return Uint32Array.from(anchorsByKey.get(keyOf(row) ?? '') ?? [])
      const near = countedIn(row).flatMap((key) => {
        const others = Uint32Array.from(itemsByKey.get(key) ?? [])
        const { start, end } = neighboursOf(places, { side, row, isTurned, others, from: 0, to: others.length })
        return [...others.subarray(start, end)]
      })
      return places[oppositeSide(side)].sorted(Uint32Array.from(near))
    }
  }
}
