import { at, byteAt } from '../../base/at.ts'
import { createByteBuffer } from '../../base/byte-buffer.ts'
import type { Slices } from '../../base/slices.ts'
import { anchorSideOf, itemSideOf } from '../../match/groups/anchors.ts'
import { type BySide, oppositeSide, type Side } from '../../record/side.ts'
import type { ListedRows } from '../../result/near-miss-listed.ts'
import { neighboursOf } from '../../result/near-miss-reach.ts'
import type { BoundPiece } from './bound-piece.ts'
import { appendEntry, createEntryReader, type EntryTable } from './explain-entry.ts'
import { keyReader } from './explain-joins.ts'
import type { LookerState } from './looker-state.ts'
import type { PieceLook } from './search-piece.ts'

/**
 * Joins by lists. A record that is listed meets the records of one key, so that its piece decides it. A record that lists
 * several keys meets those that are near of each: pieces by key gather them, pieces by looker search them.
 */

/** In a piece by key the listed records look. */
export function lookOfListed(piece: BoundPiece): PieceLook {
  const itemPlace = itemSideOf(piece.bound.rule)
  const listedAt = (place: Side, row: number): string => at(piece.entries[place].marks, row).listed
  return {
    mayLook: (place, row) => place === itemPlace && at(piece.entries[place].isCore, row),
    joined: (block) => joinedBy(block, listedAt),
  }
}

/** In a piece by looker the records that list look, each at what was gathered for it. */
export function lookOfLists(piece: BoundPiece): PieceLook {
  const anchorPlace = anchorSideOf(piece.bound.rule)
  const lookerAt = (place: Side, row: number): string => {
    const mark = at(piece.entries[place].marks, row)
    return place === anchorPlace ? String(mark.looker) : mark.listed
  }
  return { mayLook: (place) => place === anchorPlace, joined: (block) => joinedBy(block, lookerAt) }
}

/** Joins rows of one block by a text that both have. */
function joinedBy(block: BySide<readonly number[]>, textAt: (place: Side, row: number) => string): ListedRows {
  const byText = {
    source: Map.groupBy(block.source, (row) => textAt('source', row)),
    target: Map.groupBy(block.target, (row) => textAt('target', row)),
  }
  return (place, row) => Uint32Array.from(byText[oppositeSide(place)].get(textAt(place, row)) ?? [])
}

/**
 * What the records that list and look have near them in a piece by key, as entries by group of lookers: a record that
 * lists, then those near it, each of which is marked with the number of the looker.
 */
export function gatherListed(
  { bound, entries, places }: BoundPiece,
  { isLeft }: LookerState,
  groupOf: (looker: number) => number,
): ReadonlyMap<number, Uint8Array> {
  const [anchorPlace, itemPlace] = [anchorSideOf(bound.rule), itemSideOf(bound.rule)]
  const [anchors, items] = [entries[anchorPlace], entries[itemPlace]]
  const keyOf = { anchor: keyReader(bound, anchorPlace), item: keyReader(bound, itemPlace) }
  const itemsByKey = Map.groupBy(
    places.rowsByPlace[itemPlace],
    (row) => `${keyOf.item(row)}${at(items.marks, row).listed}`,
  )
  const gathered = new Map<number, ReturnType<typeof createByteBuffer>>()
  for (const [row, mark] of anchors.marks.entries()) {
    const others = itemsByKey.get(`${keyOf.anchor(row)}${mark.listed}`)
    if (mark.looker < 0 || byteAt(isLeft, mark.looker) !== 1 || !at(anchors.isCore, row) || others === undefined)
      continue
    const group = groupOf(mark.looker)
    const buffer = gathered.get(group) ?? createByteBuffer(1_024)
    gathered.set(group, buffer)
    appendEntry(buffer, { ...mark, listed: '' }, anchors.lineOf(row))
    const { start, end } = neighboursOf(places, { side: anchorPlace, row, others: Uint32Array.from(others) })
    for (const item of others.slice(start, end))
      appendEntry(buffer, { ...at(items.marks, item), listed: String(mark.looker) }, items.lineOf(item))
  }
  return new Map([...gathered].map(([group, { bytes, end }]) => [group, bytes.subarray(0, end)]))
}

/** The records of a piece by looker, from what the pieces by key have gathered: a record that lists stands in it once. */
export function* readGathered(
  parts: readonly Uint8Array[],
  anchorPlace: Side,
  attributePaths: readonly string[],
): Slices<BySide<EntryTable>> {
  const [anchors, items] = [createEntryReader(attributePaths), createEntryReader(attributePaths)]
  const seen = new Set<number>()
  for (const part of parts) {
    yield* anchors.add(part, false, ({ listed, looker }) => {
      const isNew = listed === '' && !seen.has(looker)
      if (isNew) seen.add(looker)
      return isNew
    })
    yield* items.add(part, false, ({ listed }) => listed !== '')
  }
  const [ofAnchors, ofItems] = [anchors.finish(), items.finish()]
  return anchorPlace === 'source' ? { source: ofAnchors, target: ofItems } : { source: ofItems, target: ofAnchors }
}
