import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  type DatasetRecord,
  type DatasetWithStatements,
  datasetRecord,
  storedFormat,
  storedStatements,
  storedTotals,
  storedWarnings,
} from '@tallystick/schema/dataset'
import { check } from '@tallystick/schema/problem'
import { receivedFile } from '@tallystick/schema/received'
import { readStored, recordsAltered } from '../http/altered.ts'
import type { DatasetRow, ListedDataset } from '../store/dataset-store.ts'

/** Throws `records_altered` for a row that is no valid dataset. */
export function storedDatasetOf(row: ListedDataset): DatasetRecord {
  const what = `The row of the dataset ${row.id}`
  const record = readStored(what, () => datasetRecordOf(row))
  const checked = check(datasetRecord, record)
  if (checked.ok) return record
  throw recordsAltered(
    `${what} cannot be read.`,
    checked.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  )
}

export const datasetRecordOf = (row: ListedDataset): DatasetRecord => ({
  id: row.id,
  name: row.name,
  adapter: row.adapter,
  state: 'sealed',
  format: storedFormat.parse(row.format),
  recordCount: row.recordCount,
  byteCount: row.byteCount,
  root: row.root,
  totals: storedTotals.parse(JSON.parse(row.totals)),
  period: { from: row.periodFrom, to: row.periodTo },
  warnings: storedWarnings.parse(JSON.parse(row.warnings)),
  received: receivedFile.parse(JSON.parse(row.received ?? '')),
  createdAt: timestampOf(row.createdAt),
  createdBy: row.createdBy,
})

/** Throws `records_altered` also for invalid statements. */
export const datasetWithStatements = (row: DatasetRow): DatasetWithStatements => ({
  ...storedDatasetOf(row),
  statements: readStored(`The statements of the dataset ${row.id}`, () =>
    storedStatements.parse(row.statements === null ? [] : JSON.parse(row.statements)),
  ),
})
