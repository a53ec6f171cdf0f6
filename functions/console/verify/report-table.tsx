import type { PeriodTable } from '@tallystick/audit/report/period-tables'
import { at } from '@tallystick/engine/base'
import { dateText, localeAmount } from '../parts/locale-text.ts'
import { TableHead } from '../parts/table-head.tsx'
import '../app/app-lists.css'

interface ReportTableProps {
  readonly table: PeriodTable
  readonly isOpen: boolean
}

/** A table of the report of a period, under its name. */
export function ReportTable({ table: { name, columns, rows, strongRows = [] }, isOpen }: ReportTableProps) {
  const numbers = columns.filter(({ kind }) => kind === 'amount' || kind === 'count').map(({ title }) => title)
  const textOf = (row: PeriodTable['rows'][number], position: number): string => {
    const value = at(row, position) ?? ''
    const { kind, currencyIn } = at(columns, position)
    if (kind === 'date') return dateText(value)
    const currencyAt = columns.findIndex(({ title }) => title === currencyIn)
    return kind === 'amount'
      ? localeAmount(value, currencyAt < 0 ? undefined : (at(row, currencyAt) ?? undefined))
      : value
  }
  return (
    <details class="report-table unfolds" open={isOpen}>
      <summary>{name}</summary>
      <div class="table-frame">
        <table>
          <TableHead titles={columns.map(({ title }) => title)} numbers={numbers} />
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} class={strongRows.includes(index) ? 'is-strong' : undefined}>
                {columns.map(({ title }, position) => (
                  <td key={title} class={numbers.includes(title) ? 'end count' : 'of-file'}>
                    {textOf(row, position)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
