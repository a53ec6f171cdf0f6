import { toBase64 } from '@tallystick/engine'
import { anchorLogs } from '../anchor/anchor-logs.ts'
import { deleteDataset } from '../deletion/delete-dataset.ts'
import { deleteRun } from '../deletion/delete-run.ts'
import type { Env } from '../env.ts'
import { signingKeysOf } from '../keys/signing-key.ts'
import type { Isolate } from '../platform/isolate.ts'
import { execute } from '../runs/execute-run.ts'
import type { Executor } from '../runs/executor.ts'
import { catalogOf, type Database, everyDatabaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { policyStore } from '../store/policy-store.ts'
import { resultStore } from '../store/result-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import { sweepTenants } from '../tenants/sweep-tenants.ts'

/** Limits of one call. The platform calls every minute, so the rest waits for the next call. */
const runCountMax = 20
const datasetCountMax = 20
const chunkCountMax = 200
const keyCountMax = 1_000

const deletions = { deleteRun, deleteDataset }

const hourMilliseconds = 3_600_000
/** Chunks are swept for a day, beginning an hour after they were stored; then none is left. */
const sweptHours = 25

/**
 * Executes runs whose lease has expired, stores which signing keys are still configured, and sweeps: unsealed uploads,
 * result chunks and policies without a run older than an hour, expired idempotency keys, and what is due of tenants that
 * were deleted or have a retention. Then it puts the logs that
 * have grown into the index log and has that witnessed. When one task fails, the others are still done.
 */
export async function runScheduled(env: Env, isolate: Isolate): Promise<void> {
  for (const database of everyDatabaseOf(env)) {
    const db = queries(database)
    await attempt(isolate, 'take_up_runs', () => executeAbandonedRuns({ db, isolate, env }))
    await attempt(isolate, 'date_signing_keys', () => storeKeyPeriods({ db, isolate, env }))
    await attempt(isolate, 'sweep_uploads', () => sweepUploads(db, isolate.now()))
    await attempt(isolate, 'sweep_result_chunks', () => sweepResultChunks(db, isolate.now()))
    await attempt(isolate, 'sweep_policy_parts', () => sweepPolicyParts(db, isolate.now()))
    await attempt(isolate, 'sweep_idempotency_keys', async () => {
      await idempotencyStore(db).sweep(isolate.now(), keyCountMax)
    })
    await attempt(isolate, 'sweep_tenants', () => sweepTenants({ db, isolate, env }, deletions))
  }
  await attempt(isolate, 'anchor_logs', () => anchorLogs({ db: queries(catalogOf(env)), isolate, env }))
}

async function executeAbandonedRuns({ db, isolate, env }: Executor): Promise<void> {
  const abandoned = await runTransitions(db).abandoned(isolate.now(), runCountMax)
  for (const { tenantId, id } of abandoned)
    await attempt(isolate, 'take_up_run', async () => {
      await execute({ db, isolate, env }, tenantId, id)
    })
}

/** Two versions of the Worker with different keys undo each other's change until only one of them is left. */
async function storeKeyPeriods({ db, isolate, env }: Executor): Promise<void> {
  const keys = await signingKeysOf(isolate, env)
  const configured = keys.flatMap(({ publicKey, index }) => [publicKey, index.publicKey].map(toBase64))
  const store = signingKeyStore(db)
  await db.batch([store.endOthers(configured, isolate.now()), store.resume(configured)])
}

async function sweepUploads(db: Database, now: number): Promise<void> {
  const store = datasetStore(db)
  for (const { tenantId, id } of await store.abandoned(now - hourMilliseconds, datasetCountMax)) {
    await db.batch(store.discard(tenantId, id))
  }
}

async function sweepResultChunks(db: Database, now: number): Promise<void> {
  await resultStore(db).sweep(sweptPeriod(now), chunkCountMax)
}

async function sweepPolicyParts(db: Database, now: number): Promise<void> {
  await policyStore(db).sweep(sweptPeriod(now), chunkCountMax)
}

const sweptPeriod = (now: number) => ({ from: now - sweptHours * hourMilliseconds, to: now - hourMilliseconds })

/** Does `work`; a failure is logged, and the next call tries again. */
async function attempt(isolate: Isolate, task: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    isolate.log(JSON.stringify({ scheduled: task, error: error instanceof Error ? error.name : 'unknown' }))
  }
}
