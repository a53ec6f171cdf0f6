import { at, byteAt, float64At } from '../../base/at.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'

/** What is known of each record that looks for others: whether it is in no break yet, and which records it has found. */
export interface LookerState {
  /** 1 for a looker that is in no break of two records. */
  readonly isLeft: Uint8Array
  /** Three codes a looker, see `codeOf`; -1 for none. */
  readonly found: Float64Array
}

const none = -1

/** Lookers that have found nothing; all are left, unless `isLeft` says which are. */
export const newLookerState = (
  lookerCount: number,
  isLeft: Uint8Array = new Uint8Array(lookerCount).fill(1),
): LookerState => ({ isLeft, found: new Float64Array(candidateCountMax * lookerCount).fill(none) })

/** How many records a looker has found. */
export function foundCount({ found }: LookerState, looker: number): number {
  let count = 0
  while (count < candidateCountMax && float64At(found, candidateCountMax * looker + count) !== none) count += 1
  return count
}

/** Whether a looker has found the record of a code. */
export function hasFound({ found }: LookerState, looker: number, code: number): boolean {
  const start = candidateCountMax * looker
  return found.subarray(start, start + candidateCountMax).includes(code)
}

/** Notes records that a looker has found, of which there is room for all. Changes `state`. */
export function addFound(state: LookerState, looker: number, codes: readonly number[]): void {
  const start = candidateCountMax * looker + foundCount(state, looker)
  for (const [index, code] of codes.entries()) state.found[start + index] = code
}

/** How many lookers look in the places of `keyed`, once for each place. `isLooking` says which may. */
export function countLooking(keyed: Uint8Array, isLooking: (looker: number) => boolean): number {
  let count = 0
  for (let looker = 0; looker < keyed.length; looker++) {
    const bits = byteAt(keyed, looker)
    if (bits !== 0 && isLooking(looker)) count += at(bitCounts, bits)
  }
  return count
}

const bitCounts = [0, 1, 1, 2]

/** A state as bytes, and back. 25 bytes a looker. */
export function formatState({ isLeft, found }: LookerState): Uint8Array {
  const bytes = new Uint8Array(isLeft.length + found.byteLength)
  bytes.set(new Uint8Array(found.buffer, found.byteOffset, found.byteLength))
  bytes.set(isLeft, found.byteLength)
  return bytes
}

/** The inverse of `formatState`. */
export function parseState(bytes: Uint8Array): LookerState {
  const lookerCount = bytes.length / (1 + 8 * candidateCountMax)
  const copy = bytes.slice()
  return {
    found: new Float64Array(copy.buffer, 0, candidateCountMax * lookerCount),
    isLeft: copy.subarray(8 * candidateCountMax * lookerCount),
  }
}
