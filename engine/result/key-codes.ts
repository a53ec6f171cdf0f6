import { int32At } from '../base/at.ts'
import { valueAt } from '../match/bound-rule.ts'
import type { Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../rules/criteria/criterion-kind.ts'

/** Blocking keys as numbers: the search for near misses makes a key of every record for each criterion it leaves out. */

/** The key of a row under some criteria; `noKey` when no pair of the row can meet all of them. */
export type RowKey = (side: Side, row: number) => number

export const noKey = -1

/** A criterion's part of the blocking key of each row, below `count`, or `noKey`. */
interface Codes {
  readonly source: Int32Array
  readonly target: Int32Array
  readonly count: number
}

/**
 * Makes the keys of `blockingKey` under any choice of the criteria of a run's rules: rows have equal numbers exactly
 * when they have equal keys there. The values of a criterion are numbered once, in O(records) time and 4 bytes a
 * record.
 */
export function createRowKeys(): (criteria: readonly BoundCriterion[]) => RowKey {
  const known = new Map<BoundCriterion, Codes>()
  const codesUnder = (bound: BoundCriterion): Codes => {
    const codes = known.get(bound) ?? codesOf(bound)
    known.set(bound, codes)
    return codes
  }
  return (criteria) => {
    const parts = foldable(criteria.map(codesUnder))
    return (side, row) => {
      let key = 0
      for (const { codes, count, numbers } of parts) {
        const code = int32At(codes[side], row)
        if (code === noKey) return noKey
        key = (numbers === undefined ? key : numberOf(key, numbers)) * count + code
      }
      return key
    }
  }
}

interface Part {
  readonly codes: Codes
  readonly count: number
  /** Numbers the keys of the parts before, where all parts together exceed the integers that a number holds exactly. */
  readonly numbers?: Map<number, number>
}

function foldable(all: readonly Codes[]): readonly Part[] {
  let range = 1
  return all.map((codes) => {
    const { count } = codes
    const isSafe = range * count <= Number.MAX_SAFE_INTEGER
    // Keys that are numbered anew are no more than the records.
    range = (isSafe ? range : codes.source.length + codes.target.length) * count
    return isSafe ? { codes, count } : { codes, count, numbers: new Map() }
  })
}

function codesOf(bound: BoundCriterion): Codes {
  const { nulls, blocking } = bound.criterion
  const numbers = new Map<ComparedValue, number>()
  const partOf = (value: ComparedValue): number => {
    if (blocking === undefined) return noPart
    const part = bound.keyPart(value)
    return part === undefined ? noKey : numberOf(part, numbers) + 1
  }
  const read = (side: Side, rowCount: number): Int32Array => {
    const codes = new Int32Array(rowCount)
    for (let row = 0; row < rowCount; row++) {
      const value = valueAt(bound, side, row)
      codes[row] = value !== undefined ? partOf(value) : nulls === 'fail' ? noKey : noPart
    }
    return codes
  }
  const codes = { source: read('source', bound.rowCounts.source), target: read('target', bound.rowCounts.target) }
  return { ...codes, count: Math.max(numbers.size, 1) + 1 }
}

/** The part of a key where there is no value, or where the criterion bounds no pairs. */
const noPart = 0

function numberOf<Value>(value: Value, numbers: Map<Value, number>): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}
