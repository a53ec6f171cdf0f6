import { at, int32At, uint32At } from '../base/at.ts'
import { indicesUpTo, radixSort } from '../base/radix-sort.ts'
import type { Slices } from '../base/slices.ts'
import { commonGroups, type KeyedRows } from '../match/blocks/common-groups.ts'
import { createKeyTable, noKey, type SideKeys } from '../match/blocks/key-table.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { denseBlocks } from './near-miss-dense.ts'
import { type PairSearch, type SearchBlocks, type SearchedRun, scopeOf } from './pair-search.ts'
import type { Places } from './record-order.ts'

/** The blocks of a search: for each key of a searching record, the rows of both sides. */
export function* blocksOfSearch(
  run: SearchedRun,
  search: PairSearch,
  criteria: readonly BoundCriterion[],
): Slices<SearchBlocks> {
  const searchers = {
    source: [...search.searchers.source].filter((row) => search.isSearching('source', row)),
    target: [...search.searchers.target].filter((row) => search.isSearching('target', row)),
  }
  const shared = search.shared.under(criteria, search.searchers)
  const rowCount = search.places.rowsByPlace.source.length + search.places.rowsByPlace.target.length
  if (run.work.endsSlice(stepsOfSharing * rowCount)) yield
  const isDense = shared === undefined || shared.source.length + shared.target.length > rowCount / denseOneIn
  const dense = isDense ? search.shared.dense(criteria, search.places) : undefined
  if (run.work.endsSlice(stepsOfSharing * rowCount)) yield
  if (dense !== undefined) return denseBlocks(run, search, { criteria, searchers, dense })
  const keys = createKeyTable(criteria, searchers.source.length + searchers.target.length)
  let searchingCount = 0
  for (const side of sides) {
    const isInScope = scopeOf(run, search, side)
    for (const row of searchers[side]) if (isInScope(row) && keys[side].put(row) !== noKey) searchingCount += 1
  }
  const keyedOf = (side: Side): KeyedRows =>
    keyedRows(search.places, side, {
      keys: keys[side],
      rows: shared?.[side] ?? search.places.rowsByPlace[side],
      ruleRowCount: at(search.rule.criteria, 0).rowCounts[side],
      isInScope: scopeOf(run, search, side),
    })
  const keyed = { source: keyedOf('source'), target: keyedOf('target') }
  return { blocks: commonBlocks(keyed, keys.count()), searchingCount }
}

interface WantedKeys {
  readonly keys: SideKeys
  readonly rows: Uint32Array
  /** The number of rows of a side when the rule was bound. */
  readonly ruleRowCount: number
  readonly isInScope: (row: number) => boolean
}

/** If more than one row in this many is found, reading all rows in order costs less than sorting the found ones. */
const denseOneIn = 4

function keyedRows(
  { placeOf, rowsByPlace }: Places,
  side: Side,
  { keys, rows, ruleRowCount, isInScope }: WantedKeys,
): KeyedRows {
  // Many rows are found: all rows are read in the order of their places, so that the found ones need no sorting.
  const isDense = rows.length > rowsByPlace[side].length / denseOneIn
  const found = new Uint32Array(isDense ? rowsByPlace[side].length : rows.length)
  const [placesOfFound, keysOfFound] = [new Uint32Array(found.length), new Int32Array(found.length)]
  let count = 0
  // Few rows are found: they are read by row, as values are stored, and then sorted.
  const rowCount = placeOf[side].length
  for (const row of isDense ? rowsByPlace[side] : rows) {
    // The places or the rule may be older than some residuals; rows of these are skipped.
    const key = row < rowCount && row < ruleRowCount ? keys.find(row) : noKey
    if (key === noKey || !isInScope(row)) continue
    found[count] = row
    placesOfFound[count] = int32At(placeOf[side], row)
    keysOfFound[count] = key
    count += 1
  }
  if (isDense) return { rows: found.subarray(0, count), keys: keysOfFound.subarray(0, count) }
  const order = radixSort([placesOfFound], indicesUpTo(count))
  return {
    rows: order.map((index) => uint32At(found, index)),
    keys: Int32Array.from(order, (index) => int32At(keysOfFound, index)),
  }
}

function commonBlocks(keyed: BySide<KeyedRows>, keyCount: number): BySide<Uint32Array>[] {
  const groups = commonGroups(keyed, keyCount)
  return Array.from({ length: groups.count }, (_, group) => ({
    source: groups.rows('source', group),
    target: groups.rows('target', group),
  }))
}

const stepsOfSharing = 8
