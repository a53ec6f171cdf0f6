import { bucketAnswer, isUploadGone } from './bucket-calls.ts'

/** Writes one object of R2 while its bytes are made. Nobody can read it before `close`. */
export interface ObjectWriter {
  /** Takes the next bytes, and stores a part when one is full. Gives where in the object they begin. */
  write(bytes: Uint8Array): Promise<number>
  /** Stores what is left, and makes the object whole. Gives its length. */
  close(): Promise<number>
  /** Gives up the object. Never rejects: what it leaves is found in `line_uploads`. */
  abort(): Promise<void>
}

export interface ObjectOptions {
  readonly bucket: R2Bucket
  readonly key: string
  /** Is called when a multipart upload has begun, before its first part is stored. */
  readonly onBegun?: (uploadId: string) => Promise<void>
}

/** All parts but the last have the same length, which is the least that R2 takes. */
const partByteCount = 5 * 1024 * 1024

/**
 * A writer of the object `key`. What fits one part is put at once, and more is a multipart upload: one part is held, and a
 * call is made for each. Every call may be repeated, and so may the whole: the same bytes under the same key are the same
 * object. Throws `UnavailableError`.
 */
export function openObject({ bucket, key, onBegun }: ObjectOptions): ObjectWriter {
  const parts: R2UploadedPart[] = []
  let held = new Uint8Array(0)
  let heldLength = 0
  let length = 0
  let upload: R2MultipartUpload | undefined

  const storePart = async () => {
    if (upload === undefined) {
      // When the answer is lost, a second upload begins: a rule of the bucket ends the first, which nobody knows.
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
      await upload?.abort().catch(() => undefined)
    },
  }
}

/** The same bytes in a buffer that holds `byteCount`: small objects take a small one. */
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

/** An upload that is gone was completed by the try before, whose answer was lost, if the object is as long as its parts. */
async function complete({ bucket, key, byteCount }: WholeObject, upload: R2MultipartUpload, parts: R2UploadedPart[]) {
  try {
    await bucketAnswer(() => upload.complete(parts))
  } catch (error) {
    if (!isUploadGone(error)) throw error
    const found = await bucketAnswer(() => bucket.head(key))
    if (found?.size !== byteCount) throw error
  }
}
