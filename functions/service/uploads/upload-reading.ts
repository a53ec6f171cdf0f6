import { toHex } from '@tallystick/engine/base'
import { type DatasetChunk, formats, type SuffixOf } from '@tallystick/engine/intake'
import { adapterOf } from '@tallystick/schema/adapter'
import { exportOptions } from '@tallystick/schema/dataset'
import { draftRowOf, sealedRowOf } from '../datasets/dataset-row.ts'
import { openDatasetSink } from '../datasets/dataset-sink.ts'
import { readFileParts } from '../datasets/read-file-parts.ts'
import { unreadable } from '../datasets/unreadable-records.ts'
import { ProblemError } from '../http/problem.ts'
import { noteUpload } from '../platform/event-counts.ts'
import type { Executor } from '../runs/executor.ts'
import { bucketOf } from '../store/bucket.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type IdRuns, openIdRuns } from '../store/id-runs.ts'
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
 * repeated step begins with the first part, and comes to the same lines and the same root. Repeated ids are found when
 * the whole file has been read: the file is then read again.
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
  const { now, idRunEntryCountMax: entryCountMax } = isolate
  const runs = openIdRuns({ db, env, tenantId, folder: readingFolder(tenantId, id), owner: id, now, entryCountMax })
  try {
    // Removes the rows and objects of an earlier attempt.
    await db.batch([store.requireReading(reading), ...discardReadings(executor, tenantId, id)])
    return await readInto(executor, { upload, parts }, runs)
  } catch (error) {
    if (isReadingConflict(error)) return 'passed'
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    await refuseUpload(executor, reading, refusal)
    return 'refused'
  } finally {
    await runs.remove()
  }
}

interface Received {
  readonly upload: UploadRow
  readonly parts: readonly UploadPartRow[]
}

/** Reads a file as if no id were repeated, and once more if that turns out to be wrong. */
async function readInto(executor: Executor, received: Received, runs: IdRuns): Promise<Outcome> {
  const { db, env, isolate } = executor
  const { upload } = received
  let lines = await readLines(executor, received, { suffixOf: () => 0, takeIds: runs.add })
  // Without a report the sweep would take a long merge, or the removal of many lines, for a reading that has died.
  const report = (readBytes: number, reservedBytes: number) =>
    uploadStore(db).progress(upload, { readBytes, reservedBytes, dueAt: isolate.now() + lookMilliseconds })
  try {
    await report(upload.byteCount, 0)
    const { repeatCount, of: suffixOf } = await runs.findRepeats()
    if (repeatCount > 0) {
      // The lines are stored anew: nobody else may take their room meanwhile.
      await report(0, upload.byteCount)
      await lines.sink.discard()
      lines = await readLines(executor, received, { suffixOf })
    }
    const row = sealedRowOf(env, draftRowOf(upload), lines.end)
    const now = isolate.now()
    await lines.sink.seal(row, [uploadStore(db).seal(upload, { now, expiresAt: now + endedMilliseconds })])
    noteUpload(isolate, env, { ...row, tenant: row.tenantId })
    return 'sealed'
  } catch (error) {
    await lines.sink.discard()
    throw error
  }
}

interface Ids {
  readonly suffixOf: SuffixOf
  readonly takeIds?: (chunks: readonly DatasetChunk[]) => Promise<void>
}

async function readLines(executor: Executor, { upload, parts }: Received, { suffixOf, takeIds }: Ids) {
  const { db, env, isolate } = executor
  const { tenantId, id } = upload
  const place = { folder: readingFolder(tenantId, id), guard: [uploadStore(db).requireReading(upload)] }
  // The sweep discards receiving datasets by their time of creation.
  const sink = openDatasetSink({ db, env, isolate, ...place }, { ...draftRowOf(upload), createdAt: isolate.now() })
  try {
    const { format, ...options } = storedOptions.parse(JSON.parse(upload.options))
    const { kind } = adapterOf(upload.adapter)
    const known = formats.find((each) => each.name === format)
    const file = { options, kind, format: known, byteCountMax: upload.byteCount, suffixOf }
    const end = await readFileParts(bytesOf(executor, { upload, parts }), file, async (chunks) => {
      await takeIds?.(chunks)
      await sink.take(chunks)
    })
    if (!end.ok) throw unreadable(end.faults)
    return { sink, end }
  } catch (error) {
    await sink.discard()
    throw error
  }
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
