import { byteAt, int32At } from '../base/at.ts'
import { type KeyNumbers, keyNumbersOf } from '../match/blocks/key-numbers.ts'
import { numberOfRow } from '../record/numbering.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { blocksByEquality } from '../rules/criteria/criterion-kind.ts'
import { createDenseRows } from './dense-blocks.ts'

/**
 * The rows that share a value with a searching record. They are found once for all searches that compare that value.
 */
export interface SharedRows {
  readonly dense: ReturnType<typeof createDenseRows>
  /**
   * The rows of each side, ascending, that share a value with a searching record under one of `criteria`: the criterion
   * with the fewest such rows. Undefined if no criterion compares values. Each call must have the searchers of the call
   * before, or fewer.
   */
  under(criteria: readonly BoundCriterion[], searchers: BySide<Iterable<number>>): BySide<Uint32Array> | undefined
}

export function createSharedRows(): SharedRows {
  const known = new Map<Int32Array, BySide<Uint32Array>>()
  return {
    dense: createDenseRows(),
    under(criteria, searchers) {
      let fewest: BySide<Uint32Array> | undefined
      for (const bound of criteria) {
        if (!blocksByEquality(bound.criterion)) continue
        const numbers = keyNumbersOf(bound)
        const rows = known.get(numbers.source) ?? rowsOfNumbers(numbers, searchers)
        known.set(numbers.source, rows)
        if (fewest === undefined || countRows(rows) < countRows(fewest)) fewest = rows
      }
      return fewest
    },
  }
}

const countRows = ({ source, target }: BySide<Uint32Array>): number => source.length + target.length

function rowsOfNumbers(numbers: KeyNumbers, searchers: BySide<Iterable<number>>): BySide<Uint32Array> {
  // Numbers of values never exceed the number of rows of both sides.
  const isWanted = new Uint8Array(numbers.source.length + numbers.target.length + 1)
  for (const side of sides) {
    for (const row of searchers[side]) {
      const number = row < numbers[side].length ? numberOfRow(numbers, side, row) : -1
      if (number >= 0) isWanted[number] = 1
    }
  }
  const rowsOf = (side: Side): Uint32Array => {
    const all = numbers[side]
    const rows = new Uint32Array(all.length)
    let count = 0
    for (let row = 0; row < all.length; row++) {
      const number = numbers.read === undefined ? int32At(all, row) : numberOfRow(numbers, side, row)
      if (number >= 0 && byteAt(isWanted, number) === 1) rows[count++] = row
    }
    return rows.slice(0, count)
  }
  return { source: rowsOf('source'), target: rowsOf('target') }
}
