import type { Readiness } from '../../schema/meta.ts'
import type { Env } from '../env.ts'
import { hasPepper } from '../keys/key-hash.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import type { Isolate } from '../platform/isolate.ts'
import { logOriginOf } from '../runs/log-signer.ts'
import { hasBucket, probeBucket } from '../store/bucket.ts'
import { probeCounters } from '../store/counter-store.ts'
import { probeDatabase } from '../store/database.ts'

/** Tries every dependency of the service at once: a query, a KV read, an R2 read, an import of the signing keys. */
export async function probe(isolate: Isolate, env: Env): Promise<Readiness> {
  const [d1, kv, r2, signingKey] = await Promise.all([
    outcomeOf(() => probeDatabase(env)),
    outcomeOf(() => probeCounters(env)),
    outcomeOf(() => probeBucket(env)),
    outcomeOf(() => signingKeysOf(isolate, env)),
  ])
  const missing = [
    ...(hasBucket(env) ? [] : ['BUCKET']),
    ...(hasPepper(env) ? [] : ['KEY_PEPPER']),
    ...(logOriginOf(env) ? [] : ['LOG_ORIGIN']),
  ]
  const isReady = [d1, kv, r2, signingKey].every((outcome) => outcome === 'ok') && missing.length === 0
  return {
    status: isReady ? 'ok' : 'unavailable',
    dependencies: { d1, kv, r2, signingKey },
    ...(missing.length === 0 ? {} : { missing }),
  }
}

async function outcomeOf(attempt: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await attempt()
    return 'ok'
  } catch {
    return 'unavailable'
  }
}
