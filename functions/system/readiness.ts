import type { Readiness } from '../../schema/meta.ts'
import type { Env } from '../env.ts'
import { hasPepper } from '../keys/key-hash.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import type { Isolate } from '../platform/isolate.ts'
import { logOriginOf } from '../runs/log-signer.ts'
import { probeCounters } from '../store/counter-store.ts'
import { probeDatabase } from '../store/database.ts'

/** Tries every dependency of the service at once: a query, a KV read, an import of the signing keys. */
export async function probe(isolate: Isolate, env: Env): Promise<Readiness> {
  const [d1, kv, signingKey] = await Promise.all([
    outcomeOf(() => probeDatabase(env)),
    outcomeOf(() => probeCounters(env)),
    outcomeOf(() => signingKeysOf(isolate, env)),
  ])
  const missing = [...(hasPepper(env) ? [] : ['KEY_PEPPER']), ...(logOriginOf(env) ? [] : ['LOG_ORIGIN'])]
  const isReady = [d1, kv, signingKey].every((outcome) => outcome === 'ok') && missing.length === 0
  return {
    status: isReady ? 'ok' : 'unavailable',
    dependencies: { d1, kv, signingKey },
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
