import { pause } from '../platform/pause.ts'
import { UnavailableError } from './storage-fault.ts'

/** Tries of one call before its request ends: R2 has short troubles of its own. */
const tryCountMax = 3

/** What R2 answers where another try would be answered the same: no such upload, and no such range. */
const noSuchUpload = /\(10024\)|upload does not exist/i
const noSuchRange = /\(10039\)|range is not satisfiable/i

/** Whether R2 refused a call because the multipart upload is complete, aborted, or was never there. */
export const isUploadGone = (error: unknown): boolean => messageOf(error, noSuchUpload)

/** Whether R2 refused to read a range because the object ends before it. */
const isRangeGone = (error: unknown): boolean => messageOf(error, noSuchRange)

/** What R2 answers to an idempotent call. Throws what R2 refuses at once, and `UnavailableError` when it does not answer. */
export async function bucketAnswer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (cause) {
      if (isUploadGone(cause) || isRangeGone(cause)) throw cause
      if (tries === tryCountMax) throw new UnavailableError('R2 does not answer', { cause })
      await pause(tries)
    }
  }
}

/** What R2 answers to a call that is made once, since its caller has a way of its own to go on. Throws `UnavailableError`. */
export async function oneAnswer<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new UnavailableError('R2 does not answer', { cause })
  }
}

/** A stretch of an object. */
export interface ByteRange {
  readonly key: string
  readonly offset: number
  readonly length: number
}

/** The bytes of a range: fewer than its length where the object is shorter, and none where it is gone. One read. */
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

/** Calls that R2 answers one Worker at once. */
const callsAtOnce = 6

/** Does `work` for each item, a few at a time, and gives the results in the order of the items. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(callsAtOnce, items.length) }, lane))
  return results
}
