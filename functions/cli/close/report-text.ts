import { groupedAmount } from '@tallystick/audit/base/amount'
import type { PeriodTable } from '@tallystick/audit/report/period-tables'
import { at } from '@tallystick/engine/base'
import { alignPoints, linesOf, padded, shortened } from '../reconcile/text-table.ts'
import { printable } from '../terminal.ts'

/** Tables of the report of a period for a terminal, each under its name and ended by a newline. */
export const reportText = (tables: readonly PeriodTable[]): string =>
  tables.map(({ name, ...table }) => `${printable(name)}\n${linesOfTable(table).join('')}`).join('\n')

/** A longer text is in the other forms of the report. */
const textLengthMax = 80

function linesOfTable({ columns, rows }: Omit<PeriodTable, 'name'>): readonly string[] {
  const currencyAt = columns.findIndex(({ title }) => title === 'currency')
  const cells = columns.map(({ title, kind }, position) => {
    const values = rows.map((row) => {
      const value = at(row, position) ?? ''
      if (kind !== 'amount') return shortened(printable(value), textLengthMax)
      return groupedAmount(value, currencyAt < 0 ? undefined : (at(row, currencyAt) ?? undefined))
    })
    const isNumber = kind === 'amount' || kind === 'count'
    return padded([title, ...(isNumber ? alignPoints(values) : values)], isNumber ? 'left' : 'right')
  })
  return linesOf(cells, '   ').map((line) => `  ${line}\n`)
}
