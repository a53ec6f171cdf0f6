import { at, int32At, uint32At } from '../base/at.ts'
import type { TextColumn } from './columns.ts'
import { areEqualTexts, type ComparedColumns, hashOfText, viewOf } from './compare-texts.ts'
import { type Numbering, noValue } from './numbering.ts'

/** Numbers the texts of two columns, once for all rules. O(bytes); 4 bytes a row, and some 20 more while it runs. */
export function numberTexts(source: TextColumn, target: TextColumn): Numbering {
  const known = numberings.get(source)?.get(target)
  if (known !== undefined) return known
  const columns = source === target ? [source] : [source, target]
  const [first, second = first] = numberByHash(columns, source.rowCount + target.rowCount) ?? numberByMap(columns)
  if (first === undefined || second === undefined) throw new Error('Each column gets its numbers')
  const made = { source: first, target: second }
  numberings.set(source, (numberings.get(source) ?? new WeakMap<TextColumn, Numbering>()).set(target, made))
  return made
}

const numberings = new WeakMap<TextColumn, WeakMap<TextColumn, Numbering>>()

/** The most wrong entries that are tried on average for a row. Only texts chosen for colliding hashes need more. */
const wrongProbesPerRowMax = 16

/**
 * The number of a text is 1 + the place of the first row that has it, among the rows of both columns. Undefined if the
 * hashes of too many texts collide. As in `createNumberTable`, each step has a loop of its own.
 */
function numberByHash(columns: readonly TextColumn[], rowCount: number): Int32Array[] | undefined {
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rowCount)) - 1
  const table: Slots = {
    mask,
    slots: new Int32Array(2 * (mask + 1)),
    hashes: new Int32Array(blockRowCount),
    probesLeft: wrongProbesPerRowMax * (rowCount + mask),
  }
  let first = 1
  const numbered = columns.map((column) => {
    const numbers = new Int32Array(column.rowCount)
    const sources = { left: at(columns, 0), right: column }
    const texts = { column, view: viewOf(column), numbers, first, own: { left: column, right: column }, sources }
    for (let from = 0; from < numbers.length && table.probesLeft > 0; from += blockRowCount)
      numberBlock(table, texts, from)
    first += column.rowCount
    return numbers
  })
  return table.probesLeft > 0 ? numbered : undefined
}

interface Slots {
  readonly mask: number
  /** For each place in the table the hash of an entry, and its number; 0 if free. */
  readonly slots: Int32Array
  /** Of the rows of a block. */
  readonly hashes: Int32Array
  probesLeft: number
}

interface NumberedTexts {
  readonly column: TextColumn
  readonly view: DataView
  readonly numbers: Int32Array
  /** The number of the first row. */
  readonly first: number
  readonly own: ComparedColumns
  readonly sources: ComparedColumns
}

function numberBlock(table: Slots, texts: NumberedTexts, from: number): void {
  const { mask, slots, hashes } = table
  const { column, view, numbers } = texts
  const end = Math.min(blockRowCount, numbers.length - from)
  for (let index = 0; index < end; index++) hashes[index] = hashOfText(column, view, from + index)
  for (let index = 0; index < end; index++) {
    const place = 2 * (int32At(hashes, index) & mask)
    numbers[from + index] = int32At(slots, place) === int32At(hashes, index) ? int32At(slots, place + 1) : 0
  }
  for (let index = 0; index < end; index++) {
    const row = from + index
    const number = int32At(numbers, row)
    if (uint32At(column.offsets, row) === uint32At(column.offsets, row + 1)) numbers[row] = noValue
    else if (number === 0 || !hasText(texts, number, row)) numbers[row] = probe(table, texts, row)
  }
}

const hasText = ({ first, own, sources }: NumberedTexts, number: number, row: number): boolean =>
  number >= first ? areEqualTexts(own, number - first, row) : areEqualTexts(sources, number - 1, row)

function probe(table: Slots, texts: NumberedTexts, row: number): number {
  const { mask, slots, hashes } = table
  const hash = int32At(hashes, row % blockRowCount)
  let place = 2 * (hash & mask)
  for (let number = int32At(slots, place + 1); number !== 0; number = int32At(slots, place + 1)) {
    if (int32At(slots, place) === hash && hasText(texts, number, row)) return number
    table.probesLeft -= 1
    place = (place + 2) & (2 * mask + 1)
  }
  slots[place] = hash
  slots[place + 1] = texts.first + row
  return texts.first + row
}

const blockRowCount = 256

function numberByMap(columns: readonly TextColumn[]): Int32Array[] {
  const numberByText = new Map<string | undefined, number>([[undefined, noValue]])
  return columns.map(({ rowCount, textAt }) => {
    const numbers = new Int32Array(rowCount)
    for (let row = 0; row < rowCount; row++) {
      const text = textAt(row)
      const number = numberByText.get(text) ?? numberByText.size
      numberByText.set(text, number)
      numbers[row] = number
    }
    return numbers
  })
}
