import { at } from '../../base/at.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { hasMinus } from '../columns/debit-flags.ts'
import type { MovementColumn } from '../columns/movement-columns.ts'
import { knownWords, type Movement, movementOf, wordByteCountMax } from '../columns/movement-words.ts'
import { type SignDoubts, signQuestion } from '../columns/sign-doubts.ts'
import { ofAttribute, type Watch } from '../rows/beginnings.ts'
import type { FieldReader, Undecided } from '../rows/row.ts'
import { isBlank } from './is-blank.ts'

type Movements = (Movement | undefined)[]

/**
 * Looks for amounts that may lack their sign. A refund without a minus is a fault that asks for a mapping, unless other
 * amounts have a minus. A row that moves no money is one, too.
 */
export function createSignField(doubts: SignDoubts): FieldReader {
  const { field, source, columns } = doubts
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
    declare(plan) {
      plan.doubtSigns(field, { isFlagged: source.kind === 'flagged', hasSigns })
      for (const column of columns) plan.watch(watchOf(column))
    },
  }
}

/** What a movement means to the module of rows, as bits. */
const [movesNone, movesBack, movesAside] = [1, 2, 4]

const watchOf = ({ column, words, doubtsCredits }: MovementColumn): Watch => ({
  cell: column.index < 0 ? ofAttribute : column.index,
  ...(column.index < 0 && { attribute: column.name.replace(/^attributes\./, '') }),
  // Words are bounded by characters, of which one has up to three bytes in UTF-8.
  byteCountMax: 3 * wordByteCountMax,
  hasDigits: words !== 'other',
  isMovement: true,
  beginnings: words === 'other' ? knownWords : undefined,
  answer(text) {
    const movement = movementOf(text, words)
    if (movement === 'none') return movesNone
    if (movement === 'back' || (movement === 'credit' && doubtsCredits)) return movesBack
    return movement === 'aside' ? movesAside : 0
  },
})

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
