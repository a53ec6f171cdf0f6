import { createReadStream } from 'node:fs'
import {
  createTableBuilder,
  type DatasetChunk,
  type DatasetSummary,
  type RowFault,
  rowFaultCountMax,
  type Table,
} from '@tallystick/engine'
import type { Mapping } from '../../schema/dataset.ts'
import { fileFault } from './file-fault.ts'
import { sha256 } from './sha256.ts'
import { openToldIntake } from './told-intake.ts'

export interface SideRequest {
  readonly path: string
  readonly mapping: Mapping | undefined
  /** The `attributes.<path>` fields that the rules name. */
  readonly attributePaths: readonly string[]
  /** Hears of every stretch of bytes that has been read. */
  readonly onRead: (byteCount: number) => void
}

/** A side's records as columns, and what can be said of all of them. */
export interface Side {
  readonly table: Table
  readonly summary: DatasetSummary
}

export type SideResult =
  | { readonly ok: true; readonly side: Side }
  | { readonly ok: false; readonly faults: readonly string[] }

const partByteCount = 256 * 1024

/**
 * Reads one side's file as a stream straight into columns, with the readers of an upload. The faults are the file's
 * own or those of up to 20 rows, each beginning with the path and the physical line.
 */
export async function readSide({ path, mapping, attributePaths, onRead }: SideRequest): Promise<SideResult> {
  const intake = openToldIntake({ mapping, sha256 })
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
  if (!end.ok) return { ok: false, faults: rowFaults(path, end.faults) }
  add(end.chunks)
  return { ok: true, side: { table: builder.finish(), summary: end.summary } }
}

function rowFaults(path: string, faults: readonly RowFault[]): readonly string[] {
  const listed = faults.map(({ line, column, detail }) => `${path}:${line}: ${columnPrefix(column)}${detail}`)
  return faults.length < rowFaultCountMax
    ? listed
    : [...listed, `${path}: reading stopped after ${rowFaultCountMax} faults`]
}

const columnPrefix = (column: string | null): string => (column === null ? '' : `column ${JSON.stringify(column)}: `)
