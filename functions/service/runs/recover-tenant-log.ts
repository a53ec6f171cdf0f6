import type { LogRecovery } from '@tallystick/schema/lost-run'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventBy } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { LogDivergedError } from '../log/log-diverged.ts'
import { recoverLog } from '../log/recover-log.ts'
import { auditStore } from '../store/audit-store.ts'
import { databaseOf, queries } from '../store/database.ts'
import { tenantStore } from '../store/tenant-store.ts'
import { lostReceipts, lostRunOf, lostRunsIn } from './lost-runs.ts'

const lostRunCountMax = 1_000

/** Recovers the log of a tenant, and names at most 1,000 lost runs. */
export async function recoverTenantLog(c: Context<AppEnv>, tenantId: string): Promise<LogRecovery> {
  const database = databaseOf(c.env, tenantId)
  if (!(await tenantStore(database).exists(tenantId))) throw new ProblemError('tenant_not_found')
  const db = queries(database)
  const access = { db, isolate: c.var.isolate, env: c.env }
  const recovery = await recoverLog(access, tenantId).catch((error) => {
    if (error instanceof LogDivergedError) throw new ProblemError('log_diverged', { detail: error.message })
    throw error
  })
  const event = eventBy(
    c,
    { tenantId, kind: 'operator' },
    {
      action: 'log.recovered',
      details: {
        size: String(recovery.state.size),
        root: recovery.state.root,
        restored: String(recovery.restoredCount),
      },
    },
  )
  await auditStore(db).insert(event)
  const gone = await lostReceipts(db, tenantId, { before: undefined, limit: lostRunCountMax })
  const lost = await lostRunsIn(access, tenantId, gone)
  return {
    tenantId,
    origin: recovery.origin,
    size: recovery.state.size,
    root: recovery.state.root,
    sound: recovery.soundCount,
    restored: recovery.restoredCount,
    complete: !recovery.isPartial,
    lostRuns: [...lost].map(lostRunOf),
  }
}
