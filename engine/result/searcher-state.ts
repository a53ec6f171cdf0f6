import { byteAt, float64At, int32At } from '../base/at.ts'
import { candidateCountMax } from '../match/state/run-state.ts'

/** Which rows of a table search: most do not. */
export interface SearcherRows {
  /** Row → its searcher; -1 for a row that does not search. */
  readonly searcherOf: Int32Array
  /** The rows that search, ascending. */
  readonly rows: Uint32Array
}

export function searcherRows(searcherOf: Int32Array): SearcherRows {
  const rows: number[] = []
  for (let row = 0; row < searcherOf.length; row++) if (int32At(searcherOf, row) >= 0) rows.push(row)
  return { searcherOf, rows: Uint32Array.from(rows) }
}

/** What the joins so far have found for searching records, which are numbered over both sides. */
export interface SearcherState {
  /** Searcher → 1 unless it is in a break of two records. */
  readonly isLeft: Uint8Array
  /** Searcher → 1 if a join found a record that its break may show. */
  readonly hasNear: Uint8Array
  /** Three codes of found records that share a document with the searcher, see `codeIn`; -1 for none. */
  readonly found: Float64Array
}

const none = -1

export const newSearcherState = (
  searcherCount: number,
  { isLeft, hasNear }: Pick<SearcherState, 'isLeft' | 'hasNear'> = {
    isLeft: new Uint8Array(searcherCount).fill(1),
    hasNear: new Uint8Array(searcherCount),
  },
): SearcherState => ({ isLeft, hasNear, found: new Float64Array(candidateCountMax * searcherCount).fill(none) })

export function foundCount({ found }: SearcherState, searcher: number): number {
  let count = 0
  while (count < candidateCountMax && float64At(found, candidateCountMax * searcher + count) !== none) count += 1
  return count
}

export function hasFound({ found }: SearcherState, searcher: number, code: number): boolean {
  const start = candidateCountMax * searcher
  for (let index = start; index < start + candidateCountMax; index++) if (float64At(found, index) === code) return true
  return false
}

export function addFound(state: SearcherState, searcher: number, codes: readonly number[]): void {
  const start = candidateCountMax * searcher + foundCount(state, searcher)
  for (const [index, code] of codes.entries()) state.found[start + index] = code
}

/** Whether a searcher is in no break of two records and has no find to show. Requires the state after the last join. */
export const isUnexplained = (state: SearcherState, searcher: number): boolean =>
  byteAt(state.isLeft, searcher) === 1 && byteAt(state.hasNear, searcher) === 0 && foundCount(state, searcher) === 0

/** Searcher → 1 if it is in no break of two records and has found fewer than three. */
export const searchingOn = (state: SearcherState): Uint8Array =>
  state.isLeft.map((isLeft, searcher) => (isLeft === 1 && foundCount(state, searcher) < candidateCountMax ? 1 : 0))
