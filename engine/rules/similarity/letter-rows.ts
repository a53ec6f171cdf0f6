import { int32At, uint16At, uint32At } from '../../base/at.ts'
import type { NumberLists } from './number-lists.ts'

/** The rows of Levenshtein's table: the letters of one text, and at which rows each letter stands. */
interface LetterRows {
  /** Makes the rows those of `left`, unless they are already those of `right`. Returns the other text. */
  open(left: number, right: number): number
  readonly rows: Rows
  restart(): void
}

export interface Rows {
  readonly rowCount: number
  readonly blockCount: number
  /** Letter → the number of its entry in `bits`. Letters that are not in the text have entry 0. */
  readonly entryOf: Uint16Array
  /** One bit a row, set where the letter stands: entry `e` is `bits[e * blockCount .. (e + 1) * blockCount)`. */
  readonly bits: Int32Array
}

export const rowsPerBlock = 32

export const rowCountMax = 512

const none = -1

/** Every letter is below `letterCount()`, which may grow. */
export function createLetterRows(letters: NumberLists, letterCount: () => number): LetterRows {
  const rows = { rowCount: 0, blockCount: 0, entryOf: new Uint16Array(64), bits: new Int32Array(64) }
  let opened = none
  const close = (): void => {
    if (opened === none) return
    const start = uint32At(letters.starts, opened)
    for (let row = 0; row < rows.rowCount; row++) rows.entryOf[uint32At(letters.values, start + row)] = 0
  }
  const fill = (text: number): void => {
    const start = uint32At(letters.starts, text)
    rows.rowCount = uint32At(letters.starts, text + 1) - start
    rows.blockCount = Math.ceil(rows.rowCount / rowsPerBlock)
    const bitsLengthMax = (rows.rowCount + 1) * rows.blockCount
    if (rows.bits.length < bitsLengthMax) rows.bits = new Int32Array(2 * bitsLengthMax)
    else rows.bits.fill(0, 0, bitsLengthMax)
    let entryCount = 1
    for (let row = 0; row < rows.rowCount; row++) {
      const letter = uint32At(letters.values, start + row)
      const entry = uint16At(rows.entryOf, letter) || entryCount++
      rows.entryOf[letter] = entry
      const place = entry * rows.blockCount + Math.floor(row / rowsPerBlock)
      rows.bits[place] = int32At(rows.bits, place) | (1 << (row % rowsPerBlock))
    }
    opened = text
  }
  return {
    rows,
    open(left, right) {
      if (rows.entryOf.length < letterCount()) {
        const longer = new Uint16Array(2 * letterCount())
        longer.set(rows.entryOf)
        rows.entryOf = longer
      }
      if (right === opened) return left
      if (left !== opened) {
        close()
        fill(left)
      }
      return right
    },
    restart() {
      opened = none
      rows.entryOf.fill(0)
    },
  }
}
