import { problemDescriptions } from '@tallystick/schema/problem-table'
import type { Refusal } from '@tallystick/schema/upload'
import { ProblemError } from '../http/problem.ts'
import type { Executor } from '../runs/executor.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { tellIf, toldEvent } from '../store/told-events.ts'
import { isStillReading, type ReadingAttempt, uploadStore } from '../store/upload-store.ts'
import { refusedMilliseconds } from './upload-settings.ts'

/** Ends an upload as refused. Does nothing when another attempt reads the upload by now. May be repeated. */
export async function refuseUpload(
  { db, isolate, env }: Executor,
  reading: ReadingAttempt,
  refusal: Refusal,
): Promise<void> {
  const now = isolate.now()
  const expiresAt = now + refusedMilliseconds
  const { tenantId, id } = reading
  const data = { datasetId: id, code: refusal.code, link: `/api/v1/datasets/${id}` }
  const events = [toldEvent({ type: 'dataset.refused', now, data })]
  // First: afterwards nobody reads the upload any more.
  const [told] = await db.batch([
    tellIf(db, tenantId, { events, now, condition: isStillReading(reading) }),
    uploadStore(db).refuse(reading, { refusal: JSON.stringify(refusal), now, expiresAt }),
  ])
  await putNewOnQueue(env, told)
}

/** The reason to refuse a file whose reading threw `error`; undefined for a fault that another attempt may not meet. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ProblemError)) return undefined
  const { detail = problemDescriptions[error.code], errors = [] } = error.details
  return { code: error.code, detail, errors: errors.map(({ pointer: _, ...fault }) => fault) }
}
