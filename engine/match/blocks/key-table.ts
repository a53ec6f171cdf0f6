import { at, byteAt, int32At, uint32At } from '../../base/at.ts'
import { noValue, numberOfRow, unread } from '../../record/numbering.ts'
import { type BySide, oppositeSide, type Side } from '../../record/side.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { isCompared, type KeyNumbers, keyNumbersOf } from './key-numbers.ts'

export interface KeyTable extends BySide<SideKeys> {
  /** The number of different keys so far. Keys are numbered from 0 in the order in which rows are put. */
  count(): number
}

export interface SideKeys {
  /** The number of the row's key: a new number for a new key, `noKey` for a row without a key. */
  put(row: number): number
  /** The number of the row's key; `noKey` unless a row with that key was put. */
  find(row: number): number
}

export const noKey = -1

/** A table of the keys of at most `rowCountMax` rows. O(criteria) a row; up to 25 bytes a row. */
export function createKeyTable(criteria: readonly BoundCriterion[], rowCountMax: number): KeyTable {
  const parts = criteria.filter(isCompared).map(keyNumbersOf)
  // Criteria whose field has to be present. `find` tests them last, since a row without a key in the table needs no
  // test.
  const required = criteria.filter((bound) => !isCompared(bound) && bound.criterion.nulls === 'fail')
  const entries = createEntries(parts, rowCountMax)
  const keysOf = (side: Side): SideKeys => {
    const hasRequired = (row: number): boolean => {
      for (let index = 0; index < required.length; index++) {
        const bound = at(required, index)
        if (!(side === 'source' ? bound.hasSource(row) : bound.hasTarget(row))) return false
      }
      return true
    }
    const hashOf = keyHash(parts, side)
    const { search, add } = entries.of(side)
    return {
      put(row) {
        const hash = hashOf(row)
        if (hash === noHash || !hasRequired(row)) return noKey
        const found = search(row, hash)
        return found === noKey ? add(row, hash) : found
      },
      find(row) {
        const hash = hashOf(row)
        const found = hash === noHash ? noKey : search(row, hash)
        return found === noKey || !hasRequired(row) ? noKey : found
      },
    }
  }
  return { source: keysOf('source'), target: keysOf('target'), count: entries.count }
}

/** The hash that marks a row without a key. A key that happens to have this hash gets 0 instead. */
const noHash = 1

function keyHash(parts: readonly KeyNumbers[], side: Side): (row: number) => number {
  const columns = parts.map((part) => part[side])
  return (row) => {
    let hash = 0
    for (let index = 0; index < columns.length; index++) {
      const part = at(parts, index)
      let number = int32At(at(columns, index), row)
      if (number === unread) number = numberOfRow(part, side, row)
      if (number < noValue || (number === noValue && part.failsOnAbsent)) return noHash
      hash = Math.imul(hash ^ number, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    hash = Math.imul(hash, 0x85ebca6b)
    hash ^= hash >>> 13
    return hash === noHash ? 0 : hash
  }
}

/** Above this average of failed look-ups a row, keys are compared as strings instead of by hash. */
const wrongLooksPerRowMax = 16

/** A hash table with open addressing. Each entry is the first row that has a key. */
function createEntries(parts: readonly KeyNumbers[], rowCountMax: number) {
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rowCountMax)) - 1
  /**
   * Place in the table → number of the key + 1, or 0 for an empty place. The arrays below are indexed by the key's
   * number.
   */
  const slots = new Int32Array(mask + 1)
  const hashes = new Int32Array(rowCountMax)
  const rows = new Uint32Array(rowCountMax)
  const isOfTarget = new Uint8Array(rowCountMax)
  let count = 0
  let looksLeft = wrongLooksPerRowMax * (rowCountMax + mask)
  /** Replaces the hashes once too many of them collide: somebody may have chosen keys with equal hashes. */
  let bySpelling: Map<string, number> | undefined
  const spell = (side: Side, row: number): string => parts.map((part) => numberOfRow(part, side, row)).join()
  const spellAll = (): Map<string, number> =>
    new Map(
      Array.from({ length: count }, (_, number) => [
        spell(byteAt(isOfTarget, number) === 1 ? 'target' : 'source', uint32At(rows, number)),
        number,
      ]),
    )
  let free = 0
  const of = (side: Side) => {
    const isOwn = keyEquality(parts, side, side)
    const isOther = keyEquality(parts, side, oppositeSide(side))
    const ownMark = side === 'target' ? 1 : 0
    return {
      search(row: number, hash: number): number {
        if (bySpelling !== undefined) return bySpelling.get(spell(side, row)) ?? noKey
        let place = hash & mask
        for (let number = int32At(slots, place); number !== 0; number = int32At(slots, place)) {
          if (int32At(hashes, number - 1) === hash) {
            const isEqual = byteAt(isOfTarget, number - 1) === ownMark ? isOwn : isOther
            if (isEqual(row, uint32At(rows, number - 1))) return number - 1
          }
          looksLeft -= 1
          place = (place + 1) & mask
        }
        free = place
        if (looksLeft < 0) bySpelling = spellAll()
        return noKey
      },
      add(row: number, hash: number): number {
        hashes[count] = hash
        rows[count] = row
        isOfTarget[count] = ownMark
        count += 1
        if (bySpelling === undefined) slots[free] = count
        else bySpelling.set(spell(side, row), count - 1)
        return count - 1
      },
    }
  }
  return { of, count: () => count }
}

function keyEquality(
  parts: readonly KeyNumbers[],
  side: Side,
  otherSide: Side,
): (row: number, other: number) => boolean {
  const [columns, others] = [parts.map((part) => part[side]), parts.map((part) => part[otherSide])]
  return (row, other) => {
    for (let index = 0; index < columns.length; index++)
      if (int32At(at(columns, index), row) !== int32At(at(others, index), other)) return false
    return true
  }
}
