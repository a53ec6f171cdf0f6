import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../../schema/run.ts'
import { breakingDatabase } from '../../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { countOf, deletable, logOf, pathsOf } from '../../../../support/worker/deletable.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../../support/worker/runs.ts'

const deleted = { status: 410, code: 'records_deleted' }

describe('DELETE /runs/{id}', () => {
  it('removes the run and its result, and leaves a line in the log', async () => {
    const { client, tenantId, keyId, run } = await deletable()
    const response = await client.delete(run.links.self)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect([await countOf('runs', run.id), await countOf('result_chunks', run.id)]).toEqual([0, 0])
    const [receipt, deletion] = await logOf(tenantId)
    expect(receipt).toMatchObject({ kind: 'tallystick/receipt@2', run: run.id, result: run.resultRoot })
    expect(deletion).toMatchObject({
      kind: 'tallystick/deletion@1',
      actor: keyId,
      what: 'run',
      id: run.id,
      root: run.resultRoot,
      sequence: 1,
      tenant: receipt?.['tenant'],
    })
    expect(String(deletion?.['completedAt']) >= String(run.completedAt)).toBe(true)
  })

  it('answers 410 for everything of the run, also to a cache that has it already', async () => {
    const { client, run } = await deletable()
    const etags = new Map<string, string>()
    for (const [path] of pathsOf(run)) etags.set(path, (await client.get(path)).headers.get('ETag') ?? '')
    await client.delete(run.links.self)
    for (const [path, etag] of etags)
      expect(await problemOf(client.get(path, etag === '' ? {} : { 'If-None-Match': etag })), path).toMatchObject({
        ...deleted,
        detail: expect.stringMatching(/^The run run_\w+ was deleted at \S+, as entry 1 of the log says\.$/),
      })
    expect(await problemOf(client.post(`${run.links.self}/replay`))).toMatchObject(deleted)
    expect(await (await client.get('/api/v1/runs')).json()).toEqual({ data: [], nextCursor: null })
    expect(await (await client.get('/api/v1/runs?lost=true')).json()).toEqual({ data: [], nextCursor: null })
  })

  it('may be repeated, and adds nothing to the log', async () => {
    const { client, tenantId, run } = await deletable()
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect(await logOf(tenantId)).toHaveLength(2)
  })

  it('keeps datasets, other runs and what replays it', async () => {
    const { client, run, source } = await deletable()
    const { run: replay } = await (await client.post(`${run.links.self}/replay`)).json<{ run: RunRecord }>()
    await client.delete(run.links.self)
    expect((await client.get(`/api/v1/datasets/${source.id}`)).status).toBe(200)
    expect(await (await client.get(replay.links.self)).json()).toMatchObject({ replayOf: run.id })
    for (const [path] of pathsOf(replay)) expect((await client.get(path)).status, path).toBe(200)
  })

  it('is refused for a run that has not ended', async () => {
    const { secret } = await createTestApp().newTenant()
    const headers = { 'X-API-Key': secret }
    const there = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith(headers)
    const { headers: answer } = await there.post('/api/v1/runs', demoRun)
    const response = await createTestApp()
      .clientWith(headers)
      .delete(answer.get('Location') ?? '')
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(await problemOf(response)).toMatchObject({ status: 409, code: 'run_not_finished' })
  })

  it('deletes a failed run, which has no receipt', async () => {
    const { client, tenantId, source, target } = await deletable()
    await env.DB.prepare("UPDATE dataset_chunks SET text = replace(text, '100', '101') WHERE dataset_id = ?")
      .bind(source.id)
      .run()
    const adapters = { sourceAdapter: `dataset:${source.id}`, targetAdapter: `dataset:${target.id}` }
    const run = await makeRun(client, adapters)
    expect(run.status).toBe('failed')
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect((await logOf(tenantId)).at(-1)).toMatchObject({ what: 'run', id: run.id, root: null })
    expect(await problemOf(client.get(run.links.self))).toMatchObject(deleted)
  })

  it('removes a result of many chunks', async () => {
    const { client, run } = await deletable()
    const copy = env.DB.prepare(
      `INSERT INTO result_chunks (tenant_id, run_id, attempt, view, seq, first_leaf, count, sha256, text, counts, voucher, created_at) SELECT tenant_id, run_id, attempt, view, ?, first_leaf, count, sha256, text, counts, voucher, created_at
        FROM result_chunks WHERE run_id = ? AND view = 'totals' AND seq = 0`,
    )
    await env.DB.batch(Array.from({ length: 250 }, (_, index) => copy.bind(index + 1, run.id)))
    expect(await countOf('result_chunks', run.id)).toBeGreaterThan(250)
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect(await countOf('result_chunks', run.id)).toBe(0)
  })

  it('takes the tables of its rules along, unless another run has them', async () => {
    const { client, tenantId } = await deletable()
    const tables = { names: { a: 'b' } }
    const rules = [{ match: [{ field: 'amount' }] }]
    const one = await makeRun(client, { rules, tables })
    const other = await makeRun(client, { rules, tables })
    await env.DB.prepare('UPDATE policy_parts SET created_at = 0 WHERE tenant_id = ?').bind(tenantId).run()
    const count = () =>
      env.DB.prepare('SELECT count(*) AS count FROM policy_parts WHERE tenant_id = ?').bind(tenantId).first('count')
    await client.delete(one.links.self)
    expect(await count()).toBe(1)
    await client.delete(other.links.self)
    expect(await count()).toBe(0)
  })
})

describe('a retry of the request that made a deleted run', () => {
  it('neither makes it anew nor gives its answer, from the database as from the cache', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const headers = { 'Idempotency-Key': 'one' }
    const post = () => client.post('/api/v1/runs', demoRun, headers)
    const run = await (await post()).json<RunRecord>()
    expect((await post()).headers.get('Idempotent-Replayed')).toBe('true')
    await client.delete(run.links.self)
    expect(await problemOf(post())).toMatchObject(deleted)
    expect(await problemOf(post())).toMatchObject(deleted)
    expect(await logOf(tenantId)).toHaveLength(2)
    const row = await env.DB.prepare('SELECT status, body FROM idempotency_keys WHERE resource = ?')
      .bind(run.id)
      .first()
    expect(row).toEqual({ status: null, body: null })
  })
})

describe('a run whose row is gone without a deletion', () => {
  it('is lost, and cannot be deleted', async () => {
    const { client, run } = await deletable()
    await env.DB.prepare('DELETE FROM runs WHERE id = ?').bind(run.id).run()
    const lost = { status: 410, code: 'records_lost' }
    expect(await problemOf(client.get(run.links.self))).toMatchObject(lost)
    expect(await problemOf(client.delete(run.links.self))).toMatchObject(lost)
  })
})
