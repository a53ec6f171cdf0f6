import { pastedMapping } from '../columns/pasted-mapping.ts'
import { skipConditions } from '../mapping.ts'
import type { Row } from '../row.ts'
import { shown } from '../row-fault.ts'
import type { MovementColumn } from './movement-columns.ts'
import { type Movement, movementOf } from './movement-words.ts'
import type { SignDoubts } from './sign-doubts.ts'

export interface AskedRow {
  readonly doubts: SignDoubts
  /** The column whose cell asks. */
  readonly asked: MovementColumn
  readonly row: Row
}

/** What is asked of a row whose amount may have no sign, with the mappings that answer it. */
export function signQuestion({ doubts, asked, row }: AskedRow): string {
  const { field, source, mapping } = doubts
  const { name } = asked.column
  const word = String(row.cell(asked.column)).trim()
  const movement = movementOf(word, asked.words)
  const values = [...new Set([word, ...asked.values])]
  const wordsOf: WordsOf = (wanted) => values.filter((value) => movementOf(value, asked.words) === wanted)
  const unmoved = wordsOf('none').map((equals) => ({ column: name, equals }))
  const skip = unmoved.length === 0 ? {} : { skip: [...skipConditions(mapping), ...unmoved] }
  const flagged = { column: source.column.name, flag: name, ...flagsOf(movement, values, wordsOf) }
  const asItIs = pastedMapping(mapping, { [field]: source.column.name })
  const got = `Got ${shown(word)} in ${shown(name)} beside ${shown(row.cell(source.column))}`
  if (movement === 'none')
    return `${got}, which may move no money: wanted the mapping ${pastedMapping(mapping, skip)} to leave such records out, or ${asItIs} to read every amount as it is written${kindText}`
  return `${got}, where no amount has a minus: wanted a mapping that says which amounts go out, ${pastedMapping(mapping, { [field]: flagged, ...skip })}, or ${asItIs} to read every amount as it is written${kindText}`
}

const kindText = '. An export of a known system, such as stripe or shopify, needs its name as the adapter instead'

type WordsOf = (wanted: Movement) => readonly string[]

/** Which cells are debits, and which are credits where some are blank. */
function flagsOf(movement: Movement | undefined, values: readonly string[], wordsOf: WordsOf) {
  const hasBlanks = values.includes('')
  if (movement === 'credit' && hasBlanks) return { debitValues: [''], creditValues: wordsOf('credit') }
  const debitValues = movement === 'credit' ? wordsOf('credit') : wordsOf('back')
  const others = values.filter((value) => !debitValues.includes(value))
  return { debitValues, ...(hasBlanks && { creditValues: others }) }
}
