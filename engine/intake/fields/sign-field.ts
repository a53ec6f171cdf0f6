import { at, float64At, int32At } from '../../base/at.ts'
import { createByteKeys } from '../../base/byte-keys.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { rangeOf, setView, stringOf } from '../../base/word-buffer.ts'
import { decimalFields, positionAmong } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import { hasMinus } from '../columns/debit-flags.ts'
import type { MovementColumn } from '../columns/movement-columns.ts'
import { type Movement, mayBeWord, movementOf, wordByteCountMax } from '../columns/movement-words.ts'
import { type SignDoubts, signQuestion } from '../columns/sign-doubts.ts'
import type { Cells } from '../rows/cells.ts'
import type { FieldReader, Undecided } from '../rows/row.ts'
import { isBlank } from './decimal-field.ts'

type Movements = (Movement | undefined)[]

/**
 * Looks for amounts that may lack their sign. A refund without a minus is a fault that asks for a mapping, unless other
 * amounts have a minus. A row that moves no money is one, too.
 */
export function createSignField(doubts: SignDoubts): FieldReader {
  const { field, source, columns } = doubts
  const position = positionAmong(decimalFields, field)
  const readers = columns.map(createMovementReader)
  const movements: Movements = columns.map(() => undefined)
  /** Whether some amount had a minus. If so, amounts without a minus are taken as they are. */
  let hasSigns = false
  let undecided: (Undecided & { readonly movement: Movement }) | undefined

  const concern = (isNegative: boolean): 'question' | 'signs' | undefined => {
    if (movements.includes('none')) return 'question'
    if (hasSigns) return undefined
    const isBack = indexOfBack(movements, columns) >= 0
    if (!isNegative) return isBack ? 'question' : undefined
    // A minus beside a flag proves nothing: it may come from the flag.
    return (isBack && source.kind === 'flagged') || movements.includes('aside') ? undefined : 'signs'
  }
  return {
    observe(row) {
      const cell = row.cell(source.column)
      if (undecided?.movement === 'none' || isBlank(cell) || isZero(cell)) return
      for (const [index, { column, words }] of columns.entries()) movements[index] = movementIn(row.cell(column), words)
      const shown = concern(hasMinus(String(cell)))
      if (shown === 'signs') hasSigns = true
      if (shown !== 'question') return
      const none = movements.indexOf('none')
      const movement = none >= 0 ? 'none' : 'back'
      const asked = at(columns, none >= 0 ? none : indexOfBack(movements, columns))
      if (undecided !== undefined && movement === 'back') return
      const detail = signQuestion({ doubts, asked, row })
      undecided = { row, column: asked.column, field, code: 'undecided_sign', detail, movement }
    },
    undecided: () => (hasSigns && undecided?.movement !== 'none' ? undefined : undecided),
    read: () => undefined,
    readCells(cells, values) {
      const coefficient = float64At(values.coefficients, position)
      if (!(coefficient < 0) && !(coefficient > 0)) return true
      for (let index = 0; index < readers.length; index++) movements[index] = at(readers, index)(cells, values)
      return concern(coefficient < 0) === undefined
    },
  }
}

function indexOfBack(movements: Movements, columns: readonly MovementColumn[]): number {
  for (let index = 0; index < movements.length; index++) {
    const movement = movements[index]
    if (movement === 'back' || (movement === 'credit' && at(columns, index).doubtsCredits)) return index
  }
  return -1
}

const isZero = (cell: JsonValue): boolean => !/[1-9]/.test(String(cell))

const movementIn = (cell: JsonValue | undefined, words: MovementColumn['words']): Movement | undefined =>
  typeof cell === 'string' && cell.length <= wordByteCountMax ? movementOf(cell, words) : undefined

const textCountMax = 1_000

/** Reads what a column says about the movement of money. A column with the index -1 is an attribute. */
function createMovementReader({ column, words }: MovementColumn) {
  const known = createByteKeys()
  const answers: Movements = []
  const text = rangeOf('')
  let attribute: number | undefined
  /** Makes `text` the cell of the column; empty if the row lacks the cell. */
  const place = (cells: Cells, { attributes }: RecordValues): void => {
    setView(text, cells.view)
    text.start = column.index < 0 ? 0 : int32At(cells.starts, column.index)
    text.end = column.index < 0 ? 0 : int32At(cells.ends, column.index)
    if (column.index >= 0) return
    attribute ??= attributes.names.numberOf(column.name.replace(/^attributes\./, ''))
    for (let index = 0; index < attributes.count; index++)
      if (int32At(attributes.numbers, index) === attribute) {
        text.start = int32At(attributes.starts, index)
        text.end = int32At(attributes.ends, index)
      }
  }
  return (cells: Cells, values: RecordValues): Movement | undefined => {
    place(cells, values)
    if (text.start === text.end || text.end - text.start > wordByteCountMax) return undefined
    if (words === 'other' && !mayBeWord(text)) return undefined
    const number = known.count() < textCountMax ? known.numberOf(text) : known.find(text)
    if (number < 0) return movementOf(stringOf(text), words)
    if (number === answers.length) answers.push(movementOf(stringOf(text), words))
    return answers[number]
  }
}
