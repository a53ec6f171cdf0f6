import { at } from '../../../engine/base/at.ts'
import type { FileFormat } from '../../../engine/intake/format/format.ts'
import { type FileIntakeOptions, type IntakeEnd, openIntake } from '../../../engine/intake/intake.ts'
import { ndjsonFormat } from '../../../engine/intake/json/ndjson.ts'
import { csvFormat } from '../../../engine/intake/kinds/csv-format.ts'
import { openRows } from '../support/open-rows.ts'
import { sha256 } from '../support/sha256.ts'

export type Options = Partial<Omit<FileIntakeOptions, 'sha256' | 'rows' | 'format'>> & {
  /** If false, every record is read as an object. */
  readonly isBytewise?: boolean | undefined
  readonly format?: 'csv' | 'ndjson' | FileFormat
}

/** Reads `input` in parts of these sizes (the last one repeated), and gives all chunks of it together. */
export function intakeOf(
  input: string | Uint8Array,
  { format, isBytewise = true, ...options }: Options = {},
  partSizes: readonly number[] = [65_536],
): IntakeEnd {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  const intake = openIntake({ ...options, format: formatOf(format), sha256, rows: isBytewise ? openRows : undefined })
  const chunks = []
  let part = 0
  for (let offset = 0; offset < bytes.length; ) {
    const size = at(partSizes, Math.min(part, partSizes.length - 1))
    part += 1
    chunks.push(...intake.write(bytes.slice(offset, offset + size)))
    offset += size
  }
  const end = intake.end()
  return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
}

const formatOf = (format: Options['format']): FileFormat =>
  typeof format === 'object' ? format : format === 'ndjson' ? ndjsonFormat : csvFormat

/** The canonical lines of an intake that must succeed. */
export function linesOf(end: IntakeEnd): readonly string[] {
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  return end.chunks.flatMap(({ text }) => text.trimEnd().split('\n')).filter((line) => line !== '')
}

/** The records of an intake that must succeed, with or without the ids that it made. */
export const recordsOf = (end: IntakeEnd) =>
  linesOf(end).map((line) => {
    const { id, ...record } = JSON.parse(line)
    return id.startsWith('row_') ? record : { id, ...record }
  })

/** `line code column field` of each fault. */
export const faultsOf = (end: IntakeEnd): readonly string[] =>
  end.ok ? [] : end.faults.map(({ line, code, column, field }) => `${line} ${code} ${column} ${field}`)

/** The details of all faults, in one text. */
export const detailsOf = (end: IntakeEnd): string => (end.ok ? '' : end.faults.map(({ detail }) => detail).join('\n'))
