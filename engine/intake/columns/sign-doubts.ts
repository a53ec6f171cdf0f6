import type { AmountSource, Mapping } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'
import type { Column, Row } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { movedAmount } from './moved-amount.ts'
import { type MovementColumn, type MovementSample, movementColumns } from './movement-columns.ts'
import { movementOf } from './movement-words.ts'

export interface SignDoubts {
  readonly field: string
  readonly source: DoubtedSource
  readonly columns: readonly MovementColumn[]
  /** The caller's mapping; a fault shows it with the missing sign added. */
  readonly mapping: Mapping
}

type DoubtedSource = Exclude<AmountSource<Column>, { readonly kind: 'sides' }>

interface FoundAmount {
  readonly field: string
  readonly source: AmountSource<Column>
}

/** Undefined if the sign of the amount is known, or if no column may say how money moves. */
export function signDoubtsOf(
  amount: FoundAmount | undefined,
  { samples, mapping }: { readonly samples: readonly MovementSample[]; readonly mapping: Mapping },
): SignDoubts | undefined {
  if (amount === undefined || !isDoubted(amount.source)) return undefined
  const columns = movementColumns(samples)
  return columns.length === 0 ? undefined : { ...amount, source: amount.source, columns, mapping }
}

/** Whether the sign may be missing: the amount is taken as written, or its flags name debits only. */
const isDoubted = (source: AmountSource<Column>): source is DoubtedSource =>
  source.kind === 'column' ? source.isNegated !== true : source.kind === 'flagged' && source.flags.credit === undefined

/** The same doubts for JSON: a column's index is the position of its name in `names`, or -1 for an attribute. */
export function ofColumns({ source, columns, ...doubts }: SignDoubts, names: readonly string[]): SignDoubts {
  const placed = <Of extends { readonly column: Column }>(of: Of): Of => ({
    ...of,
    column: { name: of.column.name, index: names.indexOf(of.column.name) },
  })
  return { ...doubts, source: placed(source), columns: columns.map(placed) }
}

interface AskedRow {
  readonly doubts: SignDoubts
  /** The column with the doubtful word. */
  readonly asked: MovementColumn
  readonly row: Row
}

/** The fault of a row whose amount may lack its sign, with the mappings that decide. The likely one comes last. */
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
