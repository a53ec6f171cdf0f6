import { type ArrivedFile, type InboxQuery, inboxByteCountMax, storedInboxState } from '@tallystick/schema/inbox'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { mediaTypeOf } from '../../http/body.ts'
import { ProblemError } from '../../http/problem.ts'
import { readSecret } from '../../keys/people/secret-text.ts'
import { createId } from '../../platform/ids.ts'
import type { Executor } from '../../runs/executor.ts'
import { bucketOf } from '../../store/bucket.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { type InboxFileRow, inboxStore } from '../../store/inbox-store.ts'
import { requiredOf } from '../../store/required.ts'
import { type UploadRow, uploadStore } from '../../store/upload-store.ts'
import { insertUpload } from '../../uploads/create-upload.ts'
import { partBytes, readLength } from '../../uploads/receive-part.ts'
import { startReading } from '../../uploads/start-reading.ts'
import { storePart } from '../../uploads/store-part.ts'
import { endedMilliseconds } from '../../uploads/upload-settings.ts'
import { beginFile, uploadOf } from './begin-file.ts'

/**
 * Takes the body as a file of the side that the token's link is of. Its bytes are an upload in one part, so that it is read,
 * tried again, counted and removed as every upload is. A file of bytes that another has is removed unread. Throws
 * `inbox_link_not_found` for a token that takes no files. Four round trips to D1, one to R2, and one to the Workflow.
 */
export async function takeFile(c: Context<AppEnv>, token: string, { name }: InboxQuery): Promise<ArrivedFile> {
  const { env } = c
  const { isolate } = c.var
  const secret = readSecret(env, 'inbox', token)
  if (secret === undefined) throw new ProblemError('inbox_link_not_found')
  requiredOf(env, 'UPLOADS')
  const { tenantId, hash } = secret
  const executor = { db: queries(databaseOf(env, tenantId)), env, isolate }
  const now = isolate.now()
  const [link] = await inboxStore(executor.db).openLink(tenantId, hash, now)
  if (link === undefined) throw new ProblemError('inbox_link_not_found')
  const byteCount = readLength(c, inboxByteCountMax)
  const id = createId('dat', now)
  const upload = await uploadOf(executor, { link, id, byteCount, name, mediaType: mediaTypeOf(c) })
  await insertUpload(executor.db, upload)
  const sent = { tenantId, uploadId: id, number: 1, byteCount, token: crypto.randomUUID() }
  const sha256 = await storePart(bucketOf(env), sent, { bytes: partBytes(c, byteCount) }).catch(
    async (error: unknown) => {
      await forget(executor, upload)
      throw error
    },
  )
  const file = await beginFile(executor, { link, id, byteCount, sha256, part: { ...sent, sha256 } })
  // The tenant was deleted meanwhile.
  if (file === undefined) throw new ProblemError('inbox_link_not_found')
  // What is not begun now, the sweep of uploads begins.
  if (file.state === 'reading') await startReading(env, { tenantId, id, attempt: 1 }).catch(() => undefined)
  return arrivedFileOf(file)
}

/** A file that did not arrive whole reserves no bytes. The sweep removes what was stored of it, at the latest a day later. */
async function forget({ db, isolate }: Executor, { tenantId, id }: UploadRow): Promise<void> {
  const now = isolate.now()
  await uploadStore(db)
    .abort(tenantId, id, { now, expiresAt: now + endedMilliseconds })
    .catch(() => undefined)
}

const arrivedFileOf = ({ id, state, repeats, byteCount, sha256 }: InboxFileRow): ArrivedFile => ({
  ...{ id, state: storedInboxState.parse(state), repeats, byteCount, sha256 },
})
