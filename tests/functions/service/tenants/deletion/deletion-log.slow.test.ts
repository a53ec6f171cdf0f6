import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../../../functions/service/system/scheduled.ts'
import type { LogAudit } from '../../../../../schema/log.ts'
import type { LogRecovery } from '../../../../../schema/lost-run.ts'
import type { RunRecord } from '../../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../../support/worker/client.ts'
import { countOf, deletable, logOf } from '../../../../support/worker/deletable.ts'
import { readChain } from '../../../../support/worker/evidence.ts'
import { faultyDatabase } from '../../../../support/worker/faulty-database.ts'
import { readNote } from '../../../../support/worker/notes.ts'
import { linesServed } from '../../../../support/worker/read-log.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'
import { restore, takeSnapshot } from '../../../../support/worker/stored-rows.ts'

const audit = async (client: Client) => (await client.get('/api/v1/log/verify')).json<LogAudit>()
const operatorOf = () => createTestApp().clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
const recover = async (tenantId: string) =>
  (await operatorOf().post(`/api/v1/admin/tenants/${tenantId}/log/recover`)).json<LogRecovery>()
const idOf = (line: Record<string, unknown>) => line['id'] ?? line['run']

describe('the log', () => {
  it('is whole with deletions in it, as its readers see it', async () => {
    const { client, tenantId, run, source } = await deletable()
    await client.delete(run.links.self)
    await client.delete(`/api/v1/datasets/${source.id}`)
    const next = await makeRun(client, emptyRun)
    expect(readNote(next.checkpoint).size).toBe(4)
    expect(await audit(client)).toMatchObject({
      verified: true,
      size: 4,
      root: readNote(next.checkpoint).root,
      receiptsWithoutRuns: [],
    })
    const served = (await linesServed(client, 'entries/000.p/4')).map((line) => JSON.parse(line))
    expect(served).toEqual(await logOf(tenantId))
    expect(served.map(idOf)).toEqual([run.id, run.id, source.id, next.id])
    // The receipt before that run is a deletion.
    expect((await readChain(client, next.id)).checks.filter(({ detail }) => /^Not/.test(detail))).toEqual([])
    expect((await client.get(`${next.links.evidence}?format=zip`)).status).toBe(200)
  })

  it('is anchored with a deletion as its head', async () => {
    const { app, client, tenantId, run } = await deletable()
    await client.delete(run.links.self)
    // Before the logs of other files of tests.
    await env.DB.prepare('UPDATE tenant_logs SET index_due_at = -1 WHERE tenant_id = ?').bind(tenantId).run()
    await runScheduled(app.env, app.isolate)
    const row = await env.DB.prepare('SELECT size, indexed_size FROM tenant_logs WHERE tenant_id = ?')
      .bind(tenantId)
      .first()
    expect(row).toEqual({ size: 2, indexed_size: 2 })
  })

  it('names what was deleted and is stored again', async () => {
    const { client, tenantId, run, source } = await deletable()
    const before = await takeSnapshot(tenantId)
    await client.delete(run.links.self)
    await client.delete(`/api/v1/datasets/${source.id}`)
    const { receipts, tenant_logs } = await takeSnapshot(tenantId)
    await restore(tenantId, { ...before, receipts, tenant_logs })
    const { verified, checks } = await audit(client)
    expect(verified).toBe(false)
    expect(checks.filter(({ passed }) => !passed)).toMatchObject([
      {
        name: 'runs',
        faultCount: 2,
        detail: `The run ${run.id} was deleted, as entry 1 of the log says, and is stored again.`,
      },
    ])
  })
})

