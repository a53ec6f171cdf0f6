import { noteRecount } from '../platform/event-counts.ts'
import type { Executor } from '../runs/executor.ts'
import { type StoredCounts, storageStore } from '../store/storage-store.ts'

/** The time after which a tenant is counted again. */
const dayMilliseconds = 24 * 3_600_000
const tenantCountMax = 20

/** Counts tenants again that have a count below zero, or were not counted for a day. Corrections are logged. */
export async function recountTenants({ db, isolate, env }: Executor): Promise<void> {
  const store = storageStore(db)
  const [wrong, due] = await db.batch([
    store.belowZero(tenantCountMax),
    store.uncounted(isolate.now() - dayMilliseconds, tenantCountMax),
  ])
  for (const tenantId of new Set([...wrong, ...due].map((row) => row.tenantId))) {
    const [[was], [is]] = await db.batch([store.counted(tenantId), store.recount(tenantId, isolate.now())])
    if (was === undefined || is === undefined || areEqual(was, is)) continue
    isolate.log(JSON.stringify({ recounted: tenantId, was, is }))
    noteRecount(isolate, env, { tenant: tenantId, difference: is.storedBytes - was.storedBytes })
  }
}

const areEqual = (was: StoredCounts, is: StoredCounts): boolean =>
  was.storedBytes === is.storedBytes &&
  was.datasetCount === is.datasetCount &&
  was.runCount === is.runCount &&
  was.failedRunCount === is.failedRunCount
