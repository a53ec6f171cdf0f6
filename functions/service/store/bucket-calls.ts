import { pause } from '../platform/pause.ts'
import { inTime, SilentStoreError } from './answer-in-time.ts'
import { UnavailableError } from './storage-fault.ts'

/** R2 has short outages: a call that may be repeated is tried three times. */
const tryCountMax = 3

/** What R2 says about a multipart upload that no longer exists: another try would fail in the same way. */
const noSuchUpload = /\(10024\)|upload does not exist/i
const noSuchRange = /\(10039\)|range is not satisfiable/i

/** Whether R2 refused a call because the multipart upload is complete or aborted, or never existed. */
export const isUploadGone = (error: unknown): boolean => messageOf(error, noSuchUpload)

const isRangeGone = (error: unknown): boolean => messageOf(error, noSuchRange)

/**
 * Tries an idempotent call up to three times. A refusal that every try would meet is thrown unchanged and at once, any
 * other error as `UnavailableError`. A call that is silent is waited for once.
 */
export async function bucketAnswer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTime('R2', ask())
    } catch (cause) {
      if (isUploadGone(cause) || isRangeGone(cause) || cause instanceof SilentStoreError) throw cause
      if (tries === tryCountMax) throw new UnavailableError('R2 does not answer', { cause })
      await pause(tries)
    }
  }
}

/** The answer of R2 to a call that must not be repeated. Throws `UnavailableError`. */
export async function oneAnswer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await inTime('R2', ask())
  } catch (cause) {
    if (cause instanceof SilentStoreError) throw cause
    throw new UnavailableError('R2 does not answer', { cause })
  }
}

export interface ByteRange {
  readonly key: string
  readonly offset: number
  readonly length: number
}

/** Reads a range of an object; fewer bytes if the object is shorter, none if it is gone. Throws `UnavailableError`. */
export async function readRange(bucket: R2Bucket, { key, offset, length }: ByteRange): Promise<Uint8Array> {
  if (length === 0) return new Uint8Array(0)
  try {
    const found = await bucketAnswer(async () => (await bucket.get(key, { range: { offset, length } }))?.bytes())
    return found ?? new Uint8Array(0)
  } catch (error) {
    if (isRangeGone(error)) return new Uint8Array(0)
    throw error
  }
}

const messageOf = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message)
