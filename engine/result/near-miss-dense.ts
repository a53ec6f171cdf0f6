import { int32At, uint32At } from '../base/at.ts'
import { indicesUpTo, radixSort } from '../base/radix-sort.ts'
import { isCompared, noKey } from '../match/blocks/key-table.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { DenseRows } from './dense-blocks.ts'
import { type PairSearch, type SearchBlocks, type SearchedRun, scopeOf } from './pair-search.ts'
import type { Places } from './record-order.ts'

interface DenseSearch {
  readonly criteria: readonly BoundCriterion[]
  readonly searchers: BySide<readonly number[]>
  readonly dense: DenseRows
}

type RowTest = (row: number) => boolean

/** The blocks of a search whose key is a value that most records share. Their rows are sorted already. */
export function denseBlocks(
  run: SearchedRun,
  search: PairSearch,
  { criteria, searchers, dense }: DenseSearch,
): SearchBlocks {
  const required = criteria.filter((bound) => !isCompared(bound) && bound.criterion.nulls === 'fail')
  const testsOf = (side: Side): readonly RowTest[] => [
    ...(isWhole(run, search, side) ? [] : [scopeOf(run, search, side)]),
    ...required.filter((bound) => !isComplete(bound, side)).map((bound) => hasValueOf(bound, side)),
  ]
  const tests = { source: testsOf('source'), target: testsOf('target') }
  const scopes = { source: scopeOf(run, search, 'source'), target: scopeOf(run, search, 'target') }
  const searchersByNumber = { source: new Map<number, number[]>(), target: new Map<number, number[]>() }
  let searchingCount = 0
  for (const side of sides) {
    for (const row of searchers[side]) {
      const number = scopes[side](row) && meetsAll(tests[side], row) ? dense.numberOf(side, row) : noKey
      if (number < 0) continue
      const rows = searchersByNumber[side].get(number)
      if (rows === undefined) searchersByNumber[side].set(number, [row])
      else rows.push(row)
      searchingCount += 1
    }
  }
  const rowsOf = (side: Side, number: number): Uint32Array => {
    const rows = dense.rowsOf(side, number)
    return tests[side].length === 0 ? rows : rowsThatMeet(tests[side], rows)
  }
  const searchersOf = (side: Side, number: number): Uint32Array =>
    inOrder(search.places, side, searchersByNumber[side].get(number) ?? [])
  const numbers = new Set([...searchersByNumber.source.keys(), ...searchersByNumber.target.keys()])
  const blocks = [...numbers].map((number) => ({
    source: rowsOf('source', number),
    target: rowsOf('target', number),
    searchers: { source: searchersOf('source', number), target: searchersOf('target', number) },
  }))
  return { blocks: blocks.filter(({ source, target }) => source.length > 0 && target.length > 0), searchingCount }
}

/** Rows in the order of their places. Residuals are left out where the places were made before the first rule. */
function inOrder({ placeOf }: Places, side: Side, rows: readonly number[]): Uint32Array {
  const placed = Uint32Array.from(rows.filter((row) => row < placeOf[side].length))
  const order = radixSort([placed.map((row) => int32At(placeOf[side], row))], indicesUpTo(placed.length))
  return order.map((index) => uint32At(placed, index))
}

const isWhole = ({ exclusions }: SearchedRun, { rule }: PairSearch, side: Side): boolean =>
  exclusions.length === 0 && rule.compiled.filters[side].length === 0

function meetsAll(tests: readonly RowTest[], row: number): boolean {
  for (const test of tests) if (!test(row)) return false
  return true
}

/** The rows that meet all tests. A loop instead of `filter`, since most records of a side are tested. */
function rowsThatMeet(tests: readonly RowTest[], rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length)
  let count = 0
  for (const row of rows) if (meetsAll(tests, row)) found[count++] = row
  return found.subarray(0, count)
}

/** Whether all rows of a side have a value under the criterion. O(rows) at the first call for a criterion. */
function isComplete(bound: BoundCriterion, side: Side): boolean {
  const known = completeness[side].get(bound)
  if (known !== undefined) return known
  const hasValue = hasValueOf(bound, side)
  let row = 0
  while (row < bound.rowCounts[side] && hasValue(row)) row += 1
  completeness[side].set(bound, row === bound.rowCounts[side])
  return row === bound.rowCounts[side]
}

const completeness: BySide<WeakMap<BoundCriterion, boolean>> = { source: new WeakMap(), target: new WeakMap() }

const hasValueOf = (bound: BoundCriterion, side: Side): RowTest =>
  side === 'source' ? bound.hasSource : bound.hasTarget
