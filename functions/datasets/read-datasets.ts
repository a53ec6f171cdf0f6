import type { Context } from 'hono'
import type { DatasetRecord, DatasetWithStatements } from '../../schema/dataset.ts'
import { pageOfStored, type StoredPage } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type PageQuery } from '../http/cursor.ts'
import { databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { datasetWithStatements, storedDatasetOf } from './dataset-record.ts'
import { missingDataset } from './missing-dataset.ts'

/** A page of the tenant's datasets, newest first. Throws `invalid_cursor`. One query. */
export async function listDatasets(
  c: Context<AppEnv>,
  { adapter, limit, cursor }: PageQuery & { readonly adapter?: string | undefined },
): Promise<StoredPage<DatasetRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'datasets', adapter ?? '']
  const before = decodeCursor(query, cursor, ['string'])?.[0]
  const rows = await storeOf(c).list(tenantId, { adapter, before, limit: limit + 1 })
  return pageOfStored(rows, { limit, query, positionOf: ({ id }) => [id], show: storedDatasetOf })
}

/** A sealed dataset of the tenant, with its statements. Throws `dataset_not_found`, `records_deleted` or `records_altered`. One query. */
export async function readDataset(c: Context<AppEnv>, datasetId: string): Promise<DatasetWithStatements> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [row] = await datasetStore(db).find(tenantId, datasetId)
  if (row === undefined) throw await missingDataset(c, db, datasetId)
  return datasetWithStatements(row)
}

const storeOf = (c: Context<AppEnv>) => datasetStore(queries(databaseOf(c.env, c.var.identity.tenantId)))
