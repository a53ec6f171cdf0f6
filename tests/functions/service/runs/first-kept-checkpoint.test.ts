import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { writeFirstLog } from '../../../support/worker/first-log.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { checkpointKey, forgetLog } from '../../../support/worker/once.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

/** Logs that are older than the checkpoints in R2: no object there says what was signed for their first sizes. */

async function loggedRuns(count: number) {
  const app = createTestApp()
  const tenant = await app.newTenant()
  for (let made = 0; made < count; made += 1) await makeRun(tenant.client)
  const post = () => tenant.client.post('/api/v1/runs', demoRun)
  return { ...tenant, app, post }
}

describe('a log of version 1', () => {
  it.each([true, false])('goes on where it ended, its checkpoints signed: %s', async (isSigned) => {
    const { app, client, tenantId } = await loggedRuns(2)
    const { origin } = readNote((await makeRun(client)).checkpoint)
    await forgetLog(origin)
    await writeFirstLog(app, { tenantId, size: 3, isSigned })
    expect(readNote((await makeRun(client)).checkpoint).size).toBe(4)
    expect(readNote((await makeRun(client)).checkpoint).size).toBe(5)
  })

  it.each([0, 1])('is signed no more when it is set back to %i receipts, behind what R2 has', async (size) => {
    const { app, client, tenantId, post } = await loggedRuns(2)
    const { origin } = readNote((await makeRun(client)).checkpoint)
    await forgetLog(origin)
    await writeFirstLog(app, { tenantId, size: 3, isSigned: true })
    await makeRun(client)
    await writeFirstLog(app, { tenantId, size, isSigned: true })
    expect(await problemOf(post())).toMatchObject({ status: 503, code: 'log_diverged' })
    expect(await env.BUCKET.head(checkpointKey(origin, size + 1))).toBeNull()
  })

  it('is signed no more when receipts without a checkpoint were put in its place', async () => {
    const { app, tenantId, post } = await loggedRuns(2)
    await writeFirstLog(app, { tenantId, size: 5, isSigned: false })
    expect(await problemOf(post())).toMatchObject({ status: 503, code: 'log_diverged' })
  })
})
