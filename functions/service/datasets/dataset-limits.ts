import type { DatasetLimits, DatasetSummary } from '@tallystick/engine/intake'
import type { DatasetRecord } from '@tallystick/schema/dataset'

const megabyte = 1024 * 1024

/** `recordCountMax` bounds memory: where many ids are repeated, their suffixes take four bytes a record. */
export const datasetLimits = {
  recordCountMax: 10_000_000,
  byteCountMax: 5 * 1024 * megabyte,
  heldByteCountMax: 8 * megabyte,
} as const satisfies DatasetLimits

/** A file in one request can be read only once: its ids are held to find the repeated ones, 9 to 15 bytes each. */
export const requestRecordCountMax = 4_000_000

/** The stored lines of a file may have this many times its bytes, since every line repeats the names of its members. */
const linesPerFileByteMax = 8

/** The limits of a file's dataset: a few megabytes with long names must not be stored as gigabytes. */
export const limitsOfFile = (fileByteCountMax: number, recordCountMax: number): DatasetLimits => ({
  ...datasetLimits,
  recordCountMax,
  byteCountMax: Math.min(datasetLimits.byteCountMax, linesPerFileByteMax * Math.max(fileByteCountMax, 8 * megabyte)),
})

/** For a JSON upload, which is held until it is read. */
export const jsonByteCountMax = 8 * megabyte

/** For a file whose format has to be read whole, such as an archive: the file is held, too. */
export const heldFileByteCountMax = 8 * megabyte

/** For any other file in one request: the file is stored while it is read. */
export const exportByteCountMax = 95 * megabyte

/** The warnings of a dataset: those of its records, and one if it is larger than a run. */
export function warningsOf(
  { recordCount: count, warnings }: DatasetSummary,
  runRecordCountMax: number,
): DatasetRecord['warnings'] {
  if (count <= runRecordCountMax) return [...warnings]
  return [...warnings, { code: 'larger_than_a_run', count, firstLine: null, limit: runRecordCountMax }]
}
