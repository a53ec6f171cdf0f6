import { createIntList, formatDate, numberAt } from '@tallystick/engine/base'
import { type DatasetSummary, openSniffedIntake, type RowPlace, type TakenColumns } from '@tallystick/engine/intake'
import {
  type AttributeChoice,
  absentDay,
  type BySide,
  createTableBuilder,
  dateFields,
  decimalFields,
  type Table,
} from '@tallystick/engine/record'
import type { FieldPreview, FileSettings, ReadSide, SideReading } from './engine-types.ts'
import type { EngineModules } from './session-context.ts'

export interface FileSide {
  readonly name: string
  readonly table: Table
  readonly summary: DatasetSummary
  readonly lines: Int32Array
  /** Absent where the records come from the service or a pack. */
  readonly origin?: ReadSide | undefined
}

export type FileSides = Partial<BySide<FileSide>>

interface FileRequest {
  readonly file: File
  readonly settings: FileSettings
  /** Awaited after each part, with the ratio read so far, 0 to 1. An error thrown by it ends the reading. */
  readonly pause: (ratio: number) => Promise<void>
  /** Where it is given, it is called with each row of a table, which takes several times as long. */
  readonly onRow?: (row: FileRow, place: RowPlace) => void
}

export interface FileRow {
  /** Of its file. */
  readonly line: number
  /** The name of its file in a zip. */
  readonly file?: string
  readonly cells: readonly string[]
}

interface ReadFile {
  readonly reading: SideReading
  /** Undefined for a file with faults. */
  readonly side: FileSide | undefined
  /** The records that were read, those of a file with faults too, and the line of each. */
  readonly table: Table
  readonly lines: Int32Array
}

/** All attributes are read: the rules are chosen later, and may name any of them. */
const attributeChoice: AttributeChoice = 'all'

/**
 * Reads a file as a stream into columns, with the same readers as an upload. Unreadable rows come back as faults.
 * Throws a DOMException `NotReadableError` where the browser cannot read the file.
 */
export async function readFile(
  { sha256, openRows }: EngineModules,
  { file, settings, pause, onRow }: FileRequest,
): Promise<ReadFile> {
  const lines = createIntList()
  const builder = createTableBuilder(attributeChoice)
  let columns: readonly TakenColumns[] = []
  const head: (readonly string[])[] = []
  const intake = openSniffedIntake({
    ...settings,
    sha256,
    rows: onRow === undefined ? openRows : undefined,
    columns: builder,
    onRecords: lines.addAll,
    onColumns: (taken) => {
      columns = taken
    },
    onRow(row, place) {
      if (place !== 'below') head.push(row.cells.map((cell) => cell.trim()))
      onRow?.(row, place)
    },
  })
  let byteCount = 0
  for await (const bytes of partsOf(file)) {
    intake.write(bytes)
    byteCount += bytes.length
    await pause(byteCount / file.size)
  }
  const end = intake.end()
  const format = intake.format()
  const table = builder.finish()
  const read = { table, lines: lines.finish() }
  // Other tables than CSV and workbooks have no row of names: their columns stand for it.
  if (head.length === 0 && columns.length > 0) head.push(columns.flatMap(({ columns: names }) => names))
  if (!end.ok)
    return {
      ...read,
      reading: { ok: false, format, head, faults: end.faults, readCount: table.rowCount },
      side: undefined,
    }
  const { statements, ...summary } = end.summary
  const preview = {
    name: file.name,
    byteCount: file.size,
    format,
    encoding: intake.encoding(),
    summary,
    head,
    statements: statements.slice(0, statementCountMax),
    statementCount: statements.length,
    fields: fieldPreviews(table, columns),
  }
  const side = {
    ...read,
    name: file.name,
    summary: end.summary,
    origin: { file, settings, leftOutCount: leftOutIn(summary) },
  }
  return { ...read, reading: { ok: true, preview }, side }
}

const leftOutIn = ({ warnings }: Pick<DatasetSummary, 'warnings'>): number =>
  warnings.find(({ code }) => code === 'skipped_entries')?.count ?? 0

/** A file is read in parts of this size: small enough that a cancelled reading ends at once. */
const partByteCount = 256 * 1024

export async function* partsOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  const next = () => reader.read().catch(failAsUnreadable)
  for (let read = await next(); !read.done; read = await next())
    for (let start = 0; start < read.value.length; start += partByteCount)
      yield read.value.subarray(start, start + partByteCount)
}

/** Browsers report a file that is gone in several ways, Chromium as a network error. All become one error. */
const failAsUnreadable = (error: unknown): never => {
  throw new DOMException(String(error), 'NotReadableError')
}

/** Of more statements the page shows the number. */
const statementCountMax = 6

const valueCountMax = 3
const lookedRowCountMax = 1_000

function fieldPreviews(table: Table, columns: readonly TakenColumns[]): readonly FieldPreview[] {
  if (columns.length > 0)
    return columns.map(({ field, columns: names }) => ({ field, columns: names, values: valuesOf(table, field) }))
  const fields = ['amount', 'currency', 'date', 'valueDate', 'reference', 'description', 'counterparty', 'account']
  return [...fields, ...table.attributePaths]
    .map((field) => ({ field, columns: [], values: valuesOf(table, field) }))
    .filter(({ values }) => values.length > 0)
}

function valuesOf(table: Table, field: string): readonly string[] {
  const textAt = textReader(table, field)
  const values = new Set<string>()
  const rowCount = Math.min(table.rowCount, lookedRowCountMax)
  for (let row = 0; row < rowCount && values.size < valueCountMax; row++) {
    const text = textAt(row)
    if (text !== undefined) values.add(text)
  }
  return [...values]
}

/** Returns the text of a field by row; undefined where a record lacks the field. */
export function textReader(table: Table, field: string): (row: number) => string | undefined {
  if (decimalFields.some((each) => each === field)) {
    const column = table.decimal(field)
    return (row) => column.textAt(row)
  }
  if (!dateFields.some((each) => each === field)) {
    const column = table.text(field)
    return (row) => column.textAt(row)
  }
  const column = table.date(field)
  return (row) => {
    const day = numberAt(column, row)
    return day === absentDay ? undefined : formatDate(day)
  }
}
