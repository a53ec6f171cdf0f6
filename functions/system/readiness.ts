import type { Readiness } from '../../schema/meta.ts'
import { readAnchorSettings } from '../anchor/anchor-settings.ts'
import type { Env } from '../env.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import { missingIn, unusableIn } from '../platform/configuration.ts'
import type { Isolate } from '../platform/isolate.ts'
import { isRunRecordLimit } from '../runs/record-limit.ts'
import { isShareCount } from '../runs/share-tasks.ts'
import { probeBucket } from '../store/bucket.ts'
import { probeCounters } from '../store/counter-store.ts'
import { countDivergedLogs } from '../store/log-store.ts'

/** Tries every dependency of the service: a query, a KV read, an R2 read, an import of the signing keys. A log that has
 * diverged does not make the service unready: the other tenants' runs go on. */
export async function probe(isolate: Isolate, env: Env): Promise<Readiness> {
  const divergedLogs = await readDivergedLogs(env)
  const d1 = divergedLogs === null ? 'unavailable' : 'ok'
  const [kv, r2, signingKey] = await Promise.all([
    outcomeOf(() => probeCounters(env)),
    outcomeOf(() => probeBucket(env)),
    outcomeOf(() => signingKeysOf(isolate, env)),
  ])
  const settings = readAnchorSettings(env)
  const missing = [
    ...missingIn(env),
    ...unusableIn(env),
    ...(!env.RUN_RECORDS_MAX || isRunRecordLimit(env.RUN_RECORDS_MAX) ? [] : ['RUN_RECORDS_MAX']),
    ...(!env.RUN_INSTANCES || isShareCount(env.RUN_INSTANCES) ? [] : ['RUN_INSTANCES']),
    ...(settings.ok ? [] : settings.malformed),
  ]
  const isReady = [d1, kv, r2, signingKey].every((outcome) => outcome === 'ok') && missing.length === 0
  return {
    status: isReady ? 'ok' : 'unavailable',
    dependencies: { d1, kv, r2, signingKey },
    divergedLogs,
    ...(missing.length === 0 ? {} : { missing }),
  }
}

/** Null when the database does not answer, or is missing. */
async function readDivergedLogs(env: Env): Promise<number | null> {
  try {
    return await countDivergedLogs(env)
  } catch {
    return null
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
