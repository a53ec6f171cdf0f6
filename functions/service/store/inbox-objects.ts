import { utf8 } from '@tallystick/engine/base'
import type { Env } from '../env.ts'
import { isInboxEnabled } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import { inTime } from './answer-in-time.ts'
import { bucketAnswer } from './bucket-calls.ts'
import { countedBucket } from './counted-bucket.ts'

/** The bucket that takes files by S3, each below the prefix of a link, until it is read. */

/** Undefined in a deployment without one. */
export const inboxOf = (env: Partial<Env>): R2Bucket | undefined =>
  env.INBOX !== undefined && isInboxEnabled(env) ? countedBucket(env.INBOX) : undefined

export interface InboxPlace {
  readonly tenantId: string
  readonly linkId: string
}

export const inboxPrefix = ({ tenantId, linkId }: InboxPlace): string => `${tenantId}/${linkId}/`

/** The link below whose prefix an object lies; undefined for an object of none. */
export function inboxPlaceOf(key: string): InboxPlace | undefined {
  const [, tenantId, linkId] = /^(ten_[0-9a-z]{26})\/(inb_[0-9a-z]{26})\/./s.exec(key) ?? []
  return tenantId === undefined || linkId === undefined ? undefined : { tenantId, linkId }
}

/** Names the bytes of one write of an object: who writes the same name again writes another file. */
export const nameOfWrite = ({ key, version }: R2Object): Uint8Array => sha256(utf8(`${key}\n${version}`))

/** Pages of at most a thousand objects, in order of their keys. Throws `UnavailableError`. */
export async function* inboxPages(bucket: R2Bucket): AsyncGenerator<readonly R2Object[]> {
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const page = await bucketAnswer(() => bucket.list(cursor === undefined ? {} : { cursor }))
    yield page.objects
    isOver = !page.truncated
    cursor = page.truncated ? page.cursor : undefined
  }
}

/** The bytes of an object as they come. Throws `SilentStoreError` where the next ones do not come in time. */
export async function* bytesOfObject({ body }: R2ObjectBody): AsyncGenerator<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  try {
    for (;;) {
      const { done, value } = await inTime('R2', reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
