import { createIntList } from '@tallystick/engine/base'
import { type DatasetSummary, openSniffedIntake, type TakenColumns } from '@tallystick/engine/intake'
import { type AttributeChoice, createTableBuilder, type Table } from '@tallystick/engine/record'
import type { Mapping } from '@tallystick/schema/mapping'
import { fileFault } from '../file-fault.ts'
import { partsOf } from '../file-parts.ts'
import type { FileSettings } from '../file-settings.ts'
import { rowFaultTexts } from '../row-fault-texts.ts'
import { sha256 } from '../sha256.ts'

interface SideRequest extends FileSettings {
  readonly path: string
  readonly mapping: Mapping | undefined
  readonly attributePaths: AttributeChoice
  /** Called with the length of each part that has been read. */
  readonly onRead: (byteCount: number) => void
}

export interface Side {
  readonly path: string
  readonly table: Table
  readonly summary: DatasetSummary
  /** The columns of a CSV that each field was read from. */
  readonly columns: readonly TakenColumns[]
  /** The physical line on which each row of the table begins. */
  readonly lines: Int32Array
}

export type SideResult =
  | { readonly ok: true; readonly side: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads one side's file as a stream into columns, with the same readers as an upload. Each fault begins with the path,
 * and for up to 20 rows with the physical line.
 */
export async function readSide(request: SideRequest): Promise<SideResult> {
  const { path, mapping, currency, encoding, kind, level, sheet, attributePaths, onRead } = request
  const lines = createIntList()
  const builder = createTableBuilder(attributePaths)
  let columns: readonly TakenColumns[] = []
  const intake = openSniffedIntake({
    mapping,
    currency,
    encoding,
    kind,
    level,
    sheet,
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
  if (!end.ok) {
    const unreadable = { path, format: intake.format(), faults: end.faults, readCount: lines.count() }
    return { ok: false, faults: rowFaultTexts(unreadable) }
  }
  const { summary } = end
  return { ok: true, side: { path, table: builder.finish(), summary, columns, lines: lines.finish() } }
}

/** Room for 5 % more rows than the first part leads to expect, since its rows may be longer than the others. */
const roomFactor = 1.05
