import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogAudit } from '../../../../schema/log.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { seedLog } from '../../../support/worker/long-log.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { linesServed, openServed } from '../../../support/worker/read-log.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'

/** More receipts than an audit reads at once, and than two tiles hold. */
const size = 520

async function makeLongLog() {
  const app = createTestApp()
  const { client, tenantId } = await app.newTenant()
  await seedLog(app, tenantId, size)
  return { app, client, tenantId, run: await makeRun(client, emptyRun) }
}

let made: ReturnType<typeof makeLongLog> | undefined
/** The log with the run that was sealed after it, made once: the tests only read it. */
const longLog = () => {
  made ??= makeLongLog()
  return made
}

describe('a log of many receipts that was never published', () => {
  it('is published whole by the next seal', async () => {
    const { client, tenantId, run } = await longLog()
    const tree = await openServed(client)
    expect([tree.size, await tree.rootOf(size + 1)]).toEqual([size + 1, readNote(run.checkpoint).root])
    for (const index of [0, 255, 256, size]) await tree.leafHash(index)
    const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
      .bind(tenantId)
      .all<{ line: string }>()
    const served = await Promise.all(
      ['000', '001', `002.p/${size + 1 - 512}`].map((path) => linesServed(client, `entries/${path}`)),
    )
    expect(served.flat()).toEqual(results.map(({ line }) => line))
  })

  it('is audited to its end', async () => {
    const { client } = await longLog()
    const report = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(report).toMatchObject({ size: size + 1, gaps: [], verified: false, diverged: false })
    expect(report.receiptsWithoutRuns).toHaveLength(size)
  })

  it('is audited by a query for 500 receipts, two objects for 256, and a list of objects for 1,000', async () => {
    const { app, client } = await longLog()
    app.recorder.reset()
    await client.get('/api/v1/log/verify')
    // The key's counters aside: the head, two pages, and runs without a receipt.
    const reads = app.recorder.calls.filter(({ store }) => store === 'd1')
    expect(reads.length).toBeLessThanOrEqual(6)
    // The published checkpoint, two full and one partial tile with their bundles, the tile above, the list of
    // what is stored once, and the next checkpoint.
    expect(app.recorder.calls.filter(({ store }) => store === 'r2')).toHaveLength(1 + 6 + 1 + 2)
  })
})
