import { utf8 } from '@tallystick/engine'

/**
 * Final answers in KV, as a read-through cache before D1. An answer never changes once it is final, so a hit equals D1's
 * row; a miss reads D1. KV is eventually consistent and may fail; neither fails a request.
 */

/** The answer that a retry of a request gets, byte for byte. */
export interface FinalAnswer {
  readonly fingerprint: string
  /** The id of the run or dataset that the request made. */
  readonly resource: string
  readonly status: number
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The metadata of an entry; its value is the body. */
type Metadata = Omit<FinalAnswer, 'body'>

const bodyByteCountMax = 64 * 1024
/** KV refuses a shorter life. */
const lifeSecondsMin = 60

/** The cached answer of a key; undefined when there is none, when it has expired by `now`, or when KV fails. */
export async function readCachedAnswer(
  kv: KVNamespace,
  keyHash: string,
  now: number,
): Promise<FinalAnswer | undefined> {
  try {
    const { value, metadata } = await kv.getWithMetadata<Metadata>(entryName(keyHash))
    if (value === null || metadata === null || metadata.expiresAt <= now) return undefined
    return { ...metadata, body: value }
  } catch {
    return undefined
  }
}

/** Caches an answer of at most 64 KB until it expires. Never rejects. */
export async function cacheAnswer(
  kv: KVNamespace,
  entry: { readonly keyHash: string; readonly answer: FinalAnswer; readonly now: number },
): Promise<void> {
  const { body, ...metadata } = entry.answer
  const lifeSeconds = Math.floor((metadata.expiresAt - entry.now) / 1000)
  if (utf8(body).length > bodyByteCountMax || lifeSeconds < lifeSecondsMin) return
  try {
    await kv.put(entryName(entry.keyHash), body, { metadata, expirationTtl: lifeSeconds })
  } catch {
    // The next retry is answered from D1.
  }
}

/** Removes cached answers. Never rejects. */
export async function forgetCachedAnswers(kv: KVNamespace, keyHashes: readonly string[]): Promise<void> {
  await Promise.allSettled(keyHashes.map((keyHash) => kv.delete(entryName(keyHash))))
}

const entryName = (keyHash: string): string => `idem:1:${keyHash}`
