import type { AmountSource, Mapping } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import { type MovementColumn, type MovementSample, movementColumns } from './movement-columns.ts'

export interface SignDoubts {
  readonly field: string
  readonly source: DoubtedSource
  readonly columns: readonly MovementColumn[]
  /** The caller's mapping, for questions that say what to add to it. */
  readonly mapping: Mapping
}

type DoubtedSource = Exclude<AmountSource<Column>, { readonly kind: 'sides' }>

export interface FoundAmount {
  readonly field: string
  readonly source: AmountSource<Column>
}

/** Undefined where the sign of the amount is known, or no column may name a movement. */
export function signDoubtsOf(
  amount: FoundAmount | undefined,
  { samples, mapping }: { readonly samples: readonly MovementSample[]; readonly mapping: Mapping },
): SignDoubts | undefined {
  if (amount === undefined || !isDoubted(amount.source)) return undefined
  const columns = movementColumns(samples)
  return columns.length === 0 ? undefined : { ...amount, source: amount.source, columns, mapping }
}

/** Whether the sign may be unknown: an amount as written, or flags where any word but a debit is a credit. */
const isDoubted = (source: AmountSource<Column>): source is DoubtedSource =>
  source.kind === 'column' ? source.isNegated !== true : source.kind === 'flagged' && source.flags.credit === undefined

export function ofColumns({ source, columns, ...doubts }: SignDoubts, names: readonly string[]): SignDoubts {
  const placed = <Of extends { readonly column: Column }>(of: Of): Of => ({
    ...of,
    column: { name: of.column.name, index: names.indexOf(of.column.name) },
  })
  return { ...doubts, source: placed(source), columns: columns.map(placed) }
}
