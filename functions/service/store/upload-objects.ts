import { type PartPlace, partKey } from './object-names.ts'

/** The objects of uploads in R2: a part each, until the upload has ended. */

export interface PartContent {
  readonly body: ReadableStream<Uint8Array>
  /** Which R2 compares with what arrives: it keeps nothing of another hash. */
  readonly sha256: ArrayBuffer
}

/** Stores the object of a part as its body arrives. Requires a body of known length. Rejects where its hash differs. */
export async function putPartObject(bucket: R2Bucket, part: PartPlace, { body, sha256 }: PartContent): Promise<void> {
  await bucket.put(partKey(part), body, { sha256 })
}

/** The bytes of a part as they come; undefined when there is no such object. */
export const readPartObject = async (bucket: R2Bucket, part: PartPlace): Promise<R2ObjectBody | undefined> =>
  (await bucket.get(partKey(part))) ?? undefined
