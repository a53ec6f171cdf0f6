import { timestampOf } from '@tallystick/audit/base/timestamp'
import { formatOfMediaType } from '@tallystick/engine/intake'
import { type ArrivedFile, type InboxQuery, inboxByteCountMax, storedInboxState } from '@tallystick/schema/inbox'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { mediaTypeOf } from '../../http/body.ts'
import { ProblemError } from '../../http/problem.ts'
import { readSecret } from '../../keys/people/secret-text.ts'
import { createId } from '../../platform/ids.ts'
import { type Database, databaseOf, queries } from '../../store/database.ts'
import { type InboxFileRow, type InboxLinkRow, inboxStore } from '../../store/inbox-store.ts'
import { reconciliationStore } from '../../store/reconciliation-store.ts'
import { requiredOf } from '../../store/required.ts'
import { type UploadRow, uploadStore } from '../../store/upload-store.ts'
import { insertUpload } from '../../uploads/create-upload.ts'
import { readLength, storeObject } from '../../uploads/receive-part.ts'
import { startReading } from '../../uploads/start-reading.ts'
import { endedMilliseconds, lookMilliseconds, receivingMillisecondsMax } from '../../uploads/upload-settings.ts'
import { settingsOf } from '../reconciliation-record.ts'

/**
 * Takes the body as a file of the side that the token's link is of. Its bytes are an upload in one part, so that it is read,
 * tried again, counted and removed as every upload is. A file of bytes that another has is removed unread. Throws
 * `inbox_link_not_found` for a token that takes no files. Four round trips to D1, one to R2, and one to the Workflow.
 */
export async function takeFile(c: Context<AppEnv>, token: string, { name }: InboxQuery): Promise<ArrivedFile> {
  const secret = readSecret(c.env, 'inbox', token)
  if (secret === undefined) throw new ProblemError('inbox_link_not_found')
  requiredOf(c.env, 'UPLOADS')
  const { tenantId, hash } = secret
  const db = queries(databaseOf(c.env, tenantId))
  const [link] = await inboxStore(db).openLink(tenantId, hash, c.var.isolate.now())
  if (link === undefined) throw new ProblemError('inbox_link_not_found')
  const byteCount = readLength(c, inboxByteCountMax)
  const upload = await uploadOf(c, db, { link, byteCount, name })
  await insertUpload(db, upload)
  const part = { tenantId, uploadId: upload.id, number: 1, byteCount, token: crypto.randomUUID() }
  const sha256 = await storeObject(c, part).catch(async (error: unknown) => {
    await forget(c, db, upload)
    throw error
  })
  return begin(c, db, { link, part: { ...part, sha256 } })
}

interface Arriving {
  readonly link: InboxLinkRow
  readonly byteCount: number
  readonly name: string | undefined
}

/** The upload as the newest settings of the reconciliation have its side. */
async function uploadOf(c: Context<AppEnv>, db: Database, { link, byteCount, name }: Arriving): Promise<UploadRow> {
  const { tenantId, reconciliationId } = link
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  if (found === undefined) throw new Error('A link has its reconciliation')
  const { source, target } = settingsOf(found.settings)
  const { adapter, mapping, currency } = link.side === 'source' ? source : target
  const format = formatOfMediaType(mediaTypeOf(c) ?? '')?.name
  const now = c.var.isolate.now()
  return {
    ...{ tenantId, id: createId('dat', now), state: 'receiving', adapter, byteCount, reservedBytes: byteCount },
    name: name ?? `${link.side} ${timestampOf(now)}`,
    options: JSON.stringify({ format, mapping: mapping ?? undefined, currency: currency ?? undefined }),
    ...{ readBytes: 0, attempt: 0, refusal: null, createdAt: now, createdBy: link.createdBy },
    ...{ dueAt: now + receivingMillisecondsMax, expiresAt: now + receivingMillisecondsMax },
  }
}

/** A file that did not arrive whole reserves no bytes. The sweep removes what was stored of it, at the latest a day later. */
async function forget(c: Context<AppEnv>, db: Database, { tenantId, id }: UploadRow): Promise<void> {
  const now = c.var.isolate.now()
  await uploadStore(db)
    .abort(tenantId, id, { now, expiresAt: now + endedMilliseconds })
    .catch(() => undefined)
}

interface Arrived {
  readonly link: InboxLinkRow
  readonly part: Parameters<ReturnType<typeof uploadStore>['putPart']>[0]
}

async function begin(c: Context<AppEnv>, db: Database, { link, part }: Arrived): Promise<ArrivedFile> {
  const { tenantId, uploadId: id, sha256, byteCount } = part
  const { reconciliationId, side, id: linkId } = link
  const now = c.var.isolate.now()
  const row = { tenantId, id, reconciliationId, side, linkId, sha256, byteCount, receivedAt: now }
  const store = inboxStore(db)
  await db.batch([
    uploadStore(db).putPart(part),
    store.insertFile(row),
    store.beginReading(tenantId, id, { now, dueAt: now + lookMilliseconds }),
  ])
  const [file] = await store.file(tenantId, id)
  // The tenant was deleted meanwhile.
  if (file === undefined) throw new ProblemError('inbox_link_not_found')
  // What is not begun now, the sweep of uploads begins.
  if (file.state === 'reading') await startReading(c.env, { tenantId, id, attempt: 1 }).catch(() => undefined)
  return arrivedFileOf(file)
}

const arrivedFileOf = ({ id, state, repeats, byteCount, sha256 }: InboxFileRow): ArrivedFile => ({
  ...{ id, state: storedInboxState.parse(state), repeats, byteCount, sha256 },
})
