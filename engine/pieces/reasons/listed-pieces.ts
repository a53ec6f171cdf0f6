import { at, byteAt } from '../../base/at.ts'
import { createByteBuffer } from '../../base/byte-buffer.ts'
import type { Slices } from '../../base/slices.ts'
import { anchorSideOf, itemSideOf } from '../../match/groups/anchors.ts'
import { type BySide, oppositeSide, type Side } from '../../record/side.ts'
import type { ListedRows } from '../../result/near-miss-listed.ts'
import { neighboursOf } from '../../result/near-miss-reach.ts'
import type { BoundPiece } from './bound-piece.ts'
import { keyReader } from './reason-joins.ts'
import type { SearcherChoice } from './search-piece.ts'
import { appendEntry, createEntryReader, type EntryTable } from './searched-entry.ts'
import type { SearcherState } from './searcher-state.ts'

/**
 * Joins by listings. A listed record has one key, so the piece with this key finds all of its near records. A record
 * that lists several keys needs the near records of all of them: pieces by key gather these, then pieces by searcher
 * search them.
 */

/** For a piece by key: the listed records search. */
export function listedSearchers(piece: BoundPiece): SearcherChoice {
  const itemPlace = itemSideOf(piece.bound.rule)
  const listedAt = (place: Side, row: number): string => at(piece.entries[place].marks, row).listed
  return {
    maySearch: (place, row) => place === itemPlace && at(piece.entries[place].isCore, row),
    joined: (block) => joinedBy(block, listedAt),
  }
}

/** For a piece by searcher: the listing records search, each among the records that were gathered for it. */
export function listingSearchers(piece: BoundPiece): SearcherChoice {
  const anchorPlace = anchorSideOf(piece.bound.rule)
  const searcherAt = (place: Side, row: number): string => {
    const mark = at(piece.entries[place].marks, row)
    return place === anchorPlace ? String(mark.searcher) : mark.listed
  }
  return { maySearch: (place) => place === anchorPlace, joined: (block) => joinedBy(block, searcherAt) }
}

function joinedBy(block: BySide<readonly number[]>, textAt: (place: Side, row: number) => string): ListedRows {
  const byText = {
    source: Map.groupBy(block.source, (row) => textAt('source', row)),
    target: Map.groupBy(block.target, (row) => textAt('target', row)),
  }
  return (place, row) => Uint32Array.from(byText[oppositeSide(place)].get(textAt(place, row)) ?? [])
}

/**
 * Gathers the records near the listing searchers of a piece by key. Returns entries by group of searchers: a searcher,
 * then the records near it, each marked with the searcher's number.
 */
export function gatherListed(
  { bound, entries, places }: BoundPiece,
  { isLeft }: SearcherState,
  groupOf: (searcher: number) => number,
): ReadonlyMap<number, Uint8Array> {
  const [anchorPlace, itemPlace] = [anchorSideOf(bound.rule), itemSideOf(bound.rule)]
  const [anchors, items] = [entries[anchorPlace], entries[itemPlace]]
  const keyOf = { anchor: keyReader(bound, anchorPlace), item: keyReader(bound, itemPlace) }
  const itemsByKey = Map.groupBy(
    places[itemPlace].rowsByPlace,
    (row) => `${keyOf.item(row)}${at(items.marks, row).listed}`,
  )
  const gathered = new Map<number, ReturnType<typeof createByteBuffer>>()
  for (const [row, mark] of anchors.marks.entries()) {
    const others = itemsByKey.get(`${keyOf.anchor(row)}${mark.listed}`)
    if (mark.searcher < 0 || byteAt(isLeft, mark.searcher) !== 1 || !at(anchors.isCore, row) || others === undefined)
      continue
    const group = groupOf(mark.searcher)
    const buffer = gathered.get(group) ?? createByteBuffer(1_024)
    gathered.set(group, buffer)
    appendEntry(buffer, { ...mark, listed: '' }, anchors.lineOf(row))
    const around = { side: anchorPlace, row, others: Uint32Array.from(others), from: 0, to: others.length }
    const { start, end } = neighboursOf(places, around)
    for (const item of others.slice(start, end))
      appendEntry(buffer, { ...at(items.marks, item), listed: String(mark.searcher) }, items.lineOf(item))
  }
  return new Map([...gathered].map(([group, { bytes, end }]) => [group, bytes.subarray(0, end)]))
}

/**
 * Reads a piece by searcher from the entries that pieces by key have gathered. A searcher that occurs several times is
 * added once.
 */
export function* readGathered(
  parts: readonly Uint8Array[],
  anchorPlace: Side,
  attributePaths: readonly string[],
): Slices<BySide<EntryTable>> {
  const [anchors, items] = [createEntryReader(attributePaths), createEntryReader(attributePaths)]
  const seen = new Set<number>()
  for (const part of parts) {
    yield* anchors.add(part, false, ({ listed, searcher }) => {
      const isNew = listed === '' && !seen.has(searcher)
      if (isNew) seen.add(searcher)
      return isNew
    })
    yield* items.add(part, false, ({ listed }) => listed !== '')
  }
  const [ofAnchors, ofItems] = [anchors.finish(), items.finish()]
  return anchorPlace === 'source' ? { source: ofAnchors, target: ofItems } : { source: ofItems, target: ofAnchors }
}
