import { at, utf8 } from '@tallystick/engine/base'
import { titleCell, type WriteCell, writeCellByKind } from './cell-xml.ts'
import type { Column, Row } from './sheet.ts'
import { openingOf } from './workbook-parts.ts'

export interface Rows {
  /** The row to write next; undefined after the last. */
  readonly current: () => Row | undefined
  readonly advance: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openRows(rows: Iterable<Row> | AsyncIterable<Row>): Promise<Rows> {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let current: Row | undefined
  const advance = async (): Promise<void> => {
    const { done, value } = await iterator.next()
    current = done === true ? undefined : value
  }
  await advance()
  return {
    current: () => current,
    advance,
    async close() {
      await iterator.return?.()
    },
  }
}

export interface SheetLimits {
  /** The most rows of a sheet, the heading included. */
  readonly rowCountMax: number
  /** About the most bytes of a sheet, before compression. */
  readonly byteCountMax: number
}

/** The row limit of Excel, and a size that keeps an archive entry below 4 GB. */
export const sheetLimits: SheetLimits = { rowCountMax: 1_048_576, byteCountMax: 2 ** 31 }

/** About how many characters are written together. */
const partLength = 64 * 1024

/** The XML of a sheet with as many of `rows` as fit into it, part by part. */
export async function* sheetParts(
  columns: readonly Column[],
  rows: Rows,
  { rowCountMax, byteCountMax }: SheetLimits,
): AsyncGenerator<Uint8Array> {
  const cells = writersOf(columns)
  let text = headOf(columns)
  let rowCount = 1
  let byteCount = 0
  for (let row = rows.current(); row !== undefined && rowCount < rowCountMax; row = rows.current()) {
    rowCount++
    text += rowXml(cells, row, rowCount)
    await rows.advance()
    if (text.length < partLength) continue
    const bytes = utf8(text)
    byteCount += bytes.length
    text = ''
    yield bytes
    if (byteCount >= byteCountMax) break
  }
  yield utf8(text + footOf(columns.length, rowCount))
}

interface CellWriter {
  readonly letters: string
  readonly write: WriteCell
  readonly currencyAt: number | undefined
}

function writersOf(columns: readonly Column[]): readonly CellWriter[] {
  return columns.map(({ kind, currencyIn }, index) => ({
    letters: lettersOf(index),
    write: writeCellByKind[kind],
    currencyAt: currencyIn === undefined ? undefined : positionOf(columns, currencyIn),
  }))
}

function positionOf(columns: readonly Column[], wanted: string): number {
  const position = columns.findIndex(({ title }) => title === wanted)
  if (position < 0) throw new Error(`No column has the title ${wanted}`)
  return position
}

function rowXml(cells: readonly CellWriter[], row: Row, number: number): string {
  let text = `<row r="${number}">`
  for (const [index, { letters, write, currencyAt }] of cells.entries()) {
    const value = at(row, index)
    const currency = currencyAt === undefined ? null : at(row, currencyAt)
    if (value !== null && value !== '') text += write(`${letters}${number}`, value, currency ?? undefined)
  }
  return `${text}</row>`
}

/** The beginning of a sheet. Its heading is frozen, so that it stays in view. */
function headOf(columns: readonly Column[]): string {
  const widths = columns.map(
    (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, index) => titleCell(`${lettersOf(index)}1`, title))
  return (
    `${openingOf('worksheet')}><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  )
}

/** The end of a sheet, with filters. Excel must not mark ids that look like numbers. */
function footOf(columnCount: number, rowCount: number): string {
  const area = `A1:${lettersOf(columnCount - 1)}${rowCount}`
  return (
    `</sheetData><autoFilter ref="${area}"/>` +
    `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  )
}

const widthByKind: { readonly [kind in Column['kind']]: number } = { text: 20, amount: 16, count: 10, date: 12 }

/** The width of the filter button beside a title. */
const buttonWidth = 4

const widthOf = ({ title, kind, width }: Column): number =>
  width ?? Math.max(widthByKind[kind], title.length + buttonWidth)

/** 0 → `A`, 25 → `Z`, 26 → `AA`. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}
