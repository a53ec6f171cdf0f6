import { timestampOf } from '@tallystick/audit/base/timestamp'
import { formatOfMediaType } from '@tallystick/engine/intake'
import type { Executor } from '../../runs/executor.ts'
import { type InboxFileRow, type InboxLinkRow, inboxStore } from '../../store/inbox-store.ts'
import { reconciliationStore } from '../../store/reconciliation-store.ts'
import { type UploadPartRow, type UploadRow, uploadStore } from '../../store/upload-store.ts'
import { lookMilliseconds, receivingMillisecondsMax } from '../../uploads/upload-settings.ts'
import { settingsOf } from '../reconciliation-record.ts'

/** A file that arrived for a link, in whichever way. */
export interface ArrivingFile {
  readonly link: InboxLinkRow
  readonly id: string
  readonly byteCount: number
  readonly name: string | undefined
  readonly mediaType: string | undefined
}

/** The upload of a file, as the newest settings of the reconciliation have its side. */
export async function uploadOf(executor: Executor, file: ArrivingFile): Promise<UploadRow> {
  const { db, isolate } = executor
  const { link, id, byteCount, name, mediaType } = file
  const { tenantId, reconciliationId } = link
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  if (found === undefined) throw new Error('A link has its reconciliation')
  const { source, target } = settingsOf(found.settings)
  const { adapter, mapping, currency } = link.side === 'source' ? source : target
  const format = formatOfMediaType(mediaType ?? '')?.name
  const now = isolate.now()
  return {
    ...{ tenantId, id, state: 'receiving', adapter, byteCount, reservedBytes: byteCount },
    name: name ?? `${link.side} ${timestampOf(now)}`,
    options: JSON.stringify({ format, mapping: mapping ?? undefined, currency: currency ?? undefined }),
    ...{ readBytes: 0, attempt: 0, refusal: null, createdAt: now, createdBy: link.createdBy },
    ...{ dueAt: now + receivingMillisecondsMax, expiresAt: now + receivingMillisecondsMax },
  }
}

interface BegunFile {
  readonly link: InboxLinkRow
  readonly id: string
  readonly byteCount: number
  readonly sha256: string
  /** Undefined for a file of which nothing was stored. */
  readonly part?: UploadPartRow
}

/**
 * Stores that the file of a receiving upload has arrived. From then on the upload is read, unless the file is `repeated`: then
 * it is removed. May be repeated. Undefined where the tenant was deleted meanwhile.
 */
export async function beginFile({ db, isolate }: Executor, file: BegunFile): Promise<InboxFileRow | undefined> {
  const { link, id, byteCount, sha256, part } = file
  const { tenantId, reconciliationId, side, id: linkId } = link
  const now = isolate.now()
  const row = { tenantId, id, reconciliationId, side, linkId, sha256, byteCount, receivedAt: now }
  const store = inboxStore(db)
  const begin = [
    store.insertFile(row),
    store.beginReading(tenantId, id, { now, dueAt: now + lookMilliseconds }),
  ] as const
  await db.batch(part === undefined ? begin : [uploadStore(db).putPart(part), ...begin])
  const [found] = await store.file(tenantId, id)
  return found
}
