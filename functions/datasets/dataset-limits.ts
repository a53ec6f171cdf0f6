import type { DatasetLimits, DatasetSummary } from '@tallystick/engine'
import type { DatasetRecord } from '../../schema/dataset.ts'

/** The most that a dataset may hold: eight times the records that a run reads, and eight times the bytes of an upload. */
export const datasetLimits = {
  recordCountMax: 400_000,
  byteCountMax: 64 * 1024 * 1024,
} as const satisfies DatasetLimits

/** The warnings of a dataset: those of its records, and one where a run reads fewer records of both sides together. */
export function warningsOf(
  { recordCount: count, warnings }: DatasetSummary,
  runRecordCountMax: number,
): DatasetRecord['warnings'] {
  if (count <= runRecordCountMax) return [...warnings]
  return [...warnings, { code: 'larger_than_a_run', count, firstLine: null, limit: runRecordCountMax }]
}
