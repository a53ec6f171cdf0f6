import { stat } from 'node:fs/promises'
import { createIntList } from '@tallystick/engine/base'
import { type DatasetSummary, openSniffedIntake, type TakenColumns } from '@tallystick/engine/intake'
import {
  type AttributeChoice,
  createTableBuilder,
  rowsByDistinctId,
  type Table,
  type TableColumns,
  tableOf,
} from '@tallystick/engine/record'
import type { Mapping } from '@tallystick/schema/mapping'
import { fileFault } from '../file-fault.ts'
import { partsOf, standardStream } from '../file-parts.ts'
import type { FileSettings } from '../file-settings.ts'
import { openRows } from '../open-rows.ts'
import { rowFaultTexts } from '../row-fault-texts.ts'
import { sha256 } from '../sha256.ts'
import { shareColumns } from './share-columns.ts'

/** What a side is read from and how, as values that another thread can be handed. */
export interface SideRequest extends FileSettings {
  readonly path: string
  readonly mapping: Mapping | undefined
  readonly attributePaths: AttributeChoice
}

/** Called with the length of each part that has been read. */
export type OnRead = (byteCount: number) => void

interface ReadFile {
  readonly path: string
  readonly summary: DatasetSummary
  /** The columns of a CSV that each field was read from. */
  readonly columns: readonly TakenColumns[]
  /** The physical line on which each row of the table begins. */
  readonly lines: Int32Array
}

interface SideColumns extends ReadFile {
  readonly tableColumns: TableColumns
}

export interface Side extends SideColumns {
  readonly table: Table
}

type Result<Value> =
  | { readonly ok: true; readonly side: Value }
  | { readonly ok: false; readonly faults: readonly string[] }

export type SideResult = Result<Side>
export type SideColumnsResult = Result<SideColumns>

/**
 * Reads one side's file as a stream into columns, with the same readers as an upload. Each fault begins with the path,
 * and for up to 20 rows with the physical line. A CSV that names its records is first read as if it repeated no id: a
 * run sorts the ids anyway, which tells, and to look up each of them as it comes takes a fourth of reading.
 */
export async function readSideColumns(request: SideRequest, onRead: OnRead): Promise<SideColumnsResult> {
  const isFile = request.path !== standardStream && (await isRegular(request.path))
  let byteCount = 0
  const count: OnRead = (added) => {
    byteCount += added
    onRead(added)
  }
  const quick = isFile ? await readRows(request, count, 'distinct') : undefined
  if (quick !== undefined) return quick
  onRead(-byteCount)
  return readRows(request, onRead, 'any')
}

const isRegular = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/**
 * For files whose size is known: shared memory that is outgrown is freed only as garbage is collected, and its size
 * does not count there.
 */
const newSharedMemory = (byteCount: number): SharedArrayBuffer => new SharedArrayBuffer(byteCount)

/** Undefined where the ids should be distinct, and are not or are not those of the file. */
async function readRows(request: SideRequest, onRead: OnRead, ids: 'any'): Promise<SideColumnsResult>
async function readRows(
  request: SideRequest,
  onRead: OnRead,
  ids: 'any' | 'distinct',
): Promise<SideColumnsResult | undefined>
async function readRows(
  request: SideRequest,
  onRead: OnRead,
  ids: 'any' | 'distinct',
): Promise<SideColumnsResult | undefined> {
  const { path, mapping, currency, encoding, kind, level, sheet, attributePaths } = request
  const lines = createIntList()
  const builder = createTableBuilder(attributePaths, ids === 'distinct' ? newSharedMemory : undefined)
  let columns: readonly TakenColumns[] = []
  const intake = openSniffedIntake({
    mapping,
    currency,
    encoding,
    kind,
    level,
    sheet,
    sha256,
    rows: openRows,
    columns: builder,
    onRecords: lines.addAll,
    suffixOf: ids === 'distinct' ? () => 0 : undefined,
    onColumns: (taken) => {
      columns = taken
    },
  })
  try {
    let isFirst = true
    for await (const { bytes, fileSize } of partsOf(path)) {
      intake.write(bytes)
      onRead(bytes.length)
      if (isFirst && ids === 'distinct' && !columns.some(({ field }) => field === 'id')) return undefined
      if (isFirst) builder.expect((roomFactor * lines.count() * fileSize) / bytes.length)
      isFirst = false
    }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  const end = intake.end()
  if (!end.ok) {
    const unreadable = { path, format: intake.format(), faults: end.faults, readCount: lines.count() }
    return { ok: false, faults: rowFaultTexts(unreadable) }
  }
  const { summary } = end
  const read = builder.columns()
  const rowsById = ids === 'distinct' ? rowsByDistinctId(read) : undefined
  if (ids === 'distinct' && rowsById === undefined) return undefined
  const tableColumns = shareColumns({ ...read, ...(rowsById && { rowsById }) })
  return { ok: true, side: { path, tableColumns, summary, columns, lines: lines.finish() } }
}

export const readSide = async (request: SideRequest, onRead: OnRead): Promise<SideResult> =>
  withTable(await readSideColumns(request, onRead))

export function withTable(read: SideColumnsResult): SideResult {
  if (!read.ok) return read
  return { ok: true, side: { ...read.side, table: tableOf(read.side.tableColumns) } }
}

/** Room for 5 % more rows than the first part leads to expect, since its rows may be longer than the others. */
const roomFactor = 1.05
