import { type Numbering, noValue, unread } from '../../record/numbering.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { type ComparedValue, isKey } from '../../rules/criteria/criterion-kind.ts'
import { valueAt } from '../state/bound-rule.ts'

/** The values of one criterion in blocking keys, as numbers: two numbers are equal exactly when the values are. */
export interface KeyNumbers extends Numbering {
  readonly failsOnAbsent: boolean
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
