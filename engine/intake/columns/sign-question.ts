import { pastedMapping } from '../mapping/pasted-mapping.ts'
import type { Row } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { movedAmount } from './moved-amount.ts'
import type { MovementColumn } from './movement-columns.ts'
import { movementOf } from './movement-words.ts'
import type { SignDoubts } from './sign-doubts.ts'

export interface AskedRow {
  readonly doubts: SignDoubts
  /** The column whose word raises the question. */
  readonly asked: MovementColumn
  readonly row: Row
}

/**
 * The question about a row whose amount may have no sign, with the mappings that answer it; the likely one comes last.
 */
export function signQuestion({ doubts, asked, row }: AskedRow): string {
  const { field, source, mapping } = doubts
  const word = String(row.cell(asked.column)).trim()
  const column = { ...asked, values: [...new Set([word, ...asked.values])] }
  const { amount, ...skip } = movedAmount(source.column.name, [column], mapping)
  const got = `Got ${shown(word)} in ${shown(asked.column.name)} beside ${shown(row.cell(source.column))}`
  const asWritten = `${pastedMapping(mapping, { [field]: source.column.name })} to read every amount as it is written`
  if (movementOf(word, asked.words) === 'none')
    return `${got}, which may move no money: wanted ${ofSystem}, ${asWritten}, or a mapping that leaves such records out: ${pastedMapping(mapping, skip)}`
  const signed = pastedMapping(mapping, { [field]: amount, ...skip })
  return `${got}, where amounts seem to have no sign: wanted ${ofSystem}, ${asWritten}, or a mapping that says which of them go out: ${signed}`
}

const ofSystem = 'the adapter of the system that the file is an export of, such as stripe'
