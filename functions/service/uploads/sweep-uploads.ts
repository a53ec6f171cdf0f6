import type { Executor } from '../runs/executor.ts'
import type { UploadRow } from '../store/upload-store.ts'
import { uploadStore } from '../store/upload-store.ts'
import { endUpload } from './end-upload.ts'
import { refuseUpload } from './refuse-upload.ts'
import { endReading, startReading, stateOfReading } from './start-reading.ts'
import { attemptCountMax, endedMilliseconds, lookMilliseconds } from './upload-settings.ts'

/** The most readings of one call, and the most other uploads, so that neither kind holds up the other. */
const uploadCountMax = 20

/**
 * Checks due readings, and removes uploads that were not completed in time or have ended. A silent reading is begun
 * again by another instance, and refused after five attempts. An upload that fails is tried again three minutes later,
 * and holds up no other; the first fault is thrown at the end.
 */
export async function sweepUploads(executor: Executor): Promise<void> {
  const { db, isolate } = executor
  const faults: unknown[] = []
  const due = (isReading: boolean) => uploadStore(db).due(isolate.now(), { isReading, limit: uploadCountMax })
  const [readings, others] = await db.batch([due(true), due(false)])
  for (const upload of [...readings, ...others])
    try {
      await seeTo(executor, upload)
    } catch (error) {
      faults.push(error)
      await uploadStore(db).postpone(upload, isolate.now() + lookMilliseconds)
    }
  if (faults.length > 0) throw faults[0]
}

async function seeTo(executor: Executor, upload: UploadRow): Promise<void> {
  const { db, isolate } = executor
  const { tenantId, id } = upload
  if (upload.state === 'reading') return seeToReading(executor, upload)
  const now = isolate.now()
  if (upload.state === 'receiving')
    await uploadStore(db).abort(tenantId, id, { now, expiresAt: now + endedMilliseconds })
  return endUpload(executor, tenantId, id)
}

async function seeToReading(executor: Executor, upload: UploadRow): Promise<void> {
  const { db, isolate, env } = executor
  const dueAt = isolate.now() + lookMilliseconds
  const state = await stateOfReading(env, upload)
  if (state === 'queued') {
    await uploadStore(db).postpone(upload, dueAt)
    return
  }
  // An instance that cannot be ended is overtaken: it changes nothing any more once the next attempt has begun.
  if (state === 'active') await endReading(env, upload).catch(() => undefined)
  if (upload.attempt >= attemptCountMax) return refuseUpload(executor, upload, gaveUp)
  for (const { attempt } of await uploadStore(db).retry(upload, dueAt)) await startReading(env, { ...upload, attempt })
}

const gaveUp = {
  code: 'attempts_exhausted',
  detail: `The file was begun to be read ${attemptCountMax} times, and each reading was ended from outside.`,
  errors: [],
}
