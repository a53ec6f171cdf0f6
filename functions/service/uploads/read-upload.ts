import type { DatasetInAnyState } from '@tallystick/schema/upload'
import type { Context } from 'hono'
import { datasetWithStatements } from '../datasets/dataset-record.ts'
import { missingDataset } from '../datasets/missing-dataset.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { requireScope } from '../http/scopes.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { type UploadPartRow, type UploadRow, uploadStore } from '../store/upload-store.ts'
import { uploadRecordOf } from './upload-record.ts'

export interface FoundUpload {
  readonly upload: UploadRow
  /** The parts, in the order of their numbers. */
  readonly parts: readonly UploadPartRow[]
}

/** An unsealed upload in parts. Throws `upload_complete` for a sealed one. One round trip to D1, or two. */
export async function findUpload(c: Context<AppEnv>, db: Database, id: string): Promise<FoundUpload> {
  const { dataset, found } = await lookUp(c, db, id)
  if (dataset !== undefined) throw new ProblemError('upload_complete', { detail: 'The dataset is sealed.' })
  if (found === undefined) throw await missingDataset(c, db, id)
  return found
}

/**
 * A sealed dataset, or an upload in parts. Throws `scope_insufficient` for a sealed dataset and a key that may not read
 * it.
 */
export async function readDataset(c: Context<AppEnv>, id: string): Promise<DatasetInAnyState> {
  const { tenantId, actor } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const { dataset, writer, found } = await lookUp(c, db, id)
  if (dataset !== undefined) {
    if (writer !== actor.id) requireScope(c, 'datasets:read')
    return datasetWithStatements(dataset)
  }
  if (found === undefined) throw await missingDataset(c, db, id)
  return uploadRecordOf(found.upload, found.parts)
}

async function lookUp(c: Context<AppEnv>, db: Database, id: string) {
  const { tenantId } = c.var.identity
  const store = uploadStore(db)
  const [[dataset], [upload], parts] = await db.batch([
    datasetStore(db).find(tenantId, id),
    store.findRow(tenantId, id),
    store.parts(tenantId, id),
  ])
  const isShown = upload !== undefined && upload.state !== 'removing'
  return { dataset, writer: upload?.createdBy, found: isShown ? { upload, parts } : undefined }
}
