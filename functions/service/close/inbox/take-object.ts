import { inboxByteCountMax } from '@tallystick/schema/inbox'
import type { Refusal } from '@tallystick/schema/upload'
import { mediaTypeIn } from '../../http/body.ts'
import { ProblemError } from '../../http/problem.ts'
import { createId } from '../../platform/ids.ts'
import type { Executor } from '../../runs/executor.ts'
import { bucketOf } from '../../store/bucket.ts'
import { bucketAnswer } from '../../store/bucket-calls.ts'
import { bytesOfObject, nameOfWrite } from '../../store/inbox-objects.ts'
import { type InboxLinkRow, inboxStore } from '../../store/inbox-store.ts'
import { removeFiles } from '../../store/remove-objects.ts'
import { uploadStore } from '../../store/upload-store.ts'
import { insertUpload } from '../../uploads/create-upload.ts'
import { refuseUpload } from '../../uploads/refuse-upload.ts'
import { startReading } from '../../uploads/start-reading.ts'
import { storePart } from '../../uploads/store-part.ts'
import { beginFile, uploadOf } from './begin-file.ts'

export interface WaitingObject {
  readonly bucket: R2Bucket
  readonly link: InboxLinkRow
  readonly key: string
}

/**
 * Takes an object as a file of the link below whose prefix it lies, and removes it. One that is empty or too large, or was
 * put after its link had ended, is a refused file. Each write of an object is one file, however often it is taken. False
 * where the object waits: the tenant has no room for it, or as many open uploads as it may have, or gave up the upload of
 * the object, whose row is still there. Four round trips to D1, and five calls of R2.
 */
export async function takeObject(executor: Executor, { bucket, link, key }: WaitingObject): Promise<boolean> {
  const object = await bucketAnswer(() => bucket.get(key))
  if (object === null) return true
  const taken = await take(executor, { link, object }).catch((error: unknown) => {
    if (error instanceof ProblemError && waitCodes.has(error.code)) return false
    throw error
  })
  if (!taken) return false
  // Somebody may have written the same name again meanwhile.
  const newest = await bucketAnswer(() => bucket.head(key))
  if (newest?.version === object.version) await removeFiles(bucket, { of: 'inbox', key })
  return true
}

const waitCodes: ReadonlySet<string> = new Set(['storage_quota_exceeded', 'temporarily_overloaded'])

interface Arrived {
  readonly link: InboxLinkRow
  readonly object: R2ObjectBody
}

async function take(executor: Executor, { link, object }: Arrived): Promise<boolean> {
  const { db, env } = executor
  const { tenantId } = link
  const id = createId('dat', object.uploaded.getTime(), nameOfWrite(object))
  const [[upload], [arrived]] = await db.batch([
    uploadStore(db).findRow(tenantId, id),
    inboxStore(db).file(tenantId, id),
  ])
  // A file that is being read stays one, though its link has ended by now.
  const refusal = arrived === undefined || arrived.sha256 === hashOfNone ? refusalOf(link, object) : undefined
  if (arrived === undefined && upload === undefined) {
    const { size: byteCount, httpMetadata } = object
    const [name, mediaType] = [nameOf(object.key), mediaTypeIn(httpMetadata?.contentType)]
    const row = await uploadOf(executor, { link, id, byteCount, name, mediaType })
    await insertUpload(db, refusal === undefined ? row : { ...row, reservedBytes: 0 })
  }
  if (arrived === undefined && upload !== undefined && upload.state !== 'receiving') return false
  const file = arrived ?? (await begin(executor, { link, object, id, isRefused: refusal !== undefined }))
  if (file === undefined) return false
  if (file.state !== 'reading') return true
  const reading = { tenantId, id, attempt: 1 }
  if (refusal !== undefined) {
    await refuseUpload(executor, reading, refusal)
    await inboxStore(db).end(tenantId, id, JSON.stringify(refusal))
    // What is not begun now, the sweep of uploads begins.
  } else await startReading(env, reading).catch(() => undefined)
  return true
}

interface ToBegin extends Arrived {
  readonly id: string
  readonly isRefused: boolean
}

async function begin(executor: Executor, { link, object, id, isRefused }: ToBegin) {
  const { size: byteCount } = object
  if (isRefused) {
    await object.body.cancel()
    return beginFile(executor, { link, id, byteCount, sha256: hashOfNone })
  }
  const sent = { tenantId: link.tenantId, uploadId: id, number: 1, byteCount, token: crypto.randomUUID() }
  const sha256 = await storePart(bucketOf(executor.env), sent, { bytes: bytesOfObject(object) })
  return beginFile(executor, { link, id, byteCount, sha256, part: { ...sent, sha256 } })
}

/** SHA-256 of no bytes: nothing is read of a file that is refused unread. */
const hashOfNone = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const nameLengthMax = 200

const nameOf = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).slice(0, nameLengthMax) || key.slice(-nameLengthMax)

function refusalOf({ revokedAt, expiresAt }: InboxLinkRow, { size, uploaded }: R2Object): Refusal | undefined {
  // Not by when it is taken: it may have waited for room.
  if ([revokedAt, expiresAt].some((end) => end !== null && end <= uploaded.getTime()))
    return refusal('inbox_link_not_found', 'The file was put below the prefix of a link that had ended.')
  if (size > inboxByteCountMax)
    return refusal('payload_too_large', `A file has at most ${inboxByteCountMax} bytes, and this one has ${size}.`)
  return size === 0 ? refusal('unreadable_record', 'The file is empty.') : undefined
}

const refusal = (code: Refusal['code'], detail: string): Refusal => ({ code, detail, errors: [] })
