import { toBase64 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import type { Isolate } from '../platform/isolate.ts'
import { execute } from '../runs/execute-run.ts'
import type { Executor } from '../runs/executor.ts'
import { type Database, everyDatabaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { resultStore } from '../store/result-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'

/** What one call does at most: it is called every minute, and what is left over waits for the next. */
const runCountMax = 20
const datasetCountMax = 20
const chunkCountMax = 200
const keyCountMax = 1_000

const hourMilliseconds = 3_600_000
/** Chunks are looked at for a day, from an hour on; later there is none left to find. */
const sweptHours = 25

/**
 * Takes up the runs that no one executes any more, dates the signing keys that came and went, and removes what was
 * never sealed: uploads and result chunks older than an hour, superseded attempts, expired idempotency keys. One part
 * failing leaves the others to be done.
 */
export async function runScheduled(env: Env, isolate: Isolate): Promise<void> {
  for (const database of everyDatabaseOf(env)) {
    const db = queries(database)
    await attempt(isolate, 'take_up_runs', () => takeUpRuns({ db, isolate, env }))
    await attempt(isolate, 'date_signing_keys', () => dateSigningKeys({ db, isolate, env }))
    await attempt(isolate, 'sweep_uploads', () => sweepUploads(db, isolate.now()))
    await attempt(isolate, 'sweep_result_chunks', () => sweepResultChunks(db, isolate.now()))
    await attempt(isolate, 'sweep_idempotency_keys', async () => {
      await idempotencyStore(db).sweep(isolate.now(), keyCountMax)
    })
  }
}

async function takeUpRuns({ db, isolate, env }: Executor): Promise<void> {
  const abandoned = await runTransitions(db).abandoned(isolate.now(), runCountMax)
  for (const { tenantId, id } of abandoned)
    await attempt(isolate, 'take_up_run', async () => {
      await execute({ db, isolate, env }, tenantId, id)
    })
}

/** With two versions of the Worker at once each undoes what the other says, until one is left: its word stays. */
async function dateSigningKeys({ db, isolate, env }: Executor): Promise<void> {
  const keys = await signingKeysOf(isolate, env)
  const configured = keys.map(({ publicKey }) => toBase64(publicKey))
  const store = signingKeyStore(db)
  await db.batch([store.endOthers(configured, isolate.now()), store.resume(configured)])
}

async function sweepUploads(db: Database, now: number): Promise<void> {
  const store = datasetStore(db)
  for (const { tenantId, id } of await store.abandoned(now - hourMilliseconds, datasetCountMax)) {
    const [first, ...others] = store.discard(tenantId, id)
    if (first) await db.batch([first, ...others])
  }
}

async function sweepResultChunks(db: Database, now: number): Promise<void> {
  const period = { from: now - sweptHours * hourMilliseconds, to: now - hourMilliseconds }
  await resultStore(db).sweep(period, chunkCountMax)
}

/** Does `task`; a failure is logged and left to the next call. */
async function attempt(isolate: Isolate, task: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    isolate.log(JSON.stringify({ scheduled: task, error: error instanceof Error ? error.name : 'unknown' }))
  }
}