describe('what was deleted and is stored again', () => {
  it('is deleted again by a retry, which adds nothing to the log', async () => {
    const { client, tenantId, run, source } = await deletable()
    const before = await takeSnapshot(tenantId)
    await client.delete(run.links.self)
    await client.delete(`/api/v1/datasets/${source.id}`)
    const after = await takeSnapshot(tenantId)
    await restore(tenantId, { ...before, receipts: after.receipts, tenant_logs: after.tenant_logs })
    for (const path of [run.links.self, `/api/v1/datasets/${source.id}`])
      expect((await client.delete(path)).status).toBe(204)
    expect(await takeSnapshot(tenantId)).toEqual(after)
  })

  it('is not signed for under a name that a forged row has', async () => {
    const { client, tenantId, run } = await deletable()
    await makeRun(client, emptyRun)
    await env.DB.prepare('UPDATE receipts SET run_id = ? WHERE tenant_id = ? AND sequence = 1')
      .bind(`deleted/${run.id}`, tenantId)
      .run()
    expect(await problemOf(client.delete(run.links.self))).toMatchObject({ status: 503, code: 'log_diverged' })
    expect(await recover(tenantId)).toMatchObject({ size: 2, complete: true })
    expect((await client.delete(run.links.self)).status).toBe(204)
  })
})

describe('a deletion that nobody signed', () => {
  const forged = (id: string, sequence: number) =>
    JSON.stringify({ id, kind: 'tallystick/deletion@1', sequence, what: 'run' })

  it.each([
    ['made up', 'line'],
    ['of another run', 'run_id'],
  ])('does not hide that a run is lost: %s', async (_, column) => {
    const { client, tenantId, run } = await deletable()
    const other = await makeRun(client, emptyRun)
    await client.delete(other.links.self)
    const value = column === 'line' ? forged(run.id, 2) : `deleted/${run.id}`
    await env.DB.batch([
      env.DB.prepare(`UPDATE receipts SET ${column} = ?, run_id = ? WHERE tenant_id = ? AND sequence = 2`).bind(
        ...[value, `deleted/${run.id}`, tenantId],
      ),
      env.DB.prepare('DELETE FROM runs WHERE id = ?').bind(run.id),
    ])
    expect(await problemOf(client.get(run.links.self))).toMatchObject({ status: 410, code: 'records_lost' })
    expect(await problemOf(client.delete(run.links.self))).toMatchObject({ code: 'records_lost' })
    const lost = await (await client.get('/api/v1/runs?lost=true')).json<{ data: { id: string }[] }>()
    expect(lost.data.map(({ id }) => id)).toContain(run.id)
    expect((await audit(client)).verified).toBe(false)
  })

  it('does not hide that a dataset was changed', async () => {
    const { client, tenantId, run, source } = await deletable()
    const other = await deletable()
    await other.client.delete(`/api/v1/datasets/${other.source.id}`)
    await env.DB.batch([
      env.DB.prepare('DELETE FROM datasets WHERE id = ?').bind(source.id),
      env.DB.prepare(
        `INSERT INTO receipts SELECT ?, 1, 'deleted/' || ?, leaf_hash, replace(line, ?, ?), checkpoint, inclusion, consistency
          FROM receipts WHERE tenant_id = ? AND sequence = 1`,
      ).bind(...[tenantId, source.id, other.source.id, source.id, other.tenantId]),
    ])
    expect(await readChain(client, run.id)).toMatchObject({ verified: false, firstFailure: 'sourceRoot' })
    expect(await problemOf(client.get(`/api/v1/datasets/${source.id}`))).toMatchObject({ code: 'dataset_not_found' })
  })
})

describe('a deletion that was signed, and is not in the database', () => {
  /** A tenant whose executor died after a deletion was signed, and another isolate. */
  async function interrupted() {
    const made = await deletable()
    const DB = faultyDatabase(env.DB, [{ matches: /^update "tenant_logs"/i, when: 'before', times: 9 }])
    const there = createTestApp({ env: { DB } }).clientWith({ 'X-API-Key': made.secret })
    return { ...made, there }
  }

  it('is carried out by whoever seals the next run', async () => {
    const { client, tenantId, run, there } = await interrupted()
    expect((await there.delete(run.links.self)).status).toBe(503)
    expect((await client.get(run.links.self)).status).toBe(200)
    const next = await makeRun(client, emptyRun)
    expect(next.sequence).toBe(2)
    expect((await logOf(tenantId)).map(idOf)).toEqual([run.id, run.id, next.id])
    expect([await countOf('runs', run.id), await countOf('result_chunks', run.id)]).toEqual([0, 0])
    expect(await problemOf(client.get(run.links.self))).toMatchObject({ status: 410, code: 'records_deleted' })
  })

  it('is carried out by the next deletion, and by a retry of its own', async () => {
    const { client, tenantId, run, source, there } = await interrupted()
    await there.delete(run.links.self)
    expect((await client.delete(`/api/v1/datasets/${source.id}`)).status).toBe(204)
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect((await logOf(tenantId)).map(idOf)).toEqual([run.id, run.id, source.id])
    expect((await audit(client)).verified).toBe(true)
  })
})

