import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type ListedPeriod, type PeriodRecord, storedPeriodState } from '@tallystick/schema/period'
import { side } from '@tallystick/schema/values'
import type { SignoffRow } from '../store/act-store.ts'
import type { PeriodDatasetRow } from '../store/period-datasets.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { reconciliationPath } from './reconciliation-record.ts'
import { signoffRecordOf } from './stored-signoffs.ts'

export const periodPath = (id: string): string => `/api/v1/periods/${id}`

export const listedPeriodOf = (row: PeriodRow): ListedPeriod => ({
  id: row.id,
  reconciliationId: row.reconciliationId,
  name: row.name,
  first: row.first,
  last: row.last,
  state: storedPeriodState.parse(row.state),
  revision: row.revision,
  edition: row.edition,
  runId: row.runId,
  settingsVersion: row.settingsVersion,
  policyVersion: row.policyVersion,
  createdAt: timestampOf(row.createdAt),
  createdBy: row.createdBy,
  links: { self: periodPath(row.id), reconciliation: reconciliationPath(row.reconciliationId) },
})

interface ReadDataset {
  readonly id: string
  readonly root: string
  readonly recordCount: number
}

interface PeriodParts {
  readonly read: readonly PeriodDatasetRow[]
  readonly datasets: readonly ReadDataset[]
  readonly signoffs: readonly SignoffRow[]
}

/** `datasets` has the row of each dataset that the period reads: none is deleted while a period reads it. */
export function periodRecordOf(row: PeriodRow, { read, datasets, signoffs }: PeriodParts): PeriodRecord {
  const datasetsById = new Map(datasets.map((dataset) => [dataset.id, dataset]))
  return {
    ...listedPeriodOf(row),
    signoffs: signoffs.map(signoffRecordOf),
    datasets: read.flatMap(({ datasetId, isHandedOn, addedAt, addedBy, ...each }) => {
      const dataset = datasetsById.get(datasetId)
      if (dataset === undefined) return []
      const { root, recordCount } = dataset
      const added = { isHandedOn: isHandedOn === 1, addedAt: timestampOf(addedAt), addedBy }
      return [{ datasetId, side: side.parse(each.side), root, recordCount, ...added }]
    }),
  }
}
