import { float64At } from '../../base/at.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'

export interface SearcherState {
  /** Searcher → 1 unless it is in a break of two records. */
  readonly isLeft: Uint8Array
  /** Three codes of found records for each searcher, see `codeOf`; -1 for none. */
  readonly found: Float64Array
}

const none = -1

export const newSearcherState = (
  searcherCount: number,
  isLeft: Uint8Array = new Uint8Array(searcherCount).fill(1),
): SearcherState => ({ isLeft, found: new Float64Array(candidateCountMax * searcherCount).fill(none) })

export function foundCount({ found }: SearcherState, searcher: number): number {
  let count = 0
  while (count < candidateCountMax && float64At(found, candidateCountMax * searcher + count) !== none) count += 1
  return count
}

export function hasFound({ found }: SearcherState, searcher: number, code: number): boolean {
  const start = candidateCountMax * searcher
  return found.subarray(start, start + candidateCountMax).includes(code)
}

export function addFound(state: SearcherState, searcher: number, codes: readonly number[]): void {
  const start = candidateCountMax * searcher + foundCount(state, searcher)
  for (const [index, code] of codes.entries()) state.found[start + index] = code
}

export function formatState({ isLeft, found }: SearcherState): Uint8Array {
  const bytes = new Uint8Array(isLeft.length + found.byteLength)
  bytes.set(new Uint8Array(found.buffer, found.byteOffset, found.byteLength))
  bytes.set(isLeft, found.byteLength)
  return bytes
}

export function parseState(bytes: Uint8Array): SearcherState {
  const searcherCount = bytes.length / (1 + 8 * candidateCountMax)
  const copy = bytes.slice()
  return {
    found: new Float64Array(copy.buffer, 0, candidateCountMax * searcherCount),
    isLeft: copy.subarray(8 * candidateCountMax * searcherCount),
  }
}
