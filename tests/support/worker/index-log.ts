import { env } from 'cloudflare:workers'
import { verifierKeyOf } from '@tallystick/engine/log'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Env } from '../../../functions/service/env.ts'
import { signingKeysOf } from '../../../functions/service/keys/signing-key.ts'
import { anchorLogs } from '../../../functions/service/log/anchor/anchor-logs.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { createIsolate } from '../../../functions/service/platform/isolate.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { indexCheckpointStore } from '../../../functions/service/store/index-store.ts'
import { createTestApp, type TestAppOptions } from './client.ts'
import { lockedBucket } from './faulty-bucket.ts'
import { ownStores } from './own-stores.ts'
import { settableClock } from './readers.ts'
import { createRecorder } from './recorder.ts'
import { emptyRun, makeRun } from './runs.ts'
import type { TestWitness } from './witness.ts'

/**
 * The index of all logs, as the scheduled handler keeps it, with stores of its own and nothing outside but what a test puts
 * there.
 */

export const indexOrigin = 'tallystick.dev/index'
export const logLines: string[] = []
/** By which the index is kept. */
export const clock = settableClock()
const isolate = createIsolate({ now: clock.now, log: (line) => logLines.push(line) })
const [key] = await signingKeysOf(isolate, env)
if (key === undefined) throw new Error('There is no signing key')
/** The service's signing key, and that of the index. */
export const signingKey = key
export const indexKey = verifierKeyOf(sha256, indexOrigin, key.index.publicKey)

/** The stores as they are, for a test that changes them behind the service's back. */
export const { OWN_DB: DB, OWN_BUCKET: BUCKET } = env

/** The stores as the Worker has them: its statements are checked at the end of the file. */
const { DB: recordedDB, BUCKET: recordedBucket } = createRecorder({ ...env, DB, BUCKET: lockedBucket(BUCKET) }).env
export const stores = { DB: recordedDB, BUCKET: recordedBucket }

/** An app over these stores. */
export const indexApp = (options: TestAppOptions = {}) =>
  createTestApp({ now: clock.now, ...options, env: { ...stores, ...options.env } })

const recorded = indexApp().env

/** Does what the handler does every minute, with other bindings where they are given. */
export const anchor = (bindings: Partial<Env> = {}): Promise<void> => {
  const merged = { ...recorded, ...bindings }
  return anchorLogs({ db: queries(merged.DB), isolate, env: merged })
}

export async function newestCheckpoint() {
  const [row] = await indexCheckpointStore(queries(DB)).newest()
  if (row === undefined) throw new Error('The index has no checkpoint')
  return row
}

/** A run of a new tenant: one log more that has grown. */
export async function sealRun() {
  const app = indexApp()
  const tenant = await app.newTenant()
  const run = await makeRun(tenant.client, emptyRun)
  return { app, ...tenant, runId: run.id }
}

/** Executes SQL in which `:tenant` stands for the id. */
export const alter = (tenantId: string, ...statements: readonly string[]) =>
  DB.batch(statements.map((sql) => DB.prepare(sql.replaceAll(':tenant', `'${tenantId}'`))))

/** Who answers at which address. */
export const outside = new Map<string, (request: Request) => Promise<Response>>()

/** Lets the witnesses answer; the variables that name them. */
export function connect(...witnesses: readonly TestWitness[]): { readonly WITNESSES: string } {
  for (const { url, answer } of witnesses) outside.set(`${url}/add-checkpoint`, answer)
  return { WITNESSES: witnesses.map(({ line }) => line).join('\n') }
}

/** For the top of a file of tests: the index is new, and requests go to `outside` alone. */
export function standAlone(): void {
  beforeAll(async () => {
    // The files of the Worker share this clock, and witnesses have the real one.
    clock.advance(Date.now() - clock.now())
    await ownStores()
  })
  beforeEach(() => {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = outside.get(url)
      if (answer === undefined) throw new TypeError('Network connection lost.')
      return answer(new Request(url, init))
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    outside.clear()
    logLines.length = 0
  })
}
