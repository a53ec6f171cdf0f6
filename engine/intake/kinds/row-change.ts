import { addDecimals, type Decimal, formatDecimal, zero } from '../../base/decimal.ts'
import { readAmount } from '../values/number-format.ts'
import { columnFinder } from './export-columns.ts'
import type { MadeColumn, RowCondition } from './export-map.ts'
import type { ShortDates } from './short-dates.ts'
import type { TableExport } from './table-export.ts'

/** How a cell is read as text and made from a decimal: CSV cells are texts, sheet cells values. */
export interface CellKind<Cell> {
  textOf(cell: Cell | string | undefined): string
  ofDecimal(text: string): Cell | string
}

type Cells<Cell> = readonly (Cell | string)[]

/** Changes the cells of a row; undefined if the row moves no money. */
type RowChange<Cell> = (cells: Cells<Cell>) => Cells<Cell> | undefined

type CellOf<Cell> = (cells: Cells<Cell>) => Cell | string
type TextOf<Cell> = (cells: Cells<Cell>) => string

export interface ChangedExport extends TableExport {
  readonly dates: ShortDates | undefined
}

/** Changes rows as an export map says. Rows have to come in order, since cells may be taken from the row above. */
export function createRowChange<Cell>(
  { map, columns, below, dates }: ChangedExport,
  { textOf, ofDecimal }: CellKind<Cell>,
): RowChange<Cell> {
  const find = columnFinder(columns, below)
  const indexes = new Map(columns.toReversed().map((column, index) => [column.trim(), columns.length - 1 - index]))
  const indexOf = (names: string): number => indexes.get(find(names) ?? '') ?? -1
  const cellOf = (names: string): CellOf<Cell> => {
    const index = indexOf(names)
    return (cells) => (index < 0 ? '' : (cells.at(index) ?? ''))
  }
  const textAt = (names: string): TextOf<Cell> => {
    const index = indexOf(names)
    return (cells) => textOf(cells[index])
  }
  const maker = (column: MadeColumn): CellOf<Cell> => {
    if ('copyOf' in column) {
      const [copied, isCopied] = [cellOf(column.copyOf), holds(column.when, textAt)]
      return (cells) => (isCopied(cells) ? copied(cells) : '')
    }
    const parts = ('sumOf' in column ? column.sumOf : column.firstOf).map(cellOf)
    if ('firstOf' in column)
      return (cells) => parts.map((part) => part(cells)).find((cell) => textOf(cell) !== '') ?? ''
    return (cells) => {
      const sum = sumOf(parts.map((part) => textOf(part(cells))).filter((text) => text !== ''))
      return typeof sum === 'string' ? sum : ofDecimal(formatDecimal(sum))
    }
  }
  const made = (map.made ?? []).filter(({ name }) => columns.includes(name))
  const makers = made.map(maker)
  const width = columns.length - made.length
  const skips = (map.skipped ?? []).filter(({ name }) => find(name) !== undefined)
  const isSkipped = skips.map(({ name, values }) => holds<Cell>({ name, values }, textAt))
  const carried = (map.carried ?? []).map(indexOf).filter((index) => index >= 0)
  const last = new Map<number, Cell | string>()
  const dateOf = textAt(map.carried?.[0] ?? '')
  const dateIndex = map.shortDate === undefined ? -1 : indexOf(map.shortDate)

  return (row) => {
    if (isSkipped.some((holdsFor) => holdsFor(row))) return undefined
    const cells = [...row]
    const isNew = dateOf(cells) !== ''
    for (const index of carried) {
      const own = cells.at(index) ?? ''
      if (textOf(own) === '' && !isNew && cells.length > index) cells[index] = last.get(index) ?? ''
      else last.set(index, own)
    }
    const date = textOf(cells[dateIndex])
    if (date !== '' && dates !== undefined) cells[dateIndex] = dates.dateOf(date)
    if (makers.length === 0) return cells
    while (cells.length < width) cells.push('')
    // A row that is too wide keeps its additional cells, so that it gets its fault.
    return [...cells.slice(0, width), ...makers.map((make) => make(cells)), ...cells.slice(width)]
  }
}

function holds<Cell>(
  condition: RowCondition,
  textAt: (names: string) => TextOf<Cell>,
): (cells: Cells<Cell>) => boolean {
  const own = textAt(condition.name)
  if ('values' in condition) {
    const values = new Set(condition.values.map((value) => value.toLowerCase()))
    return (cells) => values.has(own(cells).toLowerCase())
  }
  const other = textAt(condition.sameAs)
  return (cells) => own(cells) === other(cells)
}

/** If a text is no amount, it is returned itself, so that it gets its fault. */
function sumOf(texts: readonly string[]): Decimal | string {
  if (texts.length === 0) return ''
  let sum: Decimal = zero
  for (const text of texts) {
    const amount = readAmount(text, '.')
    if (amount === undefined) return text
    sum = addDecimals(sum, amount)
  }
  return sum
}
