import { open } from 'node:fs/promises'
import {
  createIntList,
  createTableBuilder,
  type DatasetSummary,
  openSniffedIntake,
  type RowFault,
  rowFaultCountMax,
  type Table,
  type TakenColumns,
} from '@tallystick/engine'
import type { Mapping } from '../../../schema/mapping.ts'
import { fileFault } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'

/** The settings of a side's file beside its mapping, as in the query of an upload. */
export interface SideSettings {
  /** The currency of records that name none. */
  readonly currency: string | undefined
  readonly encoding: string | undefined
}

export interface SideRequest extends SideSettings {
  readonly path: string
  readonly mapping: Mapping | undefined
  /** The `attributes.<path>` fields that the rules name. */
  readonly attributePaths: readonly string[]
  /** Called with the length of each part of the file that has been read. */
  readonly onRead: (byteCount: number) => void
}

/** A side's records as columns, and figures about all of them. */
export interface Side {
  readonly path: string
  readonly table: Table
  readonly summary: DatasetSummary
  /** Which columns of a CSV the fields were read from. */
  readonly columns: readonly TakenColumns[]
  /** The physical line on which each row of the table begins. */
  readonly lines: Int32Array
}

export type SideResult =
  | { readonly ok: true; readonly side: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

const partByteCount = 256 * 1024

/**
 * Reads one side's file as a stream into columns, with the readers of an upload. The faults are those of the file itself
 * or of up to 20 rows, each beginning with the path and the physical line.
 */
export async function readSide(request: SideRequest): Promise<SideResult> {
  const { path, mapping, currency, encoding, attributePaths, onRead } = request
  const lines = createIntList()
  const builder = createTableBuilder(attributePaths)
  let columns: readonly TakenColumns[] = []
  const intake = openSniffedIntake({
    mapping,
    currency,
    encoding,
    sha256,
    columns: builder,
    onRecord: lines.add,
    onColumns: (taken) => {
      columns = taken
    },
  })
  try {
    let isFirst = true
    for await (const { bytes, fileSize } of partsOf(path)) {
      intake.write(bytes)
      onRead(bytes.length)
      if (isFirst) builder.expect((roomFactor * lines.count() * fileSize) / bytes.length)
      isFirst = false
    }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  const end = intake.end()
  if (!end.ok) return { ok: false, faults: rowFaultTexts({ path, faults: end.faults, readCount: lines.count() }) }
  const { summary } = end
  return { ok: true, side: { path, table: builder.finish(), summary, columns, lines: lines.finish() } }
}

/** The rows of the first part are a little longer or shorter than the others. */
const roomFactor = 1.05

interface FilePart {
  /** Written over by the next part. */
  readonly bytes: Uint8Array
  /** 0 for a pipe. */
  readonly fileSize: number
}

async function* partsOf(path: string): AsyncGenerator<FilePart> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const buffer = new Uint8Array(partByteCount)
    while (true) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return
      yield { bytes: buffer.subarray(0, bytesRead), fileSize: size }
    }
  } finally {
    await file.close()
  }
}

/** The rows of the file at `path` that could not be read. */
interface UnreadableRows {
  readonly path: string
  readonly faults: readonly RowFault[]
  /** How many rows could be read. */
  readonly readCount: number
}

/**
 * A text each fault, beginning with the path and the physical line. A file of which no line is a JSON object is of
 * another format, and one text says so.
 */
function rowFaultTexts({ path, faults, readCount }: UnreadableRows): readonly string[] {
  const texts = faults.map(({ line, column, detail }) => `${path}:${line}: ${columnPrefix(column)}${detail}`)
  if (readCount === 0 && faults.length > 1 && faults.every(isNoObject)) return [otherFormatText(path, faults)]
  return faults.length < rowFaultCountMax
    ? texts
    : [...texts, `${path}: reading stopped after ${rowFaultCountMax} faults`]
}

const columnPrefix = (column: string | null): string => (column === null ? '' : `column ${JSON.stringify(column)}: `)

/** A CSV has no such fault. */
const isNoObject = ({ code }: RowFault): boolean => code === 'malformed_json' || code === 'invalid_record'

function otherFormatText(path: string, [first]: readonly RowFault[]): string {
  const begun = 'it begins like NDJSON, one JSON object a line, but none of its lines is one'
  return `${path}: ${begun}; wanted that, or a CSV (line ${first?.line}: ${first?.detail})`
}
