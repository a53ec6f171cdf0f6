import { inTime } from './answer-in-time.ts'
import { bucketAnswer, isUploadGone } from './bucket-calls.ts'

/** Writes one object of R2 while its bytes are made. Nobody can read the object before `close`. */
interface ObjectWriter {
  /** Stores each full part. Gives the offset in the object at which `bytes` begin. */
  write(bytes: Uint8Array): Promise<number>
  /** Stores the last part and completes the object. Gives its length. */
  close(): Promise<number>
  /** Never rejects: `line_uploads` names what is left for the sweep. */
  abort(): Promise<void>
}

interface ObjectOptions {
  readonly bucket: R2Bucket
  readonly key: string
  /** Called when a multipart upload has begun, before its first part is stored. */
  readonly onBegun?: (uploadId: string) => Promise<void>
}

/** The smallest part that R2 takes. All parts but the last must have the same length. */
const partByteCount = 5 * 1024 * 1024

/**
 * A writer of the object `key`. A single put stores up to one part, a multipart upload more; one part is held in
 * memory. The whole writing may be repeated: the same bytes give the same object. Throws `UnavailableError`.
 */
export function openObject({ bucket, key, onBegun }: ObjectOptions): ObjectWriter {
  const parts: R2UploadedPart[] = []
  let held = new Uint8Array(0)
  let heldLength = 0
  let length = 0
  let upload: R2MultipartUpload | undefined

  const storePart = async () => {
    if (upload === undefined) {
      // If the answer is lost, a second upload begins. A lifecycle rule of the bucket ends the first, whose id is lost.
      upload = await bucketAnswer(() => bucket.createMultipartUpload(key))
      await onBegun?.(upload.uploadId)
    }
    const begun = upload
    parts.push(await bucketAnswer(() => begun.uploadPart(parts.length + 1, held.subarray(0, heldLength))))
    heldLength = 0
  }

  return {
    async write(bytes) {
      const offset = length
      length += bytes.length
      for (let start = 0; start < bytes.length; ) {
        if (heldLength === partByteCount) await storePart()
        const taken = bytes.subarray(start, start + partByteCount - heldLength)
        held = withRoom(held, heldLength + taken.length)
        held.set(taken, heldLength)
        heldLength += taken.length
        start += taken.length
      }
      return offset
    },
    async close() {
      if (upload === undefined) await bucketAnswer(() => bucket.put(key, held.subarray(0, heldLength)))
      else {
        await storePart()
        await complete({ bucket, key, byteCount: length }, upload, parts)
      }
      held = new Uint8Array(0)
      return length
    },
    async abort() {
      if (upload !== undefined) await inTime('R2', upload.abort()).catch(() => undefined)
    },
  }
}

/** A buffer with the same bytes and room for `byteCount`. Small objects take a small buffer. */
function withRoom(held: Uint8Array<ArrayBuffer>, byteCount: number): Uint8Array<ArrayBuffer> {
  if (byteCount <= held.length) return held
  const roomy = Math.min(partByteCount, Math.max(byteCount, 2 * held.length, 64 * 1024))
  return new Uint8Array(held.buffer.transfer(roomy))
}

interface WholeObject {
  readonly bucket: R2Bucket
  readonly key: string
  readonly byteCount: number
}

/** An upload may be complete although the answer was lost: an object of full length shows it. */
async function complete({ bucket, key, byteCount }: WholeObject, upload: R2MultipartUpload, parts: R2UploadedPart[]) {
  try {
    await bucketAnswer(() => upload.complete(parts))
  } catch (error) {
    if (!isUploadGone(error)) throw error
    const found = await bucketAnswer(() => bucket.head(key))
    if (found?.size !== byteCount) throw error
  }
}
