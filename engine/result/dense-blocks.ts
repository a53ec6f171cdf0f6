import { int32At, uint32At } from '../base/at.ts'
import { type KeyNumbers, keyNumbersOf } from '../match/blocks/key-numbers.ts'
import { isCompared } from '../match/blocks/key-table.ts'
import { noValue } from '../record/numbering.ts'
import type { BySide, Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { blocksByEquality } from '../rules/criteria/criterion-kind.ts'
import type { Places } from './record-order.ts'

/**
 * Blocks whose key is a value that most records share, such as a currency. Their rows are sorted by place once, for all
 * searches.
 */

/** The rows whose key has the number `n` are `rows[starts[n] .. starts[n + 1])`, in the order of their places. */
interface RowsByNumber {
  readonly rows: Uint32Array
  readonly starts: Uint32Array
}

export interface DenseRows {
  /** The number of the row's key; negative for a row without a key. */
  numberOf(side: Side, row: number): number
  rowsOf(side: Side, number: number): Uint32Array
}

/**
 * Makes a function that returns undefined unless `criteria` make a key of a single value that is numbered for all rows
 * in advance.
 */
export function createDenseRows() {
  const known = new Map<Int32Array, BySide<RowsByNumber>>()
  return (criteria: readonly BoundCriterion[], places: Places): DenseRows | undefined => {
    const [only, ...others] = criteria.filter(isCompared)
    if (only === undefined || others.length > 0 || !blocksByEquality(only.criterion)) return undefined
    const numbers = keyNumbersOf(only)
    if (numbers.read !== undefined) return undefined
    const bySide = known.get(numbers.source) ?? {
      source: groupByNumber(numbers, places, 'source'),
      target: groupByNumber(numbers, places, 'target'),
    }
    known.set(numbers.source, bySide)
    return {
      numberOf(side, row) {
        const number = int32At(numbers[side], row)
        return number === noValue && numbers.failsOnAbsent ? -1 : number
      },
      rowsOf(side, number) {
        const { rows, starts } = bySide[side]
        return number + 1 < starts.length
          ? rows.subarray(uint32At(starts, number), uint32At(starts, number + 1))
          : rows.subarray(0, 0)
      },
    }
  }
}

function groupByNumber(numbers: KeyNumbers, { rowsByPlace }: Places, side: Side): RowsByNumber {
  const own = numbers[side]
  const isKnown = (row: number): boolean => row < own.length && int32At(own, row) >= 0
  let most = 0
  for (let row = 0; row < own.length; row++) most = Math.max(most, int32At(own, row))
  const starts = new Uint32Array(most + 2)
  for (const row of rowsByPlace[side])
    if (isKnown(row)) starts[int32At(own, row) + 1] = uint32At(starts, int32At(own, row) + 1) + 1
  for (let number = 1; number < starts.length; number++)
    starts[number] = uint32At(starts, number) + uint32At(starts, number - 1)
  const next = starts.slice()
  const rows = new Uint32Array(uint32At(starts, most + 1))
  for (const row of rowsByPlace[side]) {
    if (!isKnown(row)) continue
    const number = int32At(own, row)
    rows[uint32At(next, number)] = row
    next[number] = uint32At(next, number) + 1
  }
  return { rows, starts }
}
