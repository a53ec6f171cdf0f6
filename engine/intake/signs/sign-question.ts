import { pastedMapping } from '../columns/pasted-mapping.ts'
import type { Row } from '../row.ts'
import { shown } from '../row-fault.ts'
import { movedAmount } from './moved-amount.ts'
import type { MovementColumn } from './movement-columns.ts'
import { movementOf } from './movement-words.ts'
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
  const word = String(row.cell(asked.column)).trim()
  const column = { ...asked, values: [...new Set([word, ...asked.values])] }
  const { amount, ...skip } = movedAmount(source.column.name, [column], mapping)
  const asItIs = `${pastedMapping(mapping, { [field]: source.column.name })} to read every amount as it is written`
  const got = `Got ${shown(word)} in ${shown(asked.column.name)} beside ${shown(row.cell(source.column))}`
  if (movementOf(word, asked.words) === 'none')
    return `${got}, which may move no money: wanted the mapping ${pastedMapping(mapping, skip)} to leave such records out, or ${asItIs}${kindText}`
  const signed = pastedMapping(mapping, { [field]: amount, ...skip })
  return `${got}, where amounts seem to have no sign: wanted a mapping that says which of them go out, ${signed}, or ${asItIs}${kindText}`
}

const kindText = '. An export of a known system, such as stripe or shopify, needs its name as the adapter instead'
