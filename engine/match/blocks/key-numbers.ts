import { int32At, uint32At } from '../../base/at.ts'
import { type Numbering, noValue, numberOfRow, unread } from '../../record/numbering.ts'
import type { Side } from '../../record/side.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { blocksByEquality, type ComparedValue, isKey } from '../../rules/criteria/criterion-kind.ts'
import { valueAt } from '../state/bound-rule.ts'

/** The values of one criterion in blocking keys, as numbers: two numbers are equal exactly when the values are. */
export interface KeyNumbers extends Numbering {
  readonly failsOnAbsent: boolean
}

/**
 * Whether all rows of one key agree in the criterion: in its value, in a part of its value, or in the lack of a value.
 */
export const isCompared = ({ criterion }: BoundCriterion): boolean =>
  blocksByEquality(criterion) || (criterion.blocking !== undefined && criterion.nulls !== 'fail')

/** The rows whose value can meet another value under the criterion; `rows` itself if all of them can. */
export function withKey(numbers: KeyNumbers, side: Side, rows: Uint32Array): Uint32Array {
  const column = numbers[side]
  const least = numbers.failsOnAbsent ? noValue + 1 : noValue
  let found = rows
  let count = 0
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index)
    const number = int32At(column, row)
    const isKeyed = (number === unread ? numberOfRow(numbers, side, row) : number) >= least
    if (!isKeyed && found === rows) found = rows.slice()
    if (isKeyed) {
      if (found !== rows) found[count] = row
      count += 1
    }
  }
  return count === rows.length ? rows : found.subarray(0, count)
}

/** The number of a value that can meet no other value under the criterion. */
const unkeyed = -1

export function keyNumbersOf(bound: BoundCriterion): KeyNumbers {
  const known = knownNumbers.get(bound) ?? makeNumbers(bound)
  knownNumbers.set(bound, known)
  return known
}

const knownNumbers = new WeakMap<BoundCriterion, KeyNumbers>()

function makeNumbers(bound: BoundCriterion): KeyNumbers {
  const failsOnAbsent = bound.criterion.nulls === 'fail'
  const numbering = isKey(bound.criterion) ? bound.numbering?.() : undefined
  if (numbering !== undefined) return { ...numbering, failsOnAbsent }
  const { rowCounts } = bound
  const numbers = {
    source: new Int32Array(rowCounts.source).fill(unread),
    target: new Int32Array(rowCounts.target).fill(unread),
  }
  const partOf = numberedParts(bound)
  return {
    ...numbers,
    failsOnAbsent,
    read(side, row) {
      const value = valueAt(bound, side, row)
      const number = value === undefined ? noValue : partOf(value)
      numbers[side][row] = number
      return number
    },
  }
}

function numberedParts({ keyPart }: BoundCriterion): (value: ComparedValue) => number {
  const numbers = new Map<ComparedValue, number>()
  return (value) => {
    const part = keyPart(value)
    if (part === undefined) return unkeyed
    const known = numbers.get(part) ?? numbers.size + 1
    numbers.set(part, known)
    return known
  }
}
