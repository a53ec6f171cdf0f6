import { at, int32At, uint32At } from '../base/at.ts'
import { noValue, numberOfRow } from '../record/numbering.ts'
import type { Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { blocksByEquality } from '../rules/criteria/criterion-kind.ts'
import { type KeyNumbers, keyNumbersOf } from './key-numbers.ts'

/** The blocking keys of rows under some criteria: rows of one key have one number. */
export interface KeyTable {
  /** The number of a row's key, which is new where no row before had the key; `noKey` for a row without one. */
  put(side: Side, row: number): number
  /** The number of a row's key; `noKey` where no row that was put has it. */
  find(side: Side, row: number): number
  /** How many keys there are. They are numbered from 0 in the order in which they came. */
  count(): number
}

export const noKey = -1

/** A table of the keys of at most `rowCountMax` rows under `criteria`. O(criteria) a row; 24 bytes for each of them. */
export function createKeyTable(criteria: readonly BoundCriterion[], rowCountMax: number): KeyTable {
  const parts = criteria.filter(isCompared).map(keyNumbersOf)
  // Most rows have a key that nobody has put. Whether they have the values that the others only require is not asked.
  const required = criteria.filter((bound) => !isCompared(bound) && bound.criterion.nulls === 'fail')
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rowCountMax)) - 1
  /** Place in the table → number and one, 0 for none. Number → its hash, and a row that has the key. */
  const slots = new Int32Array(mask + 1)
  const hashes = new Int32Array(rowCountMax)
  const rows = new Uint32Array(rowCountMax)
  const isOfTarget = new Uint8Array(rowCountMax)
  let count = 0
  /** Where the last search ended: the place of the key, or that where it would stand. */
  let [place, hash] = [0, 0]

  const hasRequired = (side: Side, row: number): boolean =>
    required.every((bound) => (side === 'source' ? bound.hasSource(row) : bound.hasTarget(row)))
  const search = (side: Side, row: number): number => {
    const key = hashOfKey(parts, side, row)
    if (key === undefined) return noKey
    hash = key
    place = hash & mask
    for (let number = int32At(slots, place); number !== 0; number = int32At(slots, place)) {
      if (int32At(hashes, number - 1) === hash) {
        const other = isOfTarget[number - 1] === 1 ? 'target' : 'source'
        if (haveEqualKeys(parts, { side, row, other, otherRow: uint32At(rows, number - 1) })) return number - 1
      }
      place = (place + 1) & mask
    }
    return missing
  }
  return {
    put(side, row) {
      const found = search(side, row)
      if (found === noKey || !hasRequired(side, row)) return noKey
      if (found !== missing) return found
      hashes[count] = hash
      rows[count] = row
      isOfTarget[count] = side === 'target' ? 1 : 0
      count += 1
      slots[place] = count
      return count - 1
    },
    find(side, row) {
      const found = search(side, row)
      return found === missing || found === noKey || !hasRequired(side, row) ? noKey : found
    },
    count: () => count,
  }
}

const missing = -2

/** Whether rows of one key have to agree in a criterion: in a value, in a part of it, or in whether there is a value. */
const isCompared = ({ criterion }: BoundCriterion): boolean =>
  blocksByEquality(criterion) || (criterion.blocking !== undefined && criterion.nulls !== 'fail')

/** Undefined where no pair of the row can meet the criteria. */
function hashOfKey(parts: readonly KeyNumbers[], side: Side, row: number): number | undefined {
  let hash = 0
  for (let index = 0; index < parts.length; index++) {
    const part = at(parts, index)
    const number = numberOfRow(part, side, row)
    if (number < 0 || (number === noValue && part.failsOnAbsent)) return undefined
    hash = Math.imul(hash ^ number, 0x9e3779b1)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash, 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

interface TwoRows {
  readonly side: Side
  readonly row: number
  readonly other: Side
  readonly otherRow: number
}

function haveEqualKeys(parts: readonly KeyNumbers[], { side, row, other, otherRow }: TwoRows): boolean {
  for (let index = 0; index < parts.length; index++) {
    const part = at(parts, index)
    if (int32At(part[side], row) !== int32At(part[other], otherRow)) return false
  }
  return true
}
