import { toHex } from '@tallystick/engine/base'
import { ProblemError } from '../http/problem.ts'
import { inTime, SilentStoreError } from '../store/answer-in-time.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { putPartObject } from '../store/upload-objects.ts'
import type { UploadPartRow } from '../store/upload-store.ts'

export type SentPart = Omit<UploadPartRow, 'sha256'>

interface PartBytes {
  readonly bytes: AsyncIterable<Uint8Array>
  /** The SHA-256 that they are to have; undefined where any will do. */
  readonly digest?: Uint8Array<ArrayBuffer> | undefined
}

/**
 * Stores the object of a part while its bytes arrive, and returns their SHA-256. Throws `digest_mismatch` where length or
 * hash are others, what `bytes` throws, and `UnavailableError`; nothing is stored then.
 */
export async function storePart(bucket: R2Bucket, part: SentPart, { bytes, digest }: PartBytes): Promise<string> {
  const { readable, writable } = new FixedLengthStream(part.byteCount)
  const writer = writable.getWriter()
  const stored = putPartObject(bucket, part, { body: readable, sha256: digest?.buffer }).then(
    () => undefined,
    async (error: unknown) => {
      // Otherwise a pending write would wait for a reader for ever.
      await writer.abort(error).catch(() => undefined)
      return { error }
    },
  )
  let sha256: string
  try {
    sha256 = await passOn(bytes, writer, { byteCount: part.byteCount, wanted: digest && toHex(digest) })
  } catch (error) {
    const aborted = writer.abort(error).catch(() => undefined)
    // A store that is silent does not take an abort either. One that takes the part late finds its end.
    if (error instanceof SilentStoreError) throw error
    await aborted
    const fault = await stored
    throw error instanceof ProblemError ? error : unavailable(fault?.error ?? error)
  }
  const fault = await inTime('R2', stored)
  if (fault !== undefined) throw unavailable(fault.error)
  return sha256
}

const unavailable = (cause: unknown): UnavailableError => new UnavailableError('R2 does not take a part', { cause })

interface Announced {
  readonly byteCount: number
  readonly wanted: string | undefined
}

/** Writes the bytes to `writer`, and closes it only when length and hash are right. Returns the hash. */
async function passOn(
  given: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  { byteCount, wanted }: Announced,
): Promise<string> {
  const hash = new crypto.DigestStream('SHA-256')
  const hashWriter = hash.getWriter()
  let length = 0
  for await (const bytes of given) {
    length += bytes.length
    await Promise.all([inTime('R2', writer.write(bytes)), hashWriter.write(bytes)])
  }
  await hashWriter.close()
  const found = toHex(new Uint8Array(await hash.digest))
  if (length !== byteCount || found !== (wanted ?? found))
    throw new ProblemError('digest_mismatch', {
      detail: `Got ${length} bytes of the SHA-256 ${found}, wanted ${byteCount} bytes${wanted === undefined ? '' : ` of ${wanted}`}. Nothing was stored.`,
    })
  await inTime('R2', writer.close())
  return found
}
