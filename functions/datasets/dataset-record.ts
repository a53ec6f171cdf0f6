import { type DatasetRecord, storedFormat, storedTotals, storedWarnings } from '../../schema/dataset.ts'
import { timestampOf } from '../platform/timestamp.ts'
import type { DatasetRow } from '../store/dataset-store.ts'

/** The record of a stored dataset, as every answer shows it. */
export const datasetRecordOf = (row: DatasetRow): DatasetRecord => ({
  id: row.id,
  name: row.name,
  adapter: row.adapter,
  format: storedFormat.parse(row.format),
  recordCount: row.recordCount,
  byteCount: row.byteCount,
  root: row.root,
  totals: storedTotals.parse(JSON.parse(row.totals)),
  period: { from: row.periodFrom, to: row.periodTo },
  warnings: storedWarnings.parse(JSON.parse(row.warnings)),
  createdAt: timestampOf(row.createdAt),
})
