import { timestampOf } from '@tallystick/audit/base/timestamp'
import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { toBase64 } from '@tallystick/engine/base'
import { isInPeriod, type KeyPeriod, openKeyPeriods, signKeyPeriod } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { SigningError, type SigningKey, signingKeysOf } from '../keys/signing-key.ts'
import { sha256 } from '../platform/hasher.ts'
import { perIsolate } from '../platform/isolate.ts'
import { bucketOf } from '../store/bucket.ts'
import { keyPeriodStore } from '../store/key-period-store.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { type LogAccess, logOriginOf } from './log-signer.ts'

/** A key period says since when a key signs the logs. This key signs it, and the key before, whose end it states. */

/** The notes on the periods of all keys, oldest first. Two calls of R2. */
export const keyPeriodNotes = async (env: Env): Promise<readonly string[]> => (await readNewest(env)).notes

interface ReadNotes {
  readonly notes: readonly string[]
  readonly periods: readonly KeyPeriod[]
  readonly next: number
}

/** The newest valid list. A malformed one cannot be removed, as the bucket is locked. */
async function readNewest(env: Env): Promise<ReadNotes> {
  let newest = 0
  for await (const { place, notes } of keyPeriodStore(bucketOf(env)).newestFirst()) {
    newest = Math.max(newest, place)
    const periods = await openKeyPeriods({ sha256, verify: verifySignature }, notes)
    if (periods.ok && notes.length > 0) return { notes, periods: periods.value, next: newest + 1 }
  }
  return { notes: [], periods: [], next: newest + 1 }
}

/** How long an old deployment may go on signing with the key before. */
const overlapMilliseconds = 86_400_000
/**
 * How long an isolate trusts its last reading. Much less than the overlap, so that it learns of the next key in time.
 */
const lifetimeMilliseconds = 3_600_000
/** More than the clocks of the platform's machines differ. */
const clockSlackMilliseconds = 300_000

const lastReading = perIsolate((): { periods: readonly KeyPeriod[]; readAt: number } => ({ periods: [], readAt: 0 }))

/** If another isolate begins the period first, this one reads it and tries again. */
const tryCountMax = 4

/**
 * Makes sure that the first configured key has a period that includes `time`, before the key signs a log. Otherwise
 * begins one; if the key before is configured, too, its period ends after the overlap.
 */
export async function requireKeyPeriod(
  { isolate, env }: Pick<LogAccess, 'isolate' | 'env'>,
  time: number,
): Promise<void> {
  const keys = await signingKeysOf(isolate, env)
  const last = lastReading(isolate)
  const isCovered = () => isInPeriod(last.periods, keys.slice(0, 1).map(nameOf), timestampOf(time))
  if (isCovered() && Math.abs(isolate.now() - last.readAt) < lifetimeMilliseconds) return
  for (let tries = 0; tries < tryCountMax; tries += 1) {
    const { notes, periods, next } = await readNewest(env)
    Object.assign(last, { periods, readAt: isolate.now() })
    if (isCovered()) return
    const begun = await beginPeriod(env, { keys, after: periods.at(-1), time })
    await keyPeriodStore(bucketOf(env)).put({ place: next, notes: [...notes, begun] })
  }
  throw new UnavailableError('The periods of keys come and go')
}

interface Beginning {
  readonly keys: readonly SigningKey[]
  readonly after: KeyPeriod | undefined
  readonly time: number
}

function beginPeriod(env: Env, { keys: [key, ...others], after, time }: Beginning): Promise<string> {
  const logOrigin = logOriginOf(env)
  if (key === undefined || logOrigin === undefined) throw new SigningError('There is no key or no log to sign')
  const before = others.find((each) => nameOf(each) === after?.key)
  const fields = {
    logOrigin,
    from: timestampOf(time - clockSlackMilliseconds),
    before: before === undefined ? null : { signer: before, until: timestampOf(time + overlapMilliseconds) },
  }
  return signKeyPeriod(sha256, fields, key)
}

const nameOf = ({ publicKey }: SigningKey): string => toBase64(publicKey)
