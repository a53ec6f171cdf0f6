import { originOf } from '@tallystick/engine/log'
import { storedSettings, type TenantSettings } from '@tallystick/schema/key'
import { faultOf } from '../http/fault.ts'
import { logOriginOf, tenantHashOf } from '../log/log-signer.ts'
import { firstIdOf } from '../platform/ids.ts'
import type { Executor } from '../runs/executor.ts'
import { bucketOf } from '../store/bucket.ts'
import { folderStore } from '../store/line-folders.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { removeFolder } from '../store/remove-objects.ts'
import { tenantSweeps } from '../store/tenant-sweeps.ts'
import { uploadStore } from '../store/upload-store.ts'
import { endedMilliseconds } from '../uploads/upload-settings.ts'

/** Removes a run or a dataset of a tenant, as its own request would. */
export interface Deletions {
  readonly deleteRun: (executor: Executor, run: { tenantId: string; runId: string; actor: null }) => Promise<unknown>
  readonly deleteDataset: (
    executor: Executor,
    dataset: { tenantId: string; datasetId: string; actor: null },
  ) => Promise<unknown>
}

const tenantCountMax = 20
const removedCountMax = 20
/** Failures with one tenant after which a call stops, for runs and for datasets. */
const faultCountMax = 100
const batchCountMax = 5

const minuteMilliseconds = 60_000
const retryMilliseconds = 10 * minuteMilliseconds
const hourMilliseconds = 60 * minuteMilliseconds
const dayMilliseconds = 24 * hourMilliseconds
const logRetentionDaysDefault = 90

/**
 * Continues deletions of tenants, and removes runs and datasets that are past the retention of their tenant. Every step
 * may be repeated, and the rows that drive it go last, so that a call that dies half-way loses nothing. A tenant whose
 * step fails is tried again ten minutes later, and holds up no other. A run or dataset that cannot be removed is logged
 * and skipped.
 */
export async function sweepTenants(executor: Executor, deletions: Deletions): Promise<void> {
  const store = tenantSweeps(executor.db)
  const faults: unknown[] = []
  for (const { id, settings, deletedAt, sweepAt } of await store.due(executor.isolate.now(), tenantCountMax)) {
    const retryAt = executor.isolate.now() + retryMilliseconds
    const taken = await store.schedule(id, { before: sweepAt, next: retryAt })
    if (taken.length === 0) continue
    try {
      const due = { id, settings: storedSettings.parse(JSON.parse(settings)), deletedAt }
      const swept = await sweepTenant(executor, due, deletions)
      faults.push(...swept.faults)
      await store.schedule(id, { before: retryAt, next: swept.next })
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

interface DueTenant {
  readonly id: string
  readonly settings: TenantSettings
  readonly deletedAt: number | null
}

/** `next` is when the tenant is due again, null for never. */
interface Swept {
  readonly next: number | null
  readonly faults: readonly unknown[]
}

async function sweepTenant(executor: Executor, tenant: DueTenant, deletions: Deletions): Promise<Swept> {
  const { id, settings, deletedAt } = tenant
  if (deletedAt !== null) return { next: await removeTenant(executor, { id, settings, deletedAt }), faults: [] }
  const { retentionDays } = settings
  if (retentionDays === undefined) return { next: null, faults: [] }
  return removeOld(executor, { tenantId: id, retentionDays, deletions })
}

/**
 * The next step of a deletion: lines; then, after the retention of the log, the log in R2 and the receipts; at last the
 * tenant. Nothing else is removed in the first hour: a request under way may still make a key, or seal a run whose
 * result is stored.
 */
async function removeTenant(
  executor: Executor,
  { id, settings, deletedAt }: DueTenant & { readonly deletedAt: number },
): Promise<number | null> {
  const { db, env, isolate } = executor
  const store = tenantSweeps(db)
  const now = isolate.now()
  // The sweep of uploads removes their parts.
  await uploadStore(db).abortAll(id, { now, expiresAt: now + endedMilliseconds })
  await folderStore(db).removeKept(id)
  for (
    let batches = 0;
    (await store.removeLines(id)) || (await removeFolders(executor, { tenantId: id, now })) > 0;
    batches += 1
  )
    if (batches + 1 === batchCountMax) return now
  const { logRetentionDays = logRetentionDaysDefault } = settings
  const logUntil = deletedAt + Math.max(hourMilliseconds, logRetentionDays * dayMilliseconds)
  if (now < deletedAt + hourMilliseconds) return deletedAt + hourMilliseconds
  const [folders] = await folderStore(db).count(id)
  if (folders === undefined || folders.count > 0) return now + minuteMilliseconds
  if (now < logUntil) return logUntil
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new Error('LOG_ORIGIN is not set, so the objects of a log cannot be named')
  // Objects below `once/` stay: they hold hashes, and keep every size from being signed again.
  const log = { of: 'log', origin: originOf(logOrigin, tenantHashOf(id)) } as const
  if (!(await removeFolder(bucketOf(env), log, { pageCountMax: 1 }))) return now
  if (await store.removeReceipts(id)) return now
  await store.removeTenant(id)
  return null
}

interface Retention {
  readonly tenantId: string
  readonly retentionDays: number
  readonly deletions: Deletions
}

/** Runs go before datasets, so that no remaining run names a dataset that went before it. */
async function removeOld(executor: Executor, { tenantId, retentionDays, deletions }: Retention): Promise<Swept> {
  const { db, isolate } = executor
  const store = tenantSweeps(db)
  const now = isolate.now()
  const keptFrom = Math.max(0, now - retentionDays * dayMilliseconds)
  const limit = removedCountMax
  const runs = await removeEach({
    page: (after) => store.oldRuns(tenantId, { after, before: firstIdOf('run', keptFrom), limit }),
    remove: (id) => deletions.deleteRun(executor, { tenantId, runId: id, actor: null }),
  })
  const datasets = await removeEach({
    page: (after) => store.oldDatasets(tenantId, { after, before: firstIdOf('dat', keptFrom), limit }),
    remove: (id) => deletions.deleteDataset(executor, { tenantId, datasetId: id, actor: null }),
  })
  const undone = [...runs.undone, ...datasets.undone]
  for (const { id, fault } of undone)
    isolate.log(JSON.stringify({ scheduled: 'retention', tenant: tenantId, id, ...faultOf(fault) }))
  const faults = undone.map(({ fault }) => fault)
  if (runs.isFull || datasets.isFull) return { next: now, faults }
  return { next: now + (faults.length > 0 ? retryMilliseconds : hourMilliseconds), faults }
}

interface OldRows {
  /** The next rows after an id; fewer than `removedCountMax` only at the end. */
  readonly page: (after: string) => PromiseLike<readonly { readonly id: string }[]>
  readonly remove: (id: string) => Promise<unknown>
}

interface Removed {
  readonly undone: readonly { readonly id: string; readonly fault: unknown }[]
  /** Whether the call has removed as many rows as it may. */
  readonly isFull: boolean
}

/** Removes the rows in turn, and skips those that cannot be removed. */
async function removeEach({ page, remove }: OldRows): Promise<Removed> {
  const undone: { id: string; fault: unknown }[] = []
  let removedCount = 0
  for (let rows = await page(''); ; rows = await page(rows.at(-1)?.id ?? '')) {
    for (const { id } of rows) {
      try {
        await remove(id)
        removedCount += 1
      } catch (fault) {
        undone.push({ id, fault })
      }
      if (removedCount === removedCountMax) return { undone, isFull: true }
      if (undone.length === faultCountMax) return { undone, isFull: false }
    }
    if (rows.length < removedCountMax) return { undone, isFull: false }
  }
}
