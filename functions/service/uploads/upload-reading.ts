import { toHex } from '@tallystick/engine/base'
import { formats } from '@tallystick/engine/intake'
import { adapterOf } from '@tallystick/schema/adapter'
import { exportOptions } from '@tallystick/schema/dataset'
import { draftRowOf, sealedRowOf } from '../datasets/dataset-row.ts'
import { type DatasetSink, openDatasetSink } from '../datasets/dataset-sink.ts'
import { readFileParts } from '../datasets/read-file-parts.ts'
import { unreadable } from '../datasets/unreadable-records.ts'
import { ProblemError } from '../http/problem.ts'
import { noteUpload } from '../platform/event-counts.ts'
import type { Executor } from '../runs/executor.ts'
import { bucketOf } from '../store/bucket.ts'
import { databaseOf, queries } from '../store/database.ts'
import { readingFolder } from '../store/line-folders.ts'
import { readPartObject } from '../store/upload-objects.ts'
import {
  isReadingConflict,
  type ReadingAttempt,
  type UploadPartRow,
  type UploadRow,
  uploadStore,
} from '../store/upload-store.ts'
import type { Orchestration } from '../workflows/orchestration.ts'
import { discardReadings, endUpload } from './end-upload.ts'
import { refusalOf, refuseUpload } from './refuse-upload.ts'
import { endedMilliseconds, lookMilliseconds } from './upload-settings.ts'

/**
 * Reads the parts of an upload into its dataset, and removes them. One step reads the whole file, since the state of an
 * intake between two parts cannot be stored; the five minutes of CPU time of a step are enough for several gigabytes. A
 * repeated step begins with the first part, and comes to the same lines and the same root.
 */
export const readUploadInSteps: Orchestration<ReadingAttempt> = async ({ env, isolate }, reading, steps) => {
  const executor = { db: queries(databaseOf(env, reading.tenantId)), env, isolate }
  await steps.do('read', () => readUpload(executor, reading))
  await steps.do('remove parts', async () => {
    await endUpload(executor, reading.tenantId, reading.id)
    return null
  })
}

/** `passed`: the upload is no longer being read, or another attempt reads it. */
type Outcome = 'sealed' | 'refused' | 'passed'

async function readUpload(executor: Executor, reading: ReadingAttempt): Promise<Outcome> {
  const { db, env, isolate } = executor
  const { tenantId, id, attempt } = reading
  const store = uploadStore(db)
  const [[upload], parts] = await db.batch([store.find(tenantId, id), store.parts(tenantId, id)])
  if (upload?.state !== 'reading' || upload.attempt !== attempt) return 'passed'
  const guard = [store.requireReading(reading)] as const
  const place = { folder: readingFolder(tenantId, id), guard }
  // The sweep discards receiving datasets by their time of creation.
  const sink = openDatasetSink({ db, env, isolate, ...place }, { ...draftRowOf(upload), createdAt: isolate.now() })
  try {
    // Removes the rows and objects of an earlier attempt.
    await db.batch([...guard, ...discardReadings(executor, tenantId, id)])
    return await readInto(executor, sink, { upload, parts })
  } catch (error) {
    await sink.discard()
    if (isReadingConflict(error)) return 'passed'
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    await refuseUpload(executor, reading, refusal)
    return 'refused'
  }
}

interface Received {
  readonly upload: UploadRow
  readonly parts: readonly UploadPartRow[]
}

async function readInto(executor: Executor, sink: DatasetSink, { upload, parts }: Received): Promise<Outcome> {
  const { db, env, isolate } = executor
  const { format, ...options } = storedOptions.parse(JSON.parse(upload.options))
  const { kind } = adapterOf(upload.adapter)
  const known = formats.find((each) => each.name === format)
  const file = { options, kind, format: known, byteCountMax: upload.byteCount }
  const end = await readFileParts(bytesOf(executor, { upload, parts }), file, sink.take)
  if (!end.ok) throw unreadable(end.faults)
  const row = sealedRowOf(env, draftRowOf(upload), end)
  const now = isolate.now()
  await sink.seal(row, [uploadStore(db).seal(upload, { now, expiresAt: now + endedMilliseconds })])
  noteUpload(isolate, env, { ...row, tenant: row.tenantId })
  return 'sealed'
}

const storedOptions = exportOptions.omit({ name: true, adapter: true })

/**
 * The bytes of all parts in order. Stores the progress before each part. Throws `records_altered` for a changed part.
 */
async function* bytesOf({ db, env, isolate }: Executor, { upload, parts }: Received): AsyncGenerator<Uint8Array> {
  const bucket = bucketOf(env)
  let readBytes = 0
  for (const part of parts) {
    // From now on the lines of this part count as stored, so its bytes are no longer reserved.
    const reservedBytes = upload.byteCount - readBytes - part.byteCount
    await uploadStore(db).progress(upload, { readBytes, reservedBytes, dueAt: isolate.now() + lookMilliseconds })
    const object = await readPartObject(bucket, part)
    if (object === undefined) throw altered(part)
    const digest = new crypto.DigestStream('SHA-256')
    const writer = digest.getWriter()
    for await (const bytes of object.body) {
      await writer.write(bytes)
      yield bytes
    }
    await writer.close()
    if (toHex(new Uint8Array(await digest.digest)) !== part.sha256) throw altered(part)
    readBytes += part.byteCount
  }
}

const altered = ({ number }: UploadPartRow): ProblemError =>
  new ProblemError('records_altered', { detail: `The part ${number} is not stored as it was received.` })
