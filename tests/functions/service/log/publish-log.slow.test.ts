import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { tenantHashOf } from '../../../../functions/service/log/log-signer.ts'
import { mendPublications } from '../../../../functions/service/log/mend-publications.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { type BucketFault, faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { linesServed, openServed, readServed } from '../../../support/worker/read-log.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'

/** A tenant of an app whose bucket has faults. */
async function tenantWith(...faults: readonly BucketFault[]) {
  const app = createTestApp({ env: { BUCKET: faultyBucket(env.BUCKET, faults) } })
  return { ...app, ...(await app.newTenant()) }
}

const storedLines = async (tenantId: string): Promise<readonly string[]> => {
  const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ line: string }>()
  return results.map(({ line }) => line)
}

const unpublishedOf = async (tenantId: string) => {
  const row = await env.DB.prepare('SELECT unpublished FROM tenant_logs WHERE tenant_id = ?')
    .bind(tenantId)
    .first<{ unpublished: string | null }>()
  return row?.unpublished ? JSON.parse(row.unpublished) : undefined
}

describe('a run that was sealed', () => {
  it('is in the published log when its answer arrives', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    for (let size = 1; size <= 3; size += 1) {
      const run = await makeRun(client, emptyRun)
      const tree = await openServed(client)
      expect([tree.size, await tree.rootOf(size)]).toEqual([size, readNote(run.checkpoint).root])
      expect(await linesServed(client, `entries/000.p/${size}`)).toEqual(await storedLines(tenantId))
    }
  })

  it('is in the published log, whoever of many at once was sealed last', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await Promise.all(Array.from({ length: 12 }, () => makeRun(client, emptyRun)))
    expect((await openServed(client)).size).toBe(12)
    expect(await linesServed(client, 'entries/000.p/12')).toEqual(await storedLines(tenantId))
  })

  it.each(
    (['before', 'after'] as const).flatMap((when) => [
      { when, method: 'get' as const, matches: /\/checkpoint$/ },
      { when, method: 'put' as const, matches: /\/tile\/0\// },
      { when, method: 'put' as const, matches: /\/tile\/entries\// },
      { when, method: 'put' as const, matches: /\/checkpoint$/ },
    ]),
  )('stands when R2 throws $when a $method of $matches, and the next seal mends the log', async (fault) => {
    const { client, tenantId, logLines } = await tenantWith(fault)
    const run = await makeRun(client, emptyRun)
    expect(readNote(run.checkpoint).size).toBe(1)
    expect(logLines.filter((line) => 'unpublished' in JSON.parse(line))).toHaveLength(1)
    expect(await unpublishedOf(tenantId)).toMatchObject({ size: 1, fault: 'R2 does not answer' })
    await makeRun(client, emptyRun)
    expect((await openServed(client)).size).toBe(2)
    expect(await linesServed(client, 'entries/000.p/2')).toEqual(await storedLines(tenantId))
  })

  it('that could not be published is counted, until the scheduled handler has published its log', async () => {
    const app = await tenantWith({ method: 'put', matches: /\/tile\//, when: 'before' })
    const { client, tenantId, isolate, env: bindings } = app
    const counted = async () =>
      (await (await client.get('/api/v1/ready')).json<{ unpublishedLogs: number }>()).unpublishedLogs
    const before = await counted()
    await makeRun(client, emptyRun)
    expect(await counted()).toBe(before + 1)
    const operator = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
    const metrics = await (await operator.get('/api/v1/metrics')).text()
    expect(metrics).toMatch(new RegExp(`^tallystick_logs_unpublished ${before + 1}$`, 'm'))
    expect(metrics).toMatch(/^tallystick_log_publications_failed_total\{.*\} 1$/m)
    // In no order, and those of other files of tests as well.
    while ((await unpublishedOf(tenantId)) !== undefined)
      await mendPublications({ db: queries(bindings.DB), isolate, env: bindings }).catch(() => undefined)
    expect((await openServed(client)).size).toBe(1)
    expect(await counted()).toBeLessThanOrEqual(before)
  })

  it('stays unpublished, and counted, where its receipts are not those that were signed; others are mended', async () => {
    const altered = await tenantWith()
    const sound = await tenantWith({ method: 'put', matches: /\/tile\//, when: 'before' })
    await makeRun(altered.client, emptyRun)
    const change = (sql: string) => env.DB.prepare(`${sql} WHERE tenant_id = ?`).bind(altered.tenantId).run()
    await change("UPDATE receipts SET line = replace(line, 'a', 'b')")
    await change("UPDATE tenant_logs SET unpublished = '{}'")
    const { objects } = await env.BUCKET.list({ prefix: `log/${env.LOG_ORIGIN}/${tenantHashOf(altered.tenantId)}/` })
    await env.BUCKET.delete(objects.map(({ key }) => key))
    await makeRun(sound.client, emptyRun)
    const { env: bindings, isolate } = sound
    const faults: unknown[] = []
    while ((await unpublishedOf(sound.tenantId)) !== undefined || faults.length === 0)
      await mendPublications({ db: queries(bindings.DB), isolate, env: bindings }).catch((error) => faults.push(error))
    expect(await unpublishedOf(altered.tenantId)).toMatchObject({
      fault: 'The entries of a log do not lead to its signed root',
    })
  })

  it('publishes a log whole whose files are gone', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    for (let made = 0; made < 4; made += 1) await makeRun(client, emptyRun)
    const { objects } = await env.BUCKET.list()
    const tenantHash = readNote((await makeRun(client, emptyRun)).checkpoint).origin
    await env.BUCKET.delete(objects.map(({ key }) => key).filter((key) => key.startsWith(`log/${tenantHash}/`)))
    await makeRun(client, emptyRun)
    expect((await openServed(client)).size).toBe(6)
    expect(await linesServed(client, 'entries/000.p/6')).toEqual(await storedLines(tenantId))
  })

  it('leaves the published log as it was when the stored receipts are not those that were signed', async () => {
    const { client, tenantId, secret } = await createTestApp().newTenant()
    await makeRun(client, emptyRun)
    await makeRun(client, emptyRun)
    await env.DB.prepare("UPDATE receipts SET line = replace(line, 'a', 'b') WHERE tenant_id = ? AND sequence = 0")
      .bind(tenantId)
      .run()
    // The isolate of the other two still has the receipts as they were signed.
    await makeRun(createTestApp().clientWith({ 'X-API-Key': secret }), emptyRun)
    expect((await openServed(client)).size).toBe(2)
    expect(await readServed(client, 'tile/0/000.p/3')).toBeUndefined()
  })
})
