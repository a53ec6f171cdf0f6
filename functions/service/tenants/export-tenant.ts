import { type ZipFile, zip64Of } from '@tallystick/audit/zip/zip'
import type { Context } from 'hono'
import { datasetRecordOf } from '../datasets/dataset-record.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventBy, storeEvent } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { streamOf } from '../http/stream.ts'
import { keyRecordOf } from '../keys/key-record.ts'
import { eventRecordOf } from '../keys/people/list-events.ts'
import { memberRecordOf } from '../keys/people/manage-members.ts'
import { runRecordOf } from '../runs/run-record.ts'
import { policyBytesOf } from '../runs/stored-policy.ts'
import { auditStore } from '../store/audit-store.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type ExportedChunk, exportPages } from '../store/export-pages.ts'
import { keyStore } from '../store/key-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { withTexts } from '../store/line-texts.ts'
import { logStore } from '../store/log-store.ts'
import { memberStore } from '../store/member-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { runStore } from '../store/run-store.ts'
import type { KnownTenant } from '../store/tenant-store.ts'
import { uploadStore } from '../store/upload-store.ts'
import { uploadRecordOf } from '../uploads/upload-record.ts'
import { filesOfChunks } from './chunk-files.ts'
import { closeFiles } from './export-close.ts'
import { lineOf, linesOf, pagesOf } from './exported-lines.ts'
import { knownTenant, tenantRecordOf } from './manage-tenants.ts'

const pageSize = 100
/** The rules of a run may have hundreds of kilobytes. */
const runPageSize = 40

/** Everything of a tenant as a zip, made while the client reads it. What is stored meanwhile may be missing. */
export async function exportTenant(c: Context<AppEnv>, tenantId: string): Promise<Response> {
  const tenant = await knownTenant(c, tenantId)
  if (tenant.deletedAt !== null) throw new ProblemError('tenant_not_found')
  const database = databaseOf(c.env, tenantId)
  await storeEvent(c, eventBy(c, { tenantId, kind: 'operator' }, { action: 'tenant.exported', subject: tenantId }))
  const source: Source = { database, db: queries(database), env: c.env, tenant }
  return new Response(streamOf(zip64Of(filesOf(source))), {
    headers: { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${tenant.id}.zip"` },
  })
}

interface Source extends LineAccess {
  readonly database: D1Database
  readonly tenant: KnownTenant
}

async function* filesOf(source: Source): AsyncGenerator<ZipFile> {
  const { db, tenant } = source
  yield { name: 'tenant.json', parts: [lineOf(tenantRecordOf(tenant))] }
  yield { name: 'keys.ndjson', parts: linesOf(pagesOfKeys(source), keyRecordOf) }
  yield { name: 'members.ndjson', parts: linesOf(pagesOfMembers(source), memberRecordOf) }
  yield { name: 'audit-events.ndjson', parts: linesOf(pagesOfEvents(source), eventRecordOf) }
  yield { name: 'datasets.ndjson', parts: linesOf(pagesOfDatasets(source), datasetRecordOf) }
  yield* datasetFiles(source)
  yield { name: 'uploads.ndjson', parts: linesOf(pagesOfUploads(source), (row) => uploadRecordOf(row, [])) }
  yield { name: 'runs.ndjson', parts: linesOf(pagesOfRuns(source), runRecordOf) }
  yield* resultFiles(source)
  yield* closeFiles(db, tenant.id)
  yield* policyFiles(source)
  yield { name: 'receipts.ndjson', parts: linesOf(pagesOfReceipts(source), ({ tenantId: _, ...receipt }) => receipt) }
  const [log] = await logStore(db).find(tenant.id)
  yield { name: 'log.json', parts: log === undefined ? [] : [lineOf({ ...log, tenantId: undefined })] }
}

const pagesOfKeys = ({ database, tenant }: Source) =>
  pagesOf(pageSize, (last: { createdAt: number; id: string } | undefined, limit) =>
    keyStore(database).list(tenant.id, { limit, before: last }),
  )

const pagesOfMembers = ({ db, tenant }: Source) =>
  pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    memberStore(db).page(tenant.id, { before: last?.id ?? 'mbr_~', limit }),
  )

const pagesOfEvents = ({ db, tenant }: Source) =>
  pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    auditStore(db).page(tenant.id, { before: last?.id ?? 'evt_~', limit }),
  )

const pagesOfDatasets = ({ db, tenant }: Source) =>
  pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    exportPages(db).datasets(tenant.id, { after: last?.id ?? '', limit }),
  )

const pagesOfUploads = ({ db, tenant }: Source) =>
  pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    uploadStore(db).page(tenant.id, { after: last?.id ?? '', limit }),
  )

const pagesOfRuns = ({ db, tenant }: Source) =>
  pagesOf(runPageSize, (last: { id: string } | undefined, limit) =>
    runStore(db).page(tenant.id, { after: last?.id ?? '', limit }),
  )

const pagesOfReceipts = ({ db, tenant }: Source) =>
  pagesOf(pageSize, (last: { sequence: number } | undefined, limit) =>
    receiptStore(db).from(tenant.id, { sequence: (last?.sequence ?? -1) + 1, limit }),
  )

async function* datasetFiles(source: Source): AsyncGenerator<ZipFile> {
  const { db, tenant } = source
  const reader = exportPages(db)
  for await (const page of pagesOfDatasets(source)) {
    const ids = page.map(({ id }) => id)
    const chunks = await reader.datasetChunks(tenant.id, ids)
    const read = (places: readonly ExportedChunk[]) => reader.datasetTexts(tenant.id, places)
    yield* filesOfChunks({
      folder: 'datasets',
      files: page.map(({ id, recordCount }) => ({ id, lineCount: recordCount })),
      chunks,
      read: async (places) => withTexts(source, await read(places)),
    })
  }
}

async function* resultFiles(source: Source): AsyncGenerator<ZipFile> {
  const { db, tenant } = source
  const reader = exportPages(db)
  const pages = pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    reader.completedRuns(tenant.id, { after: last?.id ?? '', limit }),
  )
  for await (const page of pages) {
    const chunks = await reader.resultChunks(
      tenant.id,
      page.map(({ id, attempt }) => [id, attempt] as const),
    )
    const read = (places: readonly ExportedChunk[]) => reader.resultTexts(tenant.id, places)
    yield* filesOfChunks({
      folder: 'results',
      files: page,
      chunks,
      read: async (places) => withTexts(source, await read(places)),
    })
  }
}

async function* policyFiles({ db, tenant }: Source): AsyncGenerator<ZipFile> {
  const pages = pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    exportPages(db).policies(tenant.id, { after: last?.id ?? '', limit }),
  )
  const ofParts = { tenantId: tenant.id, rules: '' }
  for await (const page of pages)
    for (const { id, partCount } of page)
      yield {
        name: `policies/${id}.json`,
        parts: policyBytesOf(db, { ...ofParts, policyHash: id, policyParts: partCount }),
      }
}
