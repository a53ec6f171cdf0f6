import type { UploadPartRow } from './upload-store.ts'

/** The objects of uploads in R2: a part each, until the upload has ended. */

const prefixOf = (tenantId: string, uploadId: string): string => `uploads/${tenantId}/${uploadId}/`

type PartPlace = Pick<UploadPartRow, 'tenantId' | 'uploadId' | 'number' | 'token'>

const keyOf = ({ tenantId, uploadId, number, token }: PartPlace): string =>
  `${prefixOf(tenantId, uploadId)}${number}/${token}`

export interface PartContent {
  readonly body: ReadableStream<Uint8Array>
  /** Which R2 compares with what arrives: it keeps nothing of another hash. */
  readonly sha256: ArrayBuffer
}

/** Stores the object of a part as its body arrives. Requires a body of known length. Rejects where its hash differs. */
export async function putPartObject(bucket: R2Bucket, part: PartPlace, { body, sha256 }: PartContent): Promise<void> {
  await bucket.put(keyOf(part), body, { sha256 })
}

/** The bytes of a part as they come; undefined when there is no such object. */
export const readPartObject = async (bucket: R2Bucket, part: PartPlace): Promise<R2ObjectBody | undefined> =>
  (await bucket.get(keyOf(part))) ?? undefined

/** Deletes the object of a part. */
export const deletePartObject = (bucket: R2Bucket, part: PartPlace): Promise<void> => bucket.delete(keyOf(part))

/** Deletes every object of an upload. One round trip for each thousand, and one to list them. */
export async function deletePartObjects(bucket: R2Bucket, tenantId: string, uploadId: string): Promise<void> {
  for (let isTruncated = true; isTruncated; ) {
    const page = await bucket.list({ prefix: prefixOf(tenantId, uploadId) })
    const keys = page.objects.map(({ key }) => key)
    if (keys.length > 0) await bucket.delete(keys)
    isTruncated = page.truncated
  }
}
