import { controlAmount } from '@tallystick/audit/report/shown-record'
import { numberAt } from '@tallystick/engine/base'
import type { RowPlace } from '@tallystick/engine/intake'
import type { Table } from '@tallystick/engine/record'
import type { FileSettings } from './engine-types.ts'
import { type FileRow, readFile, textReader } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

export interface RowsRequest {
  /** Tells it from other files that are open: a side. */
  readonly place: string
  readonly file: File
  readonly settings: FileSettings
  /** The lines that are asked about, from 1. */
  readonly lines: readonly number[]
}

export type RowState = 'above' | 'header' | 'record' | 'left-out' | 'fault'

export interface PlacedRow extends FileRow {
  readonly state: RowState
  /** Date, amount and currency of the record that the row became. */
  readonly record?: { readonly date: string; readonly amount: string; readonly currency: string }
}

/** Rows of a file around some of its lines, and what becomes of the file under these settings. */
export interface RowsAround {
  readonly rows: readonly PlacedRow[]
  readonly recordCount: number
  readonly leftOutCount: number
  readonly faultCount: number
}

interface RowsOptions extends Omit<RowsRequest, 'place'> {
  readonly pause: (ratio: number) => Promise<void>
}

/** Rows that are shown above and below each line. */
const nearCount = 2
const firstCount = 7
const lineCountMax = 3
const aboveCountMax = 12
const cellCountMax = 40
const cellLengthMax = 200

/** Reads the whole file row by row. Files that are no table come back as lines of text, each a row of one cell. */
export async function rowsAround(
  modules: EngineModules,
  { file, settings, lines: asked, pause }: RowsOptions,
): Promise<RowsAround> {
  const near = asked.slice(0, lineCountMax)
  const isNear = (line: number): boolean =>
    near.some((each) => Math.abs(each - line) <= (each === 1 ? firstCount : nearCount))
  const kept: (FileRow & { readonly place: RowPlace })[] = []
  let belowCount = 0
  const onRow = ({ line, cells }: FileRow, place: RowPlace): void => {
    if (place === 'below') belowCount += 1
    const isShown = place === 'header' || isNear(line) || (place === 'above' && kept.length < aboveCountMax)
    if (isShown) kept.push({ line, cells: cutCells(cells), place })
  }
  const { reading, table, lines } = await readFile(modules, { file, settings, pause, onRow })
  const faultLines = new Set(reading.ok ? [] : reading.faults.map(({ line }) => line))
  const recordOf = recordsByLine(table, lines)
  const hasHeader = kept.some(({ place }) => place === 'header')
  const rows = kept.length > 0 ? kept : await textLines(file, isNear)
  const stateOf = ({ line, place }: (typeof rows)[number]): RowState => {
    if (place !== 'below') return place
    if (recordOf.has(line)) return 'record'
    return faultLines.has(line) ? 'fault' : 'left-out'
  }
  return {
    rows: rows
      .filter(({ place, line }) => place !== 'above' || !hasHeader || isNear(line))
      .map((row) => {
        const record = recordOf.get(row.line)
        const placed = { line: row.line, cells: row.cells, state: stateOf(row) }
        return record === undefined ? placed : { ...placed, record: record() }
      }),
    recordCount: table.rowCount,
    leftOutCount: reading.ok ? Math.max(0, belowCount - table.rowCount) : 0,
    faultCount: faultLines.size,
  }
}

const cutCells = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cellCountMax).map((cell) => cell.slice(0, cellLengthMax).toWellFormed())

function recordsByLine(table: Table, lines: Int32Array) {
  const [date, currency] = [textReader(table, 'date'), textReader(table, 'currency')]
  const recordAt = (row: number) => () => ({
    date: date(row) ?? '',
    amount: controlAmount(table, row) ?? '',
    currency: currency(row) ?? '',
  })
  return new Map(Array.from({ length: table.rowCount }, (_, row) => [numberAt(lines, row), recordAt(row)] as const))
}

/** As UTF-8: other encodings show their letters beyond ASCII as replaced. */
async function textLines(file: File, isNear: (line: number) => boolean) {
  const text = await file.slice(0, textByteCountMax).text()
  return text
    .split(/\r\n|\n|\r/)
    .map((cell, index) => ({ line: index + 1, cells: cutCells([cell]), place: 'below' as const }))
    .filter(({ line }) => isNear(line))
}

const textByteCountMax = 8_000_000
