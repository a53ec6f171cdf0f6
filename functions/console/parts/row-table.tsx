import type { PlacedRow, RowState } from '../engine-worker/rows-around.ts'
import { amountText } from './amount-text.ts'
import { dateText } from './locale-text.ts'

const stateWords: { readonly [state in RowState]: string } = {
  above: 'above the header',
  header: 'header',
  record: 'record',
  'left-out': 'left out',
  fault: 'not readable',
}

interface RowTableProps {
  readonly name: string
  readonly rows: readonly PlacedRow[]
  /** The rows that matter: of the columns, those that are filled in any of them are shown. */
  readonly lines: readonly number[]
  readonly onHeader: ((line: number, cells: readonly string[]) => void) | undefined
}

/** Rows of a file as they are in it, each with what it is read as. */
export function RowTable({ name, rows, lines, onHeader }: RowTableProps) {
  const columns = shownColumns(rows, lines)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard.
    <section class="row-table" aria-label={name} tabIndex={0}>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} class={`row-${row.state}`}>
              <th scope="row" class="small">
                {row.line}
              </th>
              <td class="row-state">
                {(onHeader === undefined || row.state !== 'above') && readAs(row)}{' '}
                {onHeader !== undefined && row.state !== 'header' && row.cells.length > 1 && (
                  <button
                    type="button"
                    class="quiet small-button"
                    aria-label={`Header is here, line ${row.line}`}
                    onClick={() => onHeader(row.line, row.cells)}
                  >
                    Header is here
                  </button>
                )}
              </td>
              {columns.map((index) => (
                <td key={index} class="of-file">
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function shownColumns(rows: readonly PlacedRow[], lines: readonly number[]): readonly number[] {
  const isFilled = (row: PlacedRow, index: number): boolean => (row.cells[index]?.trim() ?? '') !== ''
  const asked = rows.filter(({ line, state }) => lines.includes(line) && state !== 'above')
  const indices = Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, (_, index) => index)
  const filled = indices.filter((index) => asked.some((row) => isFilled(row, index)))
  return filled.length > 0 ? filled : indices
}

function readAs({ state, record }: PlacedRow): string {
  if (record === undefined) return stateWords[state]
  return [dateText(record.date), amountText(record.amount, record.currency)].filter((text) => text !== '').join(' · ')
}
