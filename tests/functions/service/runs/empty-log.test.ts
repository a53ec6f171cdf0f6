import { env } from 'cloudflare:workers'
import { emptyLog } from '@tallystick/engine/log'
import { expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { checkpointKey } from '../../../support/worker/once.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

it('a log that was renamed is signed no more when the database has lost its receipts', async () => {
  const { client: before, tenantId, secret } = await createTestApp().newTenant()
  await makeRun(before)
  const client = createTestApp({ env: { LOG_ORIGIN: 'renamed.example' } }).clientWith({ 'X-API-Key': secret })
  const { origin, size } = readNote((await makeRun(client)).checkpoint)
  expect([origin, size]).toEqual([expect.stringMatching(/^renamed\.example\//), 2])
  const { root, previous } = emptyLog(sha256)
  await env.DB.batch([
    env.DB.prepare('DELETE FROM receipts WHERE tenant_id = ?').bind(tenantId),
    env.DB.prepare("UPDATE tenant_logs SET size = 0, frontier = '[]', root = ?, previous = ? WHERE tenant_id = ?").bind(
      ...[root, previous, tenantId],
    ),
  ])
  expect(await problemOf(client.post('/api/v1/runs', demoRun))).toMatchObject({ status: 503, code: 'log_diverged' })
  expect(await env.BUCKET.head(checkpointKey(origin, 1))).toBeNull()
})
