import { at, byteAt, uint32At } from '../base/at.ts'
import { indicesUpTo, picked, radixSort } from '../base/radix-sort.ts'
import type { Slices } from '../base/slices.ts'
import { isCompared, keyNumbersOf, withKey } from '../match/blocks/key-numbers.ts'
import { takesPartOf } from '../match/state/bound-rule.ts'
import { status } from '../match/state/run-state.ts'
import { numbersOfRows } from '../record/numbering.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { blocksByEquality } from '../rules/criteria/criterion-kind.ts'
import { criteriaMet } from './pair-joins.ts'
import type { KeySearch, SearchedRun } from './pair-search.ts'
import type { RowsByValue } from './shared-rows.ts'

/** The rows of both sides by key, for each key that both sides have. */
interface KeyBlocks extends BySide<BlocksOfSide> {
  readonly count: number
}

/** The rows of block `b` are `rows[starts[b] .. ends[b])`, in the order of their places. */
interface BlocksOfSide {
  readonly rows: Uint32Array
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

interface SearchBlocks extends KeyBlocks {
  /** The indices in `rows` of the searching records of each side, ascending. */
  readonly searchers: BySide<Uint32Array>
}

/**
 * O(rows that share a value with a searching record) at the first search by a key, and O(rows) at the first search that
 * compares a value.
 */
export function* blocksOfSearch(run: SearchedRun, search: KeySearch): Slices<SearchBlocks> {
  const { shared, searching } = search
  const scope = scopeOf(run, search)
  const known = knownBlocks.get(shared) ?? []
  const blocks = known.find((each) => areEqual(each.scope, scope))?.blocks ?? (yield* blocksByKey(run, search))
  if (scope.length > 0) {
    const others = known.filter((each) => each.blocks !== blocks)
    knownBlocks.set(shared, [{ scope, blocks }, ...others].slice(0, scopeCountMax))
  }
  return {
    ...blocks,
    searchers: {
      source: indicesOfMarked(blocks.source.rows, searching.source),
      target: indicesOfMarked(blocks.target.rows, searching.target),
    },
  }
}

interface ScopedBlocks {
  readonly scope: readonly unknown[]
  readonly blocks: KeyBlocks
}

/** Many joins have the same key: the blocks of the last joins with the same rows, the latest first. */
const knownBlocks = new WeakMap<KeySearch['shared'], readonly ScopedBlocks[]>()

/** The blocks of a join take 4 bytes for each row that has its key. */
const scopeCountMax = 8

/** Whatever decides which rows have which keys; empty where only joins of this rule could have the same rows. */
function scopeOf({ source, target }: SearchedRun, search: KeySearch): readonly unknown[] {
  const criteria = criteriaMet(search)
  const { filters } = search.rule.compiled
  if (filters.source.length + filters.target.length > 0 || !criteria.some(blocks)) return []
  const parts = criteria.flatMap((bound): readonly unknown[] => {
    if (isCompared(bound)) return [keyNumbersOf(bound).source, keyNumbersOf(bound).target, bound.criterion.nulls]
    return bound.criterion.nulls !== 'fail' || sides.every(bound.isComplete) ? [] : [bound]
  })
  return [source.statuses, target.statuses, ...parts]
}

const blocks = ({ criterion }: BoundCriterion): boolean => blocksByEquality(criterion)

const areEqual = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((each, index) => each === right[index])

function* blocksByKey(run: SearchedRun, search: KeySearch): Slices<KeyBlocks> {
  const criteria = criteriaMet(search)
  const shared = search.shared.under(criteria, search)
  if (run.work.endsSlice(stepsOfSharing * (run.source.statuses.length + run.target.statuses.length))) yield
  const keyedOf = (side: Side): KeyedRows => {
    const first = shared && { ...shared[side], by: shared.by }
    const rows = first?.rows ?? search.places[side].all()
    return sortByKeys(rowsInScope(run, search, { side, criteria, first, rows }), { side, criteria, first })
  }
  return commonBlocks({ source: keyedOf('source'), target: keyedOf('target') })
}

/** The rows of a side that have a key under a join: by key, then by place. O(rows). */
export function rowsByKeys(run: SearchedRun, search: Omit<KeySearch, 'shared' | 'searching'>, side: Side): Uint32Array {
  const scope = { side, criteria: criteriaMet(search), first: undefined }
  const rows = rowsInScope(run, search, { ...scope, rows: search.places[side].all() })
  return sortByKeys(rows, scope).rows
}

export function rowsOfBlock(blocks: KeyBlocks, side: Side, block: number): readonly number[] {
  const { rows, starts, ends } = blocks[side]
  return [...rows.subarray(at(starts, block), at(ends, block))]
}

const stepsOfSharing = 8

interface KeyOfSide {
  readonly side: Side
  readonly criteria: readonly BoundCriterion[]
  /** The criterion by whose value the rows are sorted already. */
  readonly first: (RowsByValue & { readonly by: BoundCriterion }) | undefined
}

/** Drops rows that may not be found: those that are excluded, take no part in the rule, or have no key. */
function rowsInScope(
  run: SearchedRun,
  { rule }: Pick<KeySearch, 'rule'>,
  { side, criteria, first, rows }: KeyOfSide & { readonly rows: Uint32Array },
): Uint32Array {
  const { statuses } = run[side]
  let found = rows
  if (run.exclusions.length > 0) found = rowsThat((row) => byteAt(statuses, row) !== status.excluded, found)
  // Rows that were added after the rule was bound take no part either.
  if (rule.compiled.filters[side].length > 0 || first === undefined) found = rowsThat(takesPartOf(rule, side), found)
  for (const bound of criteria) {
    if (isCompared(bound)) found = bound === first?.by ? found : withKey(keyNumbersOf(bound), side, found)
    else if (bound.criterion.nulls === 'fail' && !bound.isComplete(side))
      found = rowsThat(side === 'source' ? bound.hasSource : bound.hasTarget, found)
  }
  return found
}

function rowsThat(test: (row: number) => boolean, rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length)
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index)
    if (test(row)) found[count++] = row
  }
  return found.subarray(0, count)
}

