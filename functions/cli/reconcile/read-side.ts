import { createReadStream } from 'node:fs'
import {
  createTableBuilder,
  type DatasetChunk,
  type DatasetSummary,
  openSniffedIntake,
  type Table,
  type TakenColumns,
} from '@tallystick/engine'
import type { Mapping } from '../../../schema/mapping.ts'
import { fileFault } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'
import { rowFaultTexts } from './row-faults.ts'
import type { SideSettings } from './side-settings.ts'

export interface SideRequest extends SideSettings {
  readonly path: string
  readonly mapping: Mapping | undefined
  /** The `attributes.<path>` fields that the rules name. */
  readonly attributePaths: readonly string[]
  /** Hears of every stretch of bytes that has been read. */
  readonly onRead: (byteCount: number) => void
}

/** A side's records as columns, and what can be said of all of them. */
export interface Side {
  readonly path: string
  readonly table: Table
  readonly summary: DatasetSummary
  /** Which columns of a CSV the fields were read from. */
  readonly columns: readonly TakenColumns[]
  /** The physical line on which each row of the table begins. */
  readonly lines: readonly number[]
}

export type SideResult =
  | { readonly ok: true; readonly side: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

const partByteCount = 256 * 1024

/**
 * Reads one side's file as a stream straight into columns, with the readers of an upload. The faults are the file's
 * own or those of up to 20 rows, each beginning with the path and the physical line.
 */
export async function readSide(request: SideRequest): Promise<SideResult> {
  const { path, mapping, currency, encoding, attributePaths, onRead } = request
  const lines: number[] = []
  let columns: readonly TakenColumns[] = []
  const intake = openSniffedIntake({
    mapping,
    currency,
    encoding,
    sha256,
    onRecord: (line) => lines.push(line),
    onColumns: (taken) => {
      columns = taken
    },
  })
  const builder = createTableBuilder(attributePaths)
  const add = (chunks: readonly DatasetChunk[]): void => {
    for (const { text } of chunks) builder.addLines(text)
  }
  try {
    for await (const part of createReadStream(path, { highWaterMark: partByteCount })) {
      add(intake.write(part))
      onRead(part.length)
    }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  const end = intake.end()
  if (!end.ok) return { ok: false, faults: rowFaultTexts({ path, faults: end.faults, readCount: lines.length }) }
  add(end.chunks)
  return { ok: true, side: { path, table: builder.finish(), summary: end.summary, columns, lines } }
}
