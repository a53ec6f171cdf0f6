import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { databaseOf, queries } from '../store/database.ts'
import { uploadStore } from '../store/upload-store.ts'
import { endUpload } from './end-upload.ts'
import { findUpload } from './read-upload.ts'
import { endReading } from './start-reading.ts'
import { endedMilliseconds } from './upload-settings.ts'

/** Aborts an unsealed upload, or removes a refused one. The sweep removes what could not be removed here. */
export async function abortUpload(c: Context<AppEnv>, id: string): Promise<void> {
  const { tenantId } = c.var.identity
  const {
    env,
    var: { isolate },
  } = c
  const db = queries(databaseOf(env, tenantId))
  const { upload } = await findUpload(c, db, id)
  const now = isolate.now()
  const taken = await uploadStore(db).abort(tenantId, id, { now, expiresAt: now + endedMilliseconds })
  // The upload may have been sealed meanwhile.
  if (taken.length === 0) await findUpload(c, db, id)
  try {
    for (const { attempt } of upload.attempt > 0 ? taken : []) await endReading(env, { tenantId, id, attempt })
    await endUpload({ db, env, isolate }, tenantId, id)
  } catch {
    // The row of the upload is due at once, so that the sweep removes the remainder.
  }
}
