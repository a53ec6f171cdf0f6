import { env } from 'cloudflare:workers'
import { sweepLargeRuns } from '../../../functions/service/runs/sweep-large-runs.ts'
import { databaseOf, queries } from '../../../functions/service/store/database.ts'
import type { NewTenant } from './client.ts'
import {
  createRunApp,
  type ExecutionOptions,
  executeInstance,
  type RunAppOptions,
  readRunRecord,
} from './large-runs.ts'
import { settableClock } from './readers.ts'

/** A tenant with large runs, a clock that a test sets, and the sweep. Unfinished runs of earlier tests are left alone. */
export async function largeRunScene({
  scopes,
  settings,
  ...options
}: RunAppOptions & Pick<NewTenant, 'scopes' | 'settings'> = {}) {
  await env.DB.prepare("UPDATE runs SET lease_until = 8640000000000000 WHERE status IN ('queued', 'running')").run()
  const clock = settableClock()
  const app = createRunApp({ now: clock.now, ...options })
  const tenant = await app.newTenant({ ...(scopes && { scopes }), ...(settings && { settings }) })
  const { client, tenantId } = tenant
  const sweep = () => sweepLargeRuns({ db: queries(databaseOf(app.env, tenantId)), env: app.env, isolate: app.isolate })
  const execute = (id: string, how: ExecutionOptions = {}, attempt = 1) =>
    executeInstance(app, { tenantId, runId: id, attempt }, how)
  const state = (id: string) => readRunRecord(client, id)
  const ids = () => app.started.map(({ id }) => id)
  return { ...app, ...tenant, clock, sweep, execute, state, ids }
}
