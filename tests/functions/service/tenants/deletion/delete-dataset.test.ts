import { env } from 'cloudflare:workers'
import type { ChainReport } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../../schema/run.ts'
import { breakingDatabase } from '../../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import {
  countOf,
  deletable,
  ledgerUpload,
  logOf,
  makeDeletable,
  pathsOf,
} from '../../../../support/worker/deletable.ts'
import { readChain, verifyOffline } from '../../../../support/worker/evidence.ts'
import { readZip } from '../../../../support/worker/read-zip.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { rechunkDataset } from '../../../../support/worker/stored-rows.ts'
import { jsonUpload } from '../../../../support/worker/uploads.ts'

const deleted = { status: 410, code: 'records_deleted' }
const pathOf = ({ id }: { readonly id: string }) => `/api/v1/datasets/${id}`

describe('DELETE /datasets/{id}', () => {
  it('removes the dataset and its records, and leaves a line in the log', async () => {
    const { client, tenantId, keyId, source } = await deletable()
    await rechunkDataset(source.id, 1)
    const { headers } = await client.get(`${pathOf(source)}/records`)
    expect((await client.delete(pathOf(source))).status).toBe(204)
    expect([await countOf('datasets', source.id), await countOf('dataset_chunks', source.id)]).toEqual([0, 0])
    const fields = { kind: 'tallystick/deletion@1', actor: keyId, what: 'dataset', id: source.id, root: source.root }
    expect((await logOf(tenantId)).at(-1)).toMatchObject(fields)
    const tagged = { 'If-None-Match': headers.get('ETag') ?? '' }
    for (const path of [pathOf(source), `${pathOf(source)}/records`])
      expect(await problemOf(client.get(path, path.endsWith('records') ? tagged : {})), path).toMatchObject(deleted)
    const list = await (await client.get('/api/v1/datasets')).json<{ data: { id: string }[] }>()
    expect(list.data.map(({ id }) => id)).not.toContain(source.id)
    expect((await client.delete(pathOf(source))).status).toBe(204)
    expect(await logOf(tenantId)).toHaveLength(2)
  })

  it('leaves the results of a run, and says of what needs the records that they were deleted', async () => {
    const { client, run, source } = await deletable()
    const etags = new Map<string, string>()
    for (const [path] of pathsOf(run)) etags.set(path, (await client.get(path)).headers.get('ETag') ?? '')
    await client.delete(pathOf(source))
    for (const [path, needsRecords] of pathsOf(run)) {
      const etag = etags.get(path) ?? ''
      const response = await client.get(path, needsRecords && etag !== '' ? { 'If-None-Match': etag } : {})
      if (!needsRecords) expect(response.status, path).toBe(200)
      else
        expect(await problemOf(response), path).toMatchObject({
          ...deleted,
          detail: expect.stringContaining(`The dataset ${source.id} was deleted`),
        })
    }
    expect(await problemOf(client.post(`${run.links.self}/replay`))).toMatchObject(deleted)
  })

  it('lets the proof chain say what it still proves, and what not', async () => {
    const { client, run, source, target } = await deletable()
    await client.delete(pathOf(source))
    const detailsOf = ({ checks }: ChainReport) => new Map(checks.map(({ name, detail }) => [name, detail]))
    const report = await readChain(client, run.id)
    expect(report).toMatchObject({ verified: true, firstFailure: null })
    const details = detailsOf(report)
    expect(details.get('sourceRoot')).toMatch(
      /^Not proven: the records of the source were deleted at \S+, as entry 1 of the log says\.$/,
    )
    expect(details.get('completeness')).toBe('Not proven: records of the run were deleted.')
    const rest = [...details].filter(([name]) => name !== 'sourceRoot' && name !== 'completeness')
    for (const [name, detail] of rest) expect(detail, name).not.toMatch(/^Not /)

    await client.delete(pathOf(target))
    await env.DB.prepare("UPDATE result_chunks SET text = replace(text, '100', '101') WHERE run_id = ?")
      .bind(run.id)
      .run()
    expect(await readChain(client, run.id)).toMatchObject({ verified: false, firstFailure: 'resultRoot' })
  })

  it('leaves packs that were made before as they are', async () => {
    const { client, run, source } = await deletable()
    const pack = await readZip(await (await client.get(`${run.links.evidence}?format=zip`)).bytes())
    await client.delete(pathOf(source))
    await client.delete(run.links.self)
    expect((await verifyOffline(pack)).verified).toBe(true)
  })

  it('is refused while a run that has not ended is pinned to the dataset', async () => {
    const { secret, client, source, target } = await deletable()
    const headers = { 'X-API-Key': secret }
    const there = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith(headers)
    const adapters = { sourceAdapter: `dataset:${target.id}`, targetAdapter: `dataset:${source.id}` }
    await there.post('/api/v1/runs', { name: 'Later', rules: [], ...adapters })
    for (const dataset of [source, target])
      expect(await problemOf(client.delete(pathOf(dataset)))).toMatchObject({ status: 409, code: 'dataset_in_use' })
    await env.DB.prepare("UPDATE runs SET status = 'failed' WHERE status = 'queued'").run()
    expect((await client.delete(pathOf(source))).status).toBe(204)
  })

  it('lets the next newest dataset of the adapter take its place', async () => {
    const { client } = await createTestApp().newTenant()
    const first = await makeDeletable(client)
    const second = await makeDeletable(client)
    await client.delete(pathOf(second.source))
    const run = await client.post('/api/v1/runs', {
      name: 'Newest',
      sourceAdapter: jsonUpload.adapter,
      targetAdapter: ledgerUpload.adapter,
      rules: [],
    })
    expect((await run.json<RunRecord>()).source.datasetId).toBe(first.source.id)
  })

  it('gives the answer of its upload no more, and does not store the dataset anew', async () => {
    const { client } = await createTestApp().newTenant()
    const headers = { 'Idempotency-Key': 'one' }
    const post = () => client.post('/api/v1/datasets', jsonUpload, headers)
    const { id } = await (await post()).json<{ id: string }>()
    expect((await post()).headers.get('Idempotent-Replayed')).toBe('true')
    await client.delete(`/api/v1/datasets/${id}`)
    expect(await problemOf(post())).toMatchObject(deleted)
    expect(await (await client.get('/api/v1/datasets')).json()).toEqual({ data: [], nextCursor: null })
  })
})

describe('another tenant’s run or dataset', () => {
  it('is answered byte for byte like one that never was, deleted or not', async () => {
    const { app, client, run, source } = await deletable()
    const stranger = (await app.newTenant()).client
    const answerTo = async (path: string, id: string) =>
      (await (await stranger.delete(path)).text()).replaceAll(id, 'ID').replace(/"req_\w+"/, '')
    for (const when of ['before', 'after']) {
      for (const [kind, id] of [
        ['runs', run.id],
        ['datasets', source.id],
      ] as const) {
        const unknown = `${id.slice(0, -1)}0`
        expect(await answerTo(`/api/v1/${kind}/${id}`, id), when).toBe(
          await answerTo(`/api/v1/${kind}/${unknown}`, unknown),
        )
        expect((await stranger.get(`/api/v1/${kind}/${id}`)).status, when).toBe(404)
      }
      await client.delete(run.links.self)
      await client.delete(pathOf(source))
    }
  })
})
