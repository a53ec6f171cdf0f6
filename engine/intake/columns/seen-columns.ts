import { columnsOfMapping, type Mapping } from '../mapping/mapping.ts'
import { dateOrderOf } from '../values/date-format.ts'
import { decimalSignOf } from '../values/number-format.ts'
import { nameColumns } from './column-names.ts'

export interface SeenRow {
  /** Of its file. */
  readonly line: number
  /** The name of its file in a zip. */
  readonly file?: string
  readonly cells: readonly string[]
}

export interface SeenColumns {
  /** The line of the header row; undefined if there is none: then columns are named by their positions. */
  readonly line: number | undefined
  /** The cells of the header row; blank if there is none. */
  readonly cells: readonly string[]
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * The columns with the row at `index` as header, by default the row most like one. Undefined if there are no columns.
 */
export function seeColumns(rows: readonly SeenRow[], index = likelyHeader(rows)): SeenColumns | undefined {
  const header = index === undefined ? undefined : rows[index]
  const trimmed = ({ cells }: SeenRow) => cells.slice(0, columnCountMax).map((cell) => cell.trim())
  const below = rows.slice((index ?? -1) + 1).map(trimmed)
  const filled = below.filter((cells) => cells.some((cell) => cell !== ''))
  const width = usualWidth(filled)
  const cells = header === undefined ? Array<string>(width).fill('') : trimmed(header)
  if (cells.length === 0) return undefined
  const names = nameColumns(cells).map(({ name }) => name)
  const full = header === undefined ? filled.filter((row) => row.length === width) : filled
  return { line: header?.line, cells, names, rows: full.slice(0, rowCountMax) }
}

interface NearestRow {
  readonly missing: readonly string[]
  readonly index: number
}

export function seeNearest(
  rows: readonly SeenRow[],
  mapping: Mapping,
  nearest?: NearestRow | undefined,
): SeenColumns | undefined {
  if (mapping['header'] === false) return seeColumns(rows, -1)
  const hasSome = nearest !== undefined && nearest.missing.length < columnsOfMapping(mapping).length
  return hasSome ? seeColumns(rows, nearest.index) : seeColumns(rows)
}

const rowCountMax = 10

/** The most columns that are looked at, since names are compared in pairs. */
const columnCountMax = 300

/** The first row that has two cells, is half as wide as the rows below, and holds no date or amount. */
function likelyHeader(rows: readonly SeenRow[]): number | undefined {
  const width = usualWidth(rows.map(({ cells }) => cells))
  const index = rows.findIndex(({ cells }, position) => {
    const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const isLast = position === rows.length - 1
    return !isLast && texts.length >= 2 && 2 * texts.length >= width && !texts.some(isValue)
  })
  return index < 0 ? undefined : index
}

const isValue = (text: string): boolean => dateOrderOf(text) !== undefined || decimalSignOf(text) !== undefined

/** The most frequent number of cells; the greater one of two equally frequent. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [usual] = [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])
  return usual?.[0] ?? 0
}

const [nameLengthMax, valueLengthMax, valueCountMax, textLengthMax] = [60, 40, 3, 3000]

/** One line for each column, with up to three values: `"Tag": "03.04.2026", "04.04.2026"`. */
export function columnsText({ line, names, rows }: SeenColumns): string {
  const title = line === undefined ? 'The columns, which have no names' : `The columns of line ${line}`
  const texts: string[] = []
  let length = 0
  for (const [index, name] of names.entries()) {
    const values = rows.map((cells) => cells.at(index) ?? '').filter((value) => value !== '')
    const shownValues = [...new Set(values)].slice(0, valueCountMax).map((value) => cut(value, valueLengthMax))
    const text = `  ${cut(name, nameLengthMax)}: ${shownValues.join(', ') || 'nothing'}`
    length += text.length
    if (length > textLengthMax) return [`${title}:`, ...texts, `  and ${names.length - index} more`].join('\n')
    texts.push(text)
  }
  return [`${title}:`, ...texts].join('\n')
}

const cut = (text: string, lengthMax: number): string =>
  JSON.stringify(text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}…` : text)
