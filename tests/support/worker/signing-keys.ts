import { env } from 'cloudflare:workers'
import { afterEach, beforeEach } from 'vitest'
import type { Env } from '../../../functions/service/env.ts'
import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import { createTestApp } from './client.ts'
import { newSigningKey } from './notes.ts'
import { settableClock } from './readers.ts'
import type { Row } from './stored-rows.ts'

const minute = 60_000

/** The secrets and variables of the Worker that say which keys are its own. */
export type KeySettings = {
  readonly [Name in 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS' | 'SIGNING_KEYS_RETIRED' | 'KEY_PEPPER']?: string | undefined
}

/** The stored keys that sign, which all tenants of the Worker share. */
export const storedKeys = async (): Promise<readonly Row[]> =>
  (await env.DB.prepare('SELECT * FROM signing_keys ORDER BY public_key').all<Row>()).results

/** Stores `rows` in place of all keys. */
export async function setStoredKeys(rows: readonly Row[]): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM signing_keys'),
    ...rows.map((row) => {
      const columns = Object.keys(row)
      const insert = `INSERT INTO signing_keys (${columns.join()}) VALUES (${columns.map(() => '?').join()})`
      return env.DB.prepare(insert).bind(...Object.values(row))
    }),
  ])
}

/** Lets each test of a file begin without stored keys, and gives back those that there were before. */
export function keepStoredKeys(): void {
  let kept: readonly Row[] = []
  beforeEach(async () => {
    kept = await storedKeys()
    await setStoredKeys([])
  })
  afterEach(() => setStoredKeys(kept))
}

/** The Worker as it is deployed with one key setting after another, over the same database: isolates of their own. */
export async function deployments() {
  const clock = settableClock()
  const deploy = (settings: KeySettings, now = clock.now) =>
    createTestApp({ now, env: { SIGNING_KEY_PREVIOUS: '', ...settings } })
  const [a, b, c] = [await newSigningKey(), await newSigningKey(), await newSigningKey()]
  const first = deploy({ SIGNING_KEY: a.secret })
  const { secret, tenantId } = await first.newTenant()
  const clientOf = (app: typeof first) => app.clientWith({ 'X-API-Key': secret })
  const sweep = async (app: { readonly env: Env; readonly isolate: typeof first.isolate }) => {
    clock.advance(minute)
    // Without a bucket no log is anchored: the index of all would be signed by keys that are taken away.
    await runScheduled(Object.assign({}, app.env, { BUCKET: undefined }), app.isolate)
  }
  const recover = async (app: typeof first) =>
    app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' }).post(`/api/v1/admin/tenants/${tenantId}/log/recover`)
  const now = () => new Date(clock.now()).toISOString()
  return { clock, now, a, b, c, deploy, first, tenantId, clientOf, sweep, recover }
}
