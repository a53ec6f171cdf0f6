import { addDecimals, type Decimal, formatDecimal, zero } from '../../base/decimal.ts'
import { readAmount } from '../fields/number-format.ts'
import { type CsvExport, columnFinder } from './export-columns.ts'
import type { MadeColumn, RowCondition } from './export-map.ts'
import type { ShortDates } from './short-dates.ts'

type Cells = readonly string[]

/** The cells of a row with those that are made of them; undefined for a row that moves no money. */
export type RowChange = (cells: Cells) => Cells | undefined

type CellOf = (cells: Cells) => string

/** An export whose rows are changed. */
export interface ChangedExport extends CsvExport {
  /** How dates without a year are read, where the file says so. */
  readonly dates: ShortDates | undefined
}

/** How the rows of an export are changed. Rows are taken in their order. */
export function createRowChange({ map, columns, dates }: ChangedExport): RowChange {
  const find = columnFinder(columns)
  const indexes = new Map(columns.toReversed().map((column, index) => [column.trim(), columns.length - 1 - index]))
  const indexOf = (names: string): number => indexes.get(find(names) ?? '') ?? -1
  const cellOf = (names: string): CellOf => {
    const index = indexOf(names)
    return (cells) => cells[index]?.trim() ?? ''
  }
  const made = (map.made ?? []).filter(({ name }) => columns.includes(name))
  const makers = made.map((column) => createMaker(column, cellOf))
  const width = columns.length - made.length
  const skips = (map.skipped ?? []).filter(({ name }) => find(name) !== undefined)
  const isSkipped = skips.map(({ name, values }) => holds({ name, values }, cellOf))
  const carried = (map.carried ?? []).map(indexOf).filter((index) => index >= 0)
  const last = new Map<number, string>()
  const dateOf = cellOf(map.carried?.[0] ?? '')
  const dateIndex = map.shortDate === undefined ? -1 : indexOf(map.shortDate)

  return (row) => {
    if (isSkipped.some((holdsFor) => holdsFor(row))) return undefined
    const cells = [...row]
    const isNew = dateOf(cells) !== ''
    for (const index of carried) {
      const own = cells[index]?.trim() ?? ''
      if (own === '' && !isNew && cells.length > index) cells[index] = last.get(index) ?? ''
      else last.set(index, own)
    }
    const date = cells[dateIndex]
    if (date !== undefined && dates !== undefined) cells[dateIndex] = dates.dateOf(date)
    // A row that is too wide stays so, and is a fault.
    if (makers.length === 0 || cells.length > width) return cells
    while (cells.length < width) cells.push('')
    return [...cells, ...makers.map((make) => make(cells))]
  }
}

function createMaker(column: MadeColumn, cellOf: (names: string) => CellOf): CellOf {
  if ('copyOf' in column) {
    const [copied, isCopied] = [cellOf(column.copyOf), holds(column.when, cellOf)]
    return (cells) => (isCopied(cells) ? copied(cells) : '')
  }
  const parts = ('sumOf' in column ? column.sumOf : column.firstOf).map(cellOf)
  if ('firstOf' in column) return (cells) => parts.map((part) => part(cells)).find((text) => text !== '') ?? ''
  return (cells) => sumOf(parts.map((part) => part(cells)).filter((text) => text !== ''))
}

function holds(condition: RowCondition, cellOf: (names: string) => CellOf): (cells: Cells) => boolean {
  const own = cellOf(condition.name)
  if ('values' in condition) {
    const values = new Set(condition.values.map((value) => value.toLowerCase()))
    return (cells) => values.has(own(cells).toLowerCase())
  }
  const other = cellOf(condition.sameAs)
  return (cells) => own(cells) === other(cells)
}

/** The sum of amounts; one that is none comes back as it is, for its fault. */
function sumOf(texts: readonly string[]): string {
  if (texts.length === 0) return ''
  let sum: Decimal = zero
  for (const text of texts) {
    const amount = readAmount(text, '.')
    if (amount === undefined) return text
    sum = addDecimals(sum, amount)
  }
  return formatDecimal(sum)
}
