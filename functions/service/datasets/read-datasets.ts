import type { DatasetRecord } from '@tallystick/schema/dataset'
import type { Context } from 'hono'
import { pageOfStored, type StoredPage } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type PageQuery } from '../http/cursor.ts'
import { databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { storedDatasetOf } from './dataset-record.ts'

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

const storeOf = (c: Context<AppEnv>) => datasetStore(queries(databaseOf(c.env, c.var.identity.tenantId)))
