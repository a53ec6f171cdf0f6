import type { Readiness } from '@tallystick/schema/meta'
import type { Env } from '../env.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import { readAnchorSettings } from '../log/anchor/anchor-settings.ts'
import { missingIn, unusableIn } from '../platform/configuration.ts'
import type { Isolate } from '../platform/isolate.ts'
import { isRunRecordLimit } from '../platform/record-limit.ts'
import { isInstanceCount } from '../runs/instance-tasks.ts'
import { probeBucket } from '../store/bucket.ts'
import { probeCounters } from '../store/counter-store.ts'
import { type LogHealth, readLogHealth } from '../store/log-health.ts'

/** Tries every dependency. A log that has diverged or is not published does not make the service unready. */
export async function probe(isolate: Isolate, env: Env): Promise<Readiness> {
  const [logs, kv, r2, signingKey] = await Promise.all([
    readLogHealth(env).catch(() => undefined),
    outcomeOf(() => probeCounters(env)),
    outcomeOf(() => probeBucket(env)),
    outcomeOf(() => signingKeysOf(isolate, env)),
  ])
  const d1 = logs === undefined ? 'unavailable' : 'ok'
  const settings = readAnchorSettings(env)
  const missing = [
    ...missingIn(env),
    ...unusableIn(env),
    ...(!env.RUN_RECORDS_MAX || isRunRecordLimit(env.RUN_RECORDS_MAX) ? [] : ['RUN_RECORDS_MAX']),
    ...(!env.RUN_INSTANCES || isInstanceCount(env.RUN_INSTANCES) ? [] : ['RUN_INSTANCES']),
    // It lifts the rules for endpoints, so a live service does not have it.
    ...(!env.WEBHOOK_ALLOW || env.ENVIRONMENT === 'test' ? [] : ['WEBHOOK_ALLOW']),
    ...(settings.ok ? [] : settings.malformed),
  ]
  const isReady = [d1, kv, r2, signingKey].every((outcome) => outcome === 'ok') && missing.length === 0
  return {
    status: isReady ? 'ok' : 'unavailable',
    dependencies: { d1, kv, r2, signingKey },
    ...countsOf(logs, isolate.now()),
    ...(missing.length === 0 ? {} : { missing }),
  }
}

/** Each count is null when the database does not answer, or is missing. */
const countsOf = (logs: LogHealth | undefined, now: number) => ({
  divergedLogs: logs?.diverged ?? null,
  unpublishedLogs: logs?.unpublished ?? null,
  setAsideLogs: logs?.setAside.reduce((sum, { count }) => sum + count, 0) ?? null,
  indexAgeSeconds: typeof logs?.indexSignedAt === 'number' ? secondsBetween(logs.indexSignedAt, now) : null,
})

const secondsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 1000))

async function outcomeOf(attempt: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await attempt()
    return 'ok'
  } catch {
    return 'unavailable'
  }
}
