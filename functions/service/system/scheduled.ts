import { toBase64 } from '@tallystick/engine/base'
import { sweepBucket } from '../close/inbox/sweep-bucket.ts'
import { sweepInbox } from '../close/inbox/sweep-inbox.ts'
import { sweepActs } from '../close/sweep-acts.ts'
import { sweepSchedules } from '../close/sweep-schedules.ts'
import { tellAgedItems } from '../close/tell-aged-items.ts'
import type { Env } from '../env.ts'
import { voucherOf } from '../keys/key-hash.ts'
import { retiredKeysOf, signingKeysOf } from '../keys/signing-key.ts'
import { anchorLogs } from '../log/anchor/anchor-logs.ts'
import { mendPublications } from '../log/mend-publications.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Executor } from '../runs/executor.ts'
import { catalogOf, type Database, everyDatabaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { folderStore } from '../store/line-folders.ts'
import { policyStore } from '../store/policy-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { resultStore } from '../store/result-store.ts'
import { sessionStore, signInStore } from '../store/session-store.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import { deleteDataset } from '../tenants/deletion/delete-dataset.ts'
import { deleteRun } from '../tenants/deletion/delete-run.ts'
import { recountTenants } from '../tenants/recount-tenants.ts'
import { sweepTenants } from '../tenants/sweep-tenants.ts'
import { sweepDeliveries } from '../tenants/webhooks/sweep-deliveries.ts'
import { sweepUploads } from '../uploads/sweep-uploads.ts'
import { attempt, logged } from './logged-tasks.ts'
import { noteServiceState } from './state-gauges.ts'
import { takeUpRuns } from './take-up-runs.ts'

/** Limits of one call. The platform calls every minute. */
const datasetCountMax = 20
const chunkCountMax = 200
const keyCountMax = 1_000

const deletions = { deleteRun, deleteDataset }

const hourMilliseconds = 3_600_000
/** Chunks are swept from one hour to 25 hours after they were stored. Later none is left to sweep. */
const sweptHours = 25

/**
 * The tasks of every minute. When one fails, the others are still done. Interrupted runs, of which one may have killed its
 * executor, the runs of schedules, and the looks for old items come last. Logs one line for each of the three, and
 * one for each failed task.
 */
export async function runScheduled(env: Env, isolate: Isolate): Promise<void> {
  await logged({ env, isolate, scheduled: 'minute' }, () => doTasks(env, isolate))
  const executors = everyDatabaseOf(env).map((database) => ({ db: queries(database), isolate, env }))
  await takeUpRuns(env, isolate)
  const attemptLook = (work: () => Promise<void>) => attempt(isolate, 'run_schedule', work)
  await logged({ env, isolate, scheduled: 'schedules' }, async () => {
    for (const each of executors) await attempt(isolate, 'run_schedules', () => sweepSchedules(each, attemptLook))
    for (const each of executors)
      await attempt(isolate, 'tell_aged_items', () =>
        tellAgedItems(each, (work) => attempt(isolate, 'tell_aged_items_of', work)),
      )
  })
}

async function doTasks(env: Env, isolate: Isolate): Promise<void> {
  for (const database of everyDatabaseOf(env)) {
    const db = queries(database)
    await attempt(isolate, 'date_signing_keys', () => storeKeyPeriods({ db, isolate, env }))
    await attempt(isolate, 'sweep_uploads', () => sweepDatasets(db, isolate.now()))
    await attempt(isolate, 'sweep_parts', () => sweepUploads({ db, isolate, env }))
    await attempt(isolate, 'sweep_inbox', () =>
      sweepInbox({ db, isolate, env }, (work) => attempt(isolate, 'end_inbox_file', work)),
    )
    await attempt(isolate, 'sweep_line_folders', () => sweepFolders({ db, env }, isolate.now()))
    await attempt(isolate, 'sweep_result_chunks', () => sweepResultChunks(db, isolate.now()))
    await attempt(isolate, 'sweep_policy_parts', () => sweepPolicyParts(db, isolate.now()))
    await attempt(isolate, 'sweep_idempotency_keys', async () => {
      await idempotencyStore(db).sweep(isolate.now(), keyCountMax)
    })
    await attempt(isolate, 'sweep_staged_acts', () =>
      sweepActs({ db, isolate, env }, (work) => attempt(isolate, 'sweep_acts_of_tenant', work)),
    )
    await attempt(isolate, 'sweep_sessions', async () => {
      await sessionStore(db).sweep(isolate.now(), keyCountMax)
      await signInStore(db).sweep(isolate.now(), keyCountMax)
    })
    await attempt(isolate, 'sweep_deliveries', () => sweepDeliveries({ db, isolate, env }))
    await attempt(isolate, 'recount_storage', () => recountTenants({ db, isolate, env }))
    await attempt(isolate, 'sweep_tenants', () => sweepTenants({ db, isolate, env }, deletions))
    await attempt(isolate, 'publish_logs', () => mendPublications({ db, isolate, env }))
  }
  await attempt(isolate, 'anchor_logs', () => anchorLogs({ db: queries(catalogOf(env)), isolate, env }))
  await attempt(isolate, 'note_state', () => noteServiceState(env, isolate))
  // Last: files of many megabytes are copied.
  await attempt(isolate, 'take_objects', () =>
    sweepBucket({ env, isolate }, (work) => attempt(isolate, 'take_object', work)),
  )
}

/** While two versions of the Worker have different keys, each undoes the other's change. */
async function storeKeyPeriods({ db, isolate, env }: Executor): Promise<void> {
  const keys = await signingKeysOf(isolate, env)
  const configured = keys.flatMap(({ publicKey, index }) => [publicKey, index.publicKey].map(toBase64))
  const store = signingKeyStore(db)
  const ended = await store.unended(configured)
  // The end is not before the latest entry, as a log may be ahead of the clock.
  const [latest] = ended.length === 0 ? [] : await receiptStore(db).latestTime()
  const end = Math.max(isolate.now(), Date.parse(latest?.time ?? '') || 0)
  // A change of KEY_PEPPER voids the stored vouchers.
  const vouched = retiredKeysOf(env).map((publicKey) => store.vouch({ publicKey, voucher: voucherOf(env, publicKey) }))
  await db.batch([store.endOthers(configured, end), store.resume(configured), ...vouched])
}

async function sweepDatasets(db: Database, now: number): Promise<void> {
  const store = datasetStore(db)
  for (const { tenantId, id } of await store.abandoned(
    { createdBefore: now - hourMilliseconds, now },
    datasetCountMax,
  )) {
    await db.batch(store.discard(tenantId, id))
  }
}

/** Folders of uploads and runs that will not end, and folders that a deletion left in R2. */
async function sweepFolders(access: LineAccess, now: number): Promise<void> {
  await folderStore(access.db).removeExpired(now)
  await removeFolders(access, { now })
}

async function sweepResultChunks(db: Database, now: number): Promise<void> {
  await resultStore(db).sweep(sweptPeriod(now), chunkCountMax)
}

async function sweepPolicyParts(db: Database, now: number): Promise<void> {
  await policyStore(db).sweep(sweptPeriod(now), chunkCountMax)
}

const sweptPeriod = (now: number) => ({ from: now - sweptHours * hourMilliseconds, to: now - hourMilliseconds })
