import type { FlagValues } from './mapping.ts'
import type { Column } from './row.ts'

/** What columns say of debits and of credits. */
const pairs = [
  ['S', 'H'],
  ['D', 'C'],
  ['DR', 'CR'],
  ['DBIT', 'CRDT'],
  ['DEBIT', 'CREDIT'],
  ['DÉBIT', 'CRÉDIT'],
  ['DEBITO', 'CREDITO'],
  ['DEBET', 'KREDIT'],
  ['CARGO', 'ABONO'],
  ['DEBE', 'HABER'],
  ['DARE', 'AVERE'],
  ['SOLL', 'HABEN'],
  ['AF', 'BIJ'],
  ['OUT', 'IN'],
  ['-', '+'],
] as const

export const usualFlags = {
  debit: pairs.map(([debit]) => debit),
  credit: pairs.map(([, credit]) => credit),
} satisfies FlagValues

/** Some rows of a table, and the columns of it that may say which amounts are debits. */
export interface FlagSearch {
  readonly rows: readonly (readonly string[])[]
  readonly amount: Column
  readonly others: readonly Column[]
}

/**
 * The column that says of amounts without a sign which of them are debits: its values are usual flags. Short ones mean
 * something else in other columns (`IN` is a country), so that both of a pair have to be there, or the column is unnamed.
 */
export function flagBeside({ rows, amount, others }: FlagSearch): Column | undefined {
  const amounts = rows.filter((cells) => /\d/.test(textIn(cells, amount)))
  if (amounts.length === 0 || amounts.some((cells) => hasSign.test(textIn(cells, amount)))) return undefined
  return others.find((column) => {
    const values = amounts.map((cells) => textIn(cells, column).toUpperCase()).filter((value) => value !== '')
    if (column.index === amount.index || 2 * values.length <= amounts.length) return false
    const [debits, credits] = [values.filter(isIn(usualFlags.debit)), values.filter(isIn(usualFlags.credit))]
    if (debits.length + credits.length < values.length) return false
    const isSure = values.every(({ length }) => length >= wordLengthMin) || column.name === String(column.index + 1)
    return isSure || (debits.length > 0 && credits.length > 0)
  })
}

const hasSign = /[-+\u2212(]|[CD]R\b/i

const wordLengthMin = 3

const textIn = (cells: readonly string[], { index }: Column): string => cells.at(index)?.trim() ?? ''

const isIn =
  (flags: readonly string[]) =>
  (value: string): boolean =>
    flags.includes(value)

/** The flags of the pairs that a column has values of. */
export function flagsIn(rows: FlagSearch['rows'], column: Column): { debitValues: string[]; creditValues: string[] } {
  const values = new Set(rows.map((cells) => textIn(cells, column).toUpperCase()))
  const used = pairs.filter((pair) => pair.some((flag) => values.has(flag)))
  return { debitValues: used.map(([debit]) => debit), creditValues: used.map(([, credit]) => credit) }
}