function indicesOfMarked(rows: Uint32Array, marks: Uint8Array): Uint32Array {
  const found = new Uint32Array(rows.length)
  let count = 0
  for (let index = 0; index < rows.length; index++)
    if (byteAt(marks, uint32At(rows, index)) === 1) found[count++] = index
  return found.subarray(0, count)
}

/** Rows by key, and those of one key in the order of their places. */
interface KeyedRows {
  readonly rows: Uint32Array
  /** The parts of the rows' keys as numbers, the part by which the rows are sorted first in front. */
  readonly columns: readonly Uint32Array[]
}

function sortByKeys(rows: Uint32Array, { side, criteria, first }: KeyOfSide): KeyedRows {
  const numbersOf = (bound: BoundCriterion): Uint32Array => numbersOfRows(keyNumbersOf(bound), side, rows)
  const columns = criteria.filter((bound) => isCompared(bound) && bound !== first?.by).map(numbersOf)
  const own = first === undefined ? [] : [rows === first.rows ? first.numbers : numbersOf(first.by)]
  if (columns.length === 0) return { rows, columns: own }
  const order = radixSort(columns, indicesUpTo(rows.length))
  return { rows: picked(rows, order), columns: [...columns, ...own].map((each) => picked(each, order)) }
}

function commonBlocks({ source, target }: BySide<KeyedRows>): KeyBlocks {
  const found = {
    source: { rows: source.rows, starts: [] as number[], ends: [] as number[] },
    target: { rows: target.rows, starts: [] as number[], ends: [] as number[] },
  }
  let [left, right] = [0, 0]
  while (left < source.rows.length && right < target.rows.length) {
    let order = 0
    for (let part = 0; part < source.columns.length && order === 0; part++)
      order = uint32At(at(source.columns, part), left) - uint32At(at(target.columns, part), right)
    const [from, other] = [left, right]
    if (order <= 0) left = endOfKey(source, left)
    if (order >= 0) right = endOfKey(target, right)
    if (order !== 0) continue
    found.source.starts.push(from)
    found.source.ends.push(left)
    found.target.starts.push(other)
    found.target.ends.push(right)
  }
  return { ...found, count: found.source.starts.length }
}

/** The first index after `from` with another key. */
function endOfKey({ rows, columns }: KeyedRows, from: number): number {
  for (let end = from + 1; end < rows.length; end++)
    for (let part = columns.length - 1; part >= 0; part--) {
      const numbers = at(columns, part)
      if (uint32At(numbers, end) !== uint32At(numbers, from)) return end
    }
  return rows.length
}
