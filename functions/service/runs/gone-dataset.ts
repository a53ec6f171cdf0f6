import { isDemoKind } from '@tallystick/schema/adapter'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { ProblemError } from '../http/problem.ts'
import { recordsDeleted, soundDeletions } from '../log/stored-deletion.ts'
import type { Database } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { sidesOf } from './run-record.ts'

/** The stored datasets of a run. Built-in ones are not stored: their id is their kind. */
export function datasetIdsOf(run: RunRow): readonly string[] {
  const { source, target } = sidesOf(run)
  const ids = [source, target].flatMap(({ datasetId, parts = [] }) => [
    datasetId,
    ...parts.map((part) => part.datasetId),
  ])
  return ids.filter((id) => id !== null && !isDemoKind(id)).map(String)
}

/** The problem of a run whose dataset is gone: `records_deleted`, or `records_altered` if the log has no deletion. */
export async function goneDataset(c: Context<AppEnv>, db: Database, run: RunRow): Promise<ProblemError | undefined> {
  for (const id of datasetIdsOf(run)) {
    const [[found], rows] = await db.batch([
      datasetStore(db).find(run.tenantId, id),
      receiptStore(db).deletionOf(run.tenantId, id),
    ])
    if (found !== undefined) continue
    const [deletion] = await soundDeletions({ isolate: c.var.isolate, env: c.env }, run.tenantId, rows)
    return deletion?.what === 'dataset'
      ? recordsDeleted(deletion)
      : recordsAltered(`The row of the dataset ${id} is gone.`)
  }
  return undefined
}