describe('after a restore of the database', () => {
  /** A tenant whose database was set back to before a run and a dataset were deleted. */
  async function setBack() {
    const made = await deletable()
    const old = await takeSnapshot(made.tenantId)
    await made.client.delete(made.run.links.self)
    await made.client.delete(`/api/v1/datasets/${made.source.id}`)
    const sealed = await takeSnapshot(made.tenantId)
    await restore(made.tenantId, old)
    expect((await made.client.get(made.run.links.self)).status).toBe(200)
    return { ...made, sealed }
  }

  it('what was deleted is deleted again when the log is recovered', async () => {
    const { client, tenantId, run, sealed } = await setBack()
    expect(await recover(tenantId)).toMatchObject({ size: 3, sound: 1, restored: 2, complete: true, lostRuns: [] })
    expect(await takeSnapshot(tenantId)).toEqual(sealed)
    expect(await problemOf(client.get(run.links.self))).toMatchObject({ status: 410, code: 'records_deleted' })
    expect((await audit(client)).verified).toBe(true)
  })

  it('what was deleted is deleted again by the next run, also without an operator', async () => {
    const { client, tenantId, sealed } = await setBack()
    const next = await makeRun(client, emptyRun)
    expect(next.sequence).toBe(3)
    const now = await takeSnapshot(tenantId)
    expect(now.receipts.slice(0, 3)).toEqual(sealed.receipts)
    expect(now.datasets).toEqual(sealed.datasets)
    expect(now.dataset_chunks).toEqual(sealed.dataset_chunks)
  })

  it('a recovery that dies on the way is repeated', async () => {
    const { tenantId, run, sealed } = await setBack()
    const DB = faultyDatabase(env.DB, [{ matches: /^update "tenant_logs"/i, when: 'before' }])
    const broken = createTestApp({ env: { DB } }).clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
    expect((await broken.post(`/api/v1/admin/tenants/${tenantId}/log/recover`)).status).toBe(503)
    expect(await countOf('runs', run.id)).toBe(0)
    await recover(tenantId)
    expect(await takeSnapshot(tenantId)).toEqual(sealed)
  })

  it('a run that was made and deleted since is deleted, and not lost', async () => {
    const { client, tenantId, run } = await deletable()
    const old = await takeSnapshot(tenantId)
    const since = await makeRun(client, emptyRun)
    await client.delete(since.links.self)
    await restore(tenantId, old)
    expect((await recover(tenantId)).lostRuns).toEqual([])
    expect(await problemOf(client.get(since.links.self))).toMatchObject({ code: 'records_deleted' })
    expect((await client.get(run.links.self)).status).toBe(200)
  })
})

describe('deletions and seals at once', () => {
  it('make one log, in which each has one place', async () => {
    const { app, client, tenantId, secret, run, source } = await deletable()
    const other = createTestApp({ now: app.isolate.now }).clientWith({ 'X-API-Key': secret })
    const answers = await Promise.all([
      client.delete(run.links.self),
      other.delete(run.links.self),
      other.delete(`/api/v1/datasets/${source.id}`),
      client.delete(`/api/v1/datasets/${source.id}`),
      makeRun(client, emptyRun),
      makeRun(other, emptyRun),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 'completed', 'completed'])
    const made = answers.filter((answer): answer is RunRecord => !(answer instanceof Response)).map(({ id }) => id)
    expect((await logOf(tenantId)).map(idOf).sort()).toEqual([run.id, run.id, source.id, ...made].sort())
    expect((await audit(client)).verified).toBe(true)
  })
})
