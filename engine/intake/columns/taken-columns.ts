import { type AmountSource, columnsOfAmount } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import type { ColumnPlan, Header } from './header.ts'

/** A field and the columns that it is read from: `{ field: 'amount', columns: ['Soll', 'Haben'] }`. */
export interface TakenColumns {
  /** A canonical field, or `attributes.<path>`. */
  readonly field: string
  readonly columns: readonly string[]
}

/** In this order: amounts, dates and texts, attributes. */
export function takenColumns({
  amounts,
  fields,
  attributes,
  currency,
}: ColumnPlan & Pick<Header, 'currency'>): readonly TakenColumns[] {
  const amount = amounts.find(({ field }) => field === 'amount')
  const isInHeader = currency !== undefined && !fields.has('currency') && amount !== undefined
  return [
    ...amounts.map(({ field, source }) => ({ field, columns: columnsOf(source) })),
    ...(isInHeader ? [{ field: 'currency', columns: columnsOf(amount.source) }] : []),
    ...[...fields].map(([field, { name }]) => ({ field, columns: [name] })),
    ...attributes.map(({ name, column }) => ({ field: `attributes.${name}`, columns: [column.name] })),
  ]
}

const columnsOf = (source: AmountSource<Column>): readonly string[] => columnsOfAmount(source).map(({ name }) => name)
