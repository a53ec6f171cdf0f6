import { at, uint16At, uint32At } from '../../base/at.ts'
import { indicesUpTo, radixSort } from '../../base/radix-sort.ts'
import type { Slices } from '../../base/slices.ts'
import { anchorSideOf } from '../../match/groups/anchors.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import { visitSearching } from '../../result/near-miss.ts'
import { isJoinedByListing } from '../../result/near-miss-listed.ts'
import { neighbourCountMax, neighboursOf } from '../../result/near-miss-reach.ts'
import { createSharedRows, type SharedRows } from '../../result/shared-rows.ts'
import type { BoundPiece } from './bound-piece.ts'

/**
 * Which rows of a part searching records may be compared with. A record is compared with its 64 nearest records of the
 * other side. Of these, the ones in a part are among the 64 nearest of the part. So the rows near it in all parts hold
 * its 64 nearest of all, and the search among them finds what a search among all records does.
 */

export interface RangesOfSearchers {
  readonly place: Side
  /** Row → the range of the searching record, from 1; 0 for a record without a key. */
  readonly rangeOf: Uint16Array
  readonly rangeCount: number
  /** Given where several joins have the same records. */
  readonly shared?: SharedRows
}

/** For each range from 1, the rows near its searching records, each once. O(records). */
export function* nearRows(piece: BoundPiece, ranges: RangesOfSearchers): Slices<readonly Uint32Array[]> {
  const { run, pairs, places, rule } = piece
  const { place, rangeOf, rangeCount, shared = createSharedRows() } = ranges
  const found: Near = { ranges: [], rows: [], starts: [], ends: [] }
  // A text that lists several keys is compared with the nearest records of all of them, which other parts have, too.
  const isWhole = isJoinedByListing(pairs) && anchorSideOf(rule) === place
  const searching = {
    source: new Uint8Array(run.source.statuses.length),
    target: new Uint8Array(run.target.statuses.length),
    [place]: new Uint8Array(rangeOf.length).fill(1),
  }
  yield* visitSearching(run, { ...pairs, places, shared, searching }, () => (around) => {
    const { start, end } = isWhole ? { start: around.from, end: around.to } : neighboursOf(places, around)
    found.ranges.push(uint16At(rangeOf, around.row))
    found.rows.push(around.others)
    found.starts.push(start)
    found.ends.push(end)
    return neighbourCountMax
  })
  return rowsByRange(found, { rangeCount, rowCount: run[oppositeSide(place)].statuses.length })
}

/** By index of a searching record: its range, and the part of `rows` that is near it. */
interface Near {
  readonly ranges: number[]
  readonly rows: Uint32Array[]
  readonly starts: number[]
  readonly ends: number[]
}

function rowsByRange(
  { ranges, rows, starts, ends }: Near,
  { rangeCount, rowCount }: { readonly rangeCount: number; readonly rowCount: number },
): readonly Uint32Array[] {
  const order = radixSort([Uint32Array.from(ranges)], indicesUpTo(ranges.length))
  const lastRange = new Uint32Array(rowCount)
  const found = new Uint32Array(rowCount)
  let next = 0
  return Array.from({ length: rangeCount }, (_, index) => {
    let count = 0
    for (; next < order.length && at(ranges, uint32At(order, next)) === index + 1; next++) {
      const searcher = uint32At(order, next)
      const own = at(rows, searcher)
      for (let place = at(starts, searcher); place < at(ends, searcher); place++) {
        const row = uint32At(own, place)
        if (uint32At(lastRange, row) === index + 1) continue
        lastRange[row] = index + 1
        found[count++] = row
      }
    }
    return found.slice(0, count)
  })
}
