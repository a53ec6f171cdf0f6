import { byteAt } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { type BoundRule, bindPlaces } from '../../match/state/bound-rule.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { placesOf } from '../../rules/needed-fields.ts'
import { createHashFilter, filterByteCount, type HashFilter } from './key-filter.ts'
import { hashWithListed, noKeyHash, placedKeys } from './key-hashes.ts'
import { type BoundJoin, joinOfRule, listedReader, type ReasonJoin } from './reason-joins.ts'
import type { EntryTable } from './searched-entry.ts'
import { compareSortKeys, type Splitter, sortKeyOf, splitterOf } from './sort-key.ts'

/** The keys of the searchers under several joins. Records with none of these keys need not be kept. */
export interface JoinSearchers {
  readonly joins: readonly ReasonJoin[]
  readonly filterBits: Uint8Array
  /** By join, then by searcher: 1 where it has a key in the place of the source, 2 in that of the target, 3 in both. */
  readonly keyed: Uint8Array
  readonly searcherCount: number
}

export const createJoinSearchers = (joins: readonly ReasonJoin[], searcherCount: number): JoinSearchers => ({
  joins,
  filterBits: new Uint8Array(2 * joins.length * filterByteCount(searcherCount)),
  keyed: new Uint8Array(joins.length * searcherCount),
  searcherCount,
})

export function filterOf(searchers: JoinSearchers, join: ReasonJoin, place: Side): HashFilter {
  const length = filterByteCount(searchers.searcherCount)
  const start = (2 * searchers.joins.indexOf(join) + (place === 'target' ? 1 : 0)) * length
  return createHashFilter(searchers.filterBits.subarray(start, start + length))
}

export const keyedUnder = ({ joins, keyed, searcherCount }: JoinSearchers, join: ReasonJoin): Uint8Array =>
  keyed.subarray(joins.indexOf(join) * searcherCount, (joins.indexOf(join) + 1) * searcherCount)

const bitOfPlace = (place: Side): number => (place === 'source' ? 1 : 2)

export interface SidedEntries {
  readonly side: Side
  readonly entries: EntryTable
  readonly firstSearcher: number
}

/** Adds the keys of searchers of one side to `searchers`. O(records × joins). */
export function* addSearchers(searchers: JoinSearchers, { side, entries, firstSearcher }: SidedEntries): Slices<void> {
  for (const { bound, place } of bindToSide(searchers.joins, side, entries.table)) {
    const { join } = bound
    const [filter, keyed] = [filterOf(searchers, join, place), keyedUnder(searchers, join)]
    const [{ hashOf }, listedOf] = [placedKeys(bound.rule, bound.met, place), listedReader(bound, place)]
    for (const [row, { searcher, bornAt }] of entries.marks.entries()) {
      const hash = bornAt < join.position ? hashOf(row) : noKeyHash
      if (hash === noKeyHash) continue
      const number = firstSearcher + searcher
      keyed[number] = byteAt(keyed, number) | bitOfPlace(place)
      for (const listed of listedOf(row)) filter.add(hashWithListed(hash, listed))
    }
    yield
  }
}

/** Binds joins to the records of one side. A join is given once for each place in which its rule sees the side. */
export function* bindToSide(
  joins: readonly ReasonJoin[],
  side: Side,
  table: Table,
): Generator<{ readonly bound: BoundJoin; readonly place: Side }> {
  const ruleOf = new Map<number, BoundRule>()
  for (const join of joins) {
    for (const place of placesOf(join.compiled.rule, side)) {
      const isOneSided = join.compiled.rule.side !== undefined
      const rule =
        ruleOf.get(join.position) ??
        bindPlaces(join.compiled, {
          source: isOneSided || place === 'source' ? table : join.none,
          target: isOneSided || place === 'target' ? table : join.none,
        })
      ruleOf.set(join.position, rule)
      yield { bound: joinOfRule(join, rule), place }
    }
  }
}

/**
 * The sort keys at which the second and later pieces of a join begin, so that each piece gets about `pieceByteCount`
 * bytes. Estimated from samples, each of which stands for `sampleEvery` records.
 */
export function splittersOf(
  join: ReasonJoin,
  searchers: JoinSearchers,
  { samples, sampleEvery, pieceByteCount }: Samples,
): readonly Splitter[] {
  const sampled = samples.flatMap(({ side, entries }) =>
    [...bindToSide([join], side, entries.table)].flatMap(({ bound, place }) => {
      const keysOf = keysWanted(bound, place, searchers)
      const { textOf } = placedKeys(bound.rule, bound.met, place)
      return entries.marks.flatMap((mark, row) =>
        keysOf(row, mark).map(({ hash, listed }) => ({
          place: sortKeyOf(entries.table, row, { hash, key: textOf(row) + listed }),
          weight: sampleEvery * entries.lineOf(row).length,
        })),
      )
    }),
  )
  sampled.sort((left, right) => compareSortKeys(left.place, right.place))
  const splitters: Splitter[] = []
  let weightSoFar = 0
  for (const { place, weight } of sampled) {
    if (weightSoFar > 0 && weightSoFar + weight > pieceByteCount) {
      splitters.push(splitterOf(place))
      weightSoFar = 0
    }
    weightSoFar += weight
  }
  return splitters
}

export interface Samples {
  readonly samples: readonly SidedEntries[]
  readonly sampleEvery: number
  readonly pieceByteCount: number
}

interface KeyWanted {
  readonly hash: number
  readonly listed: string
}

const noKeys: readonly KeyWanted[] = []

/**
 * Makes a function that gives the keys under which a join keeps a row, where `place` is the part, source or target,
 * that the row plays in the rule. A searcher gets all of its keys. Another row gets only keys that searchers in the
 * opposite part have, as far as the hash filter tells.
 */
export function keysWanted(bound: BoundJoin, place: Side, searchers: JoinSearchers) {
  const wanted = filterOf(searchers, bound.join, oppositeSide(place))
  const [{ hashOf }, listedOf] = [placedKeys(bound.rule, bound.met, place), listedReader(bound, place)]
  return (
    row: number,
    { searcher, bornAt }: { readonly searcher: number; readonly bornAt: number },
  ): readonly KeyWanted[] => {
    const own = bornAt < bound.join.position ? hashOf(row) : noKeyHash
    if (own === noKeyHash) return noKeys
    return listedOf(row).flatMap((listed) => {
      const hash = hashWithListed(own, listed)
      return searcher >= 0 || wanted.has(hash) ? [{ hash, listed }] : noKeys
    })
  }
}
