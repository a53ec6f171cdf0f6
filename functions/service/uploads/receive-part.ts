import { toHex } from '@tallystick/engine/base'
import { type PartRecord, partByteCountMax } from '@tallystick/schema/upload'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readStream } from '../http/body-stream.ts'
import { ProblemError } from '../http/problem.ts'
import { bucketOf } from '../store/bucket.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { removeFiles } from '../store/remove-objects.ts'
import { type UploadPartRow, uploadStore } from '../store/upload-store.ts'
import { type FoundUpload, findUpload } from './read-upload.ts'
import { storePart } from './store-part.ts'

/** The most bytes of a part in memory: a part is passed on as it arrives. */
const heldBytesMax = 1_000_000

/**
 * Stores a part in place of an earlier part of its number. Two round trips to D1, one to R2, and another to R2 when a
 * part is replaced.
 */
export async function receivePart(c: Context<AppEnv>, id: string, number: number): Promise<PartRecord> {
  const { tenantId } = c.var.identity
  const digest = readContentDigest(c.req.header('Content-Digest'))
  const byteCount = readLength(c, partByteCountMax)
  const db = queries(databaseOf(c.env, tenantId))
  const token = crypto.randomUUID()
  const part = { tenantId, uploadId: id, number, byteCount, sha256: toHex(digest), token }
  requireRoomFor(part, await findUpload(c, db, id))
  await storePart(bucketOf(c.env), part, { bytes: partBytes(c, byteCount), digest })
  await storeRow(c, db, part)
  return { number, byteCount, sha256: part.sha256 }
}

function requireRoomFor({ number, byteCount }: UploadPartRow, { upload, parts }: FoundUpload): void {
  if (upload.state !== 'receiving') throw new ProblemError('upload_complete')
  const total = parts.reduce((sum, part) => (part.number === number ? sum : sum + part.byteCount), byteCount)
  if (total > upload.byteCount)
    throw new ProblemError('payload_too_large', {
      detail: `With this part the upload would have ${total} bytes; ${upload.byteCount} were declared.`,
    })
}

/** The length that the body declares. Throws `length_required`, `payload_too_large`, and `validation_failed` for none. */
export function readLength(c: Context<AppEnv>, byteCountMax: number): number {
  const text = c.req.header('Content-Length')
  if (text === undefined || !/^\d{1,12}$/.test(text)) throw new ProblemError('length_required')
  const byteCount = Number(text)
  if (byteCount > byteCountMax)
    throw new ProblemError('payload_too_large', { detail: `This body may have at most ${byteCountMax} bytes.` })
  if (byteCount === 0) throw new ProblemError('validation_failed', { errors: [emptyPart] })
  return byteCount
}

const emptyPart = { pointer: '', code: 'too_small', detail: 'Got no bytes, wanted those of a file' }

/** The body as it arrives. Throws `payload_too_large` and `request_timeout`. */
export const partBytes = (c: Context<AppEnv>, byteCount: number): AsyncIterable<Uint8Array> =>
  readStream(c, { bytesMax: byteCount, heldBytesMax })

/**
 * Stores the part's row and removes the object that is then unneeded; an object left over is removed with the upload.
 */
async function storeRow(c: Context<AppEnv>, db: Database, part: UploadPartRow): Promise<void> {
  const { isStored, replaced } = await insertPart(db, part)
  const unneeded = isStored ? replaced : part
  if (unneeded !== undefined)
    await removeFiles(bucketOf(c.env), { of: 'upload', part: unneeded }).catch(() => undefined)
  if (isStored) return
  // Other parts were stored meanwhile, or the upload ended.
  requireRoomFor(part, await findUpload(c, db, part.uploadId))
  throw new ProblemError('temporarily_overloaded')
}

interface InsertedPart {
  /** False when the upload receives no more parts, or has no room for this one. */
  readonly isStored: boolean
  readonly replaced?: UploadPartRow | undefined
}

async function insertPart(db: Database, part: UploadPartRow): Promise<InsertedPart> {
  const store = uploadStore(db)
  const find = () => store.part(part.tenantId, part.uploadId, part.number)
  try {
    const [[replaced], stored] = await db.batch([find(), store.putPart(part)])
    return { isStored: stored.length > 0, replaced }
  } catch (error) {
    // The part may have been stored, and only the acknowledgement lost.
    const [found] = await find()
    if (found?.token !== part.token) throw error
    return { isStored: true }
  }
}

/** The `Content-Digest` of a body (RFC 9530): a dictionary (RFC 8941) of hashes, `sha-256=:<base64>:`. */

const hashLength = 32

/** The SHA-256 in the header; other hashes are ignored. Throws `invalid_header` without a valid one. */
function readContentDigest(header: string | undefined): Uint8Array<ArrayBuffer> {
  const members = (header ?? '').split(',').map((member) => member.trim())
  const values = members.flatMap((member) => /^sha-256=:([A-Za-z0-9+/]+={0,2}):$/.exec(member)?.[1] ?? [])
  const [value] = values
  const bytes = value === undefined ? undefined : bytesOf(value)
  if (values.length !== 1 || bytes?.length !== hashLength)
    throw new ProblemError('invalid_header', {
      detail: 'A part is sent with the Content-Digest sha-256=:<base64 of its SHA-256>: (RFC 9530).',
    })
  return bytes
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
