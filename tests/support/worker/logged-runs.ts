import type { RunRecord } from '../../../schema/run.ts'
import { createTestApp } from './client.ts'
import { emptyRun, makeRun } from './runs.ts'

/** A tenant whose log holds `count` runs. */
export async function loggedRuns(count: number) {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const runs: RunRecord[] = []
  for (let made = 0; made < count; made += 1) runs.push(await makeRun(tenant.client, emptyRun))
  return { app, ...tenant, runs }
}
