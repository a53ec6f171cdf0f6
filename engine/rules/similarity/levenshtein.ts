import { int32At, uint16At, uint32At } from '../../base/at.ts'
import { createLetterRows, type Rows, rowCountMax, rowsPerBlock } from './letter-rows.ts'
import type { NumberLists } from './number-lists.ts'

/** Levenshtein distance over characters, up to a bound. */

export interface Levenshtein {
  /**
   * The least number of edits (insert, delete, replace) between two texts; undefined above `distanceMax`. `left` and
   * `right` are numbers of lists of letters that are not empty. O(length² / 32).
   */
  distance(left: number, right: number, distanceMax: number): number | undefined
  restart(): void
}

/**
 * Myers' bit vectors (1999), in blocks of 32 rows (Hyyrö 2003). The rows stay for the next pair, so that comparing one
 * text with many in a row is fast. Every letter is below `letterCount()`, which may grow.
 */
export function createLevenshtein(letters: NumberLists, letterCount: () => number): Levenshtein {
  const { rows, open, restart } = createLetterRows(letters, letterCount)
  const columns = createColumns()
  return {
    distance(left, right, distanceMax) {
      const other = open(left, right)
      const start = uint32At(letters.starts, other)
      const text = { values: letters.values, start, end: uint32At(letters.starts, other + 1) }
      return rows.blockCount === 1
        ? distanceInBlock(rows, text, distanceMax)
        : distanceInBlocks({ rows, columns }, text, distanceMax)
    },
    restart,
  }
}

interface LetterRange {
  readonly values: Uint32Array
  readonly start: number
  readonly end: number
}

/**
 * Computes the table of distances column by column, for up to 32 rows: then the bit vectors stay in registers. A column
 * is kept as differences between neighbouring rows: +1 where a bit of `plus` is set, −1 where one of `minus` is. In
 * column 0 every row is one more than the row above. Longer texts take `distanceInBlocks`.
 */
function distanceInBlock(
  { rowCount, entryOf, bits }: Rows,
  { values, start, end }: LetterRange,
  distanceMax: number,
): number | undefined {
  const lastBit = 1 << (rowCount - 1)
  let distance = rowCount
  let [plus, minus] = [-1, 0]
  for (let place = start; place < end; place++) {
    const matching = int32At(bits, uint16At(entryOf, uint32At(values, place)))
    const vertical = matching | minus
    const horizontal = (((matching & plus) + plus) ^ plus) | matching
    const more = minus | ~(horizontal | plus)
    const less = plus & horizontal
    if ((more & lastBit) !== 0) distance += 1
    else if ((less & lastBit) !== 0) distance -= 1
    // Each remaining column lowers the distance by at most 1.
    if (distance - (end - 1 - place) > distanceMax) return undefined
    // Above the first row the distance grows by one from column to column.
    const moreBelow = (more << 1) | 1
    plus = (less << 1) | ~(vertical | moreBelow)
    minus = moreBelow & vertical
  }
  return distance
}

interface Columns {
  readonly plus: Int32Array
  readonly minus: Int32Array
}

const createColumns = (): Columns => ({
  plus: new Int32Array(rowCountMax / rowsPerBlock),
  minus: new Int32Array(rowCountMax / rowsPerBlock),
})

function distanceInBlocks(
  { rows, columns: { plus, minus } }: { readonly rows: Rows; readonly columns: Columns },
  { values, start, end }: LetterRange,
  distanceMax: number,
): number | undefined {
  const { rowCount, blockCount, entryOf, bits } = rows
  const lastBlock = blockCount - 1
  const lastBit = 1 << ((rowCount - 1) % rowsPerBlock)
  plus.fill(-1, 0, blockCount)
  minus.fill(0, 0, blockCount)
  let distance = rowCount
  for (let place = start; place < end; place++) {
    const entry = blockCount * uint16At(entryOf, uint32At(values, place))
    let carry = 1
    for (let block = 0; block <= lastBlock; block++) {
      const above = int32At(plus, block)
      const below = int32At(minus, block)
      const matching = int32At(bits, entry + block)
      const equal = carry < 0 ? matching | 1 : matching
      const vertical = matching | below
      const horizontal = (((equal & above) + above) ^ above) | equal
      let more = below | ~(horizontal | above)
      let less = above & horizontal
      const outBit = block === lastBlock ? lastBit : 1 << (rowsPerBlock - 1)
      const out = (more & outBit) !== 0 ? 1 : (less & outBit) !== 0 ? -1 : 0
      more = (more << 1) | (carry > 0 ? 1 : 0)
      less = (less << 1) | (carry < 0 ? 1 : 0)
      plus[block] = less | ~(vertical | more)
      minus[block] = more & vertical
      carry = out
    }
    distance += carry
    if (distance - (end - 1 - place) > distanceMax) return undefined
  }
  return distance
}
