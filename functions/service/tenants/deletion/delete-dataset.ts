import { isHash } from '@tallystick/engine/base'
import { recordsAltered } from '../../http/altered.ts'
import { headStatements } from '../../log/log-head.ts'
import type { Executor } from '../../runs/executor.ts'
import { datasetStore } from '../../store/dataset-store.ts'
import { deletionStore } from '../../store/deletion-store.ts'
import { periodStore } from '../../store/period-store.ts'
import { receiptStore } from '../../store/receipt-store.ts'
import { type DeletionOutcome, type Look, sealDeletion, wasDeleted } from './seal-deletion.ts'

/** Deletes a sealed dataset that no unfinished run and no period reads; otherwise as `deleteRun`. Throws `records_altered`. */
export const deleteDataset = (
  executor: Executor,
  {
    tenantId,
    datasetId,
    actor,
  }: { readonly tenantId: string; readonly datasetId: string; readonly actor: string | null },
): Promise<DeletionOutcome> =>
  sealDeletion(executor, { tenantId, what: 'dataset', id: datasetId, actor }, () =>
    lookAtDataset(executor, tenantId, datasetId),
  )

async function lookAtDataset(executor: Executor, tenantId: string, datasetId: string): Promise<Look> {
  const { db } = executor
  const [[row], newest, [dataset], pinning, rows, reading] = await db.batch([
    ...headStatements({ db }, tenantId),
    datasetStore(db).find(tenantId, datasetId),
    deletionStore(db).unfinishedWith(tenantId, datasetId, 1),
    receiptStore(db).deletionOf(tenantId, datasetId),
    periodStore(db).holdsDataset(tenantId, datasetId),
  ])
  const isStored = dataset !== undefined
  if (await wasDeleted(executor, { tenantId, what: 'dataset', id: datasetId }, { rows, isStored }))
    return { outcome: 'deleted_before' }
  if (dataset === undefined) return { outcome: 'unknown' }
  if (reading.length > 0) return { outcome: 'held' }
  if (pinning.length > 0) return { outcome: 'in_use' }
  if (!isHash(dataset.root))
    throw recordsAltered('The root of the dataset is none: it was changed after it was stored.')
  return { head: { row, newest }, root: dataset.root }
}
