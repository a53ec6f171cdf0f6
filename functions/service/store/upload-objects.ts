import { inTime } from './answer-in-time.ts'
import { type PartPlace, partKey } from './object-names.ts'

/** The objects of the parts of uploads in R2, until the upload has ended. */

interface PartContent {
  readonly body: ReadableStream<Uint8Array>
  /** R2 stores nothing when the body has another hash; undefined where any will do. */
  readonly sha256: ArrayBuffer | undefined
}

/**
 * Stores the object of a part while its body arrives. Requires a body of known length. Rejects where the hash differs.
 */
export async function putPartObject(bucket: R2Bucket, part: PartPlace, { body, sha256 }: PartContent): Promise<void> {
  await bucket.put(partKey(part), body, sha256 === undefined ? {} : { sha256 })
}

/** Undefined when there is no such object. */
export const readPartObject = async (bucket: R2Bucket, part: PartPlace): Promise<R2ObjectBody | undefined> =>
  (await inTime('R2', bucket.get(partKey(part)))) ?? undefined
