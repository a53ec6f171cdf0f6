import type { DatasetLimits, DatasetSummary } from '@tallystick/engine/intake'
import type { DatasetRecord } from '@tallystick/schema/dataset'

const megabyte = 1024 * 1024

/**
 * The most that a dataset may hold. Of each record the isolate that reads it keeps 9 to 11 bytes, since an id that comes
 * again gets a suffix.
 */
export const datasetLimits = {
  recordCountMax: 4_000_000,
  byteCountMax: 5 * 1024 * megabyte,
  heldByteCountMax: 8 * megabyte,
} as const satisfies DatasetLimits

/** Bytes of lines for each byte of a file, at most: names from a mapping stand in every line, and short rows have long ones. */
const linesPerFileByteMax = 8

/**
 * What a file of at most `fileByteCountMax` bytes may hold that is read in one go. A small one may become as many lines as
 * 8 MB may: else a few megabytes with a mapping of long names would be stored as gigabytes.
 */
export const limitsOfFile = (fileByteCountMax: number): DatasetLimits => ({
  ...datasetLimits,
  byteCountMax: Math.min(datasetLimits.byteCountMax, linesPerFileByteMax * Math.max(fileByteCountMax, 8 * megabyte)),
})

/** The most bytes that a JSON upload may have, which is held until it is read. */
export const jsonByteCountMax = 8 * megabyte

/** The same of a file of a format that is held until it is complete, as an archive is. */
export const heldFileByteCountMax = 8 * megabyte

/** The most bytes that any other file of one request may have: it is stored while it is read. */
export const exportByteCountMax = 95 * megabyte

/** The warnings of a dataset: those of its records, and one where a run reads fewer records of both sides together. */
export function warningsOf(
  { recordCount: count, warnings }: DatasetSummary,
  runRecordCountMax: number,
): DatasetRecord['warnings'] {
  if (count <= runRecordCountMax) return [...warnings]
  return [...warnings, { code: 'larger_than_a_run', count, firstLine: null, limit: runRecordCountMax }]
}
