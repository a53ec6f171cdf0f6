import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import { eventTypes } from '../../../schema/webhook.ts'
import { outside, testedWebhook, webhooksPath } from '../../support/worker/endpoint.ts'
import { filesOf, inboxLink, marchFile, putFile, readArrived } from '../../support/worker/inbox.ts'
import { objectsOf } from '../../support/worker/part-uploads.ts'
import { begun, defined } from '../../support/worker/periods.ts'
import { settableClock } from '../../support/worker/readers.ts'
import { createUploadApp, executeReading } from '../../support/worker/readings.ts'

const day = 86_400_000

/** A tenant with a reconciliation, its March and April, and a link of the source. */
async function scene(members: object = {}, settings: object = {}) {
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now })
  const tenant = await app.newTenant()
  const { client, tenantId } = tenant
  const source = { adapter: 'bank:main', currency: 'EUR' }
  const reconciliation = await defined(client, { source, ...settings })
  const march = await begun(client, reconciliation, { first: '2026-03-01' })
  const april = await begun(client, reconciliation)
  const { self } = reconciliation.links
  const link = await inboxLink(client, self, members)
  const put = (body = marchFile, url = link.url) => putFile(app, url, body)
  const read = async (body = marchFile) => {
    const { id } = await (await put(body)).json<{ id: string }>()
    // Ids of one millisecond are in no order.
    clock.advance(1)
    await readArrived(app, { tenantId, id })
    return id
  }
  return { app, clock, ...tenant, self, march, april, link, put, read, files: () => filesOf(client, self) }
}

describe('a link', () => {
  it('takes a file without a key, and shows its address once', async () => {
    const { client, self, link, put, files } = await scene()
    const answer = await put()
    expect(answer.status).toBe(202)
    expect(await answer.json()).toMatchObject({ state: 'reading', byteCount: marchFile.length, repeats: null })
    expect(await files()).toMatchObject([{ name: expect.stringMatching(/^source 20/) }])
    const { data } = await (await client.get(`${self}/inbox-links`)).json<{ data: object[] }>()
    expect(data).toMatchObject([{ id: link.id, side: 'source', revokedAt: null }])
    expect(JSON.stringify(data)).not.toContain(link.url.split('/').at(-1))
  })

  it.each([
    ['unless it says otherwise, for a day', {}, day],
    ['for as long as it says', { expiresIn: 60 }, 60_000],
  ])('takes files %s', async (_, members, milliseconds) => {
    const { clock, put } = await scene(members)
    clock.advance(milliseconds - 1)
    expect((await put()).status).toBe(202)
    clock.advance(1)
    expect((await put()).status).toBe(404)
  })

  it('takes files until it is revoked', async () => {
    const { client, clock, self, link, put } = await scene({ expiresIn: null })
    clock.advance(400 * day)
    expect((await put()).status).toBe(202)
    expect((await client.delete(`${self}/inbox-links/${link.id}`)).status).toBe(204)
    expect((await put()).status).toBe(404)
    expect((await client.delete(`${self}/inbox-links/${link.id}`)).status).toBe(404)
  })

  it('is of its tenant alone', async () => {
    const { app, self, link, put } = await scene()
    const other = await app.newTenant()
    expect((await other.client.get(`${self}/inbox-files`)).status).toBe(404)
    expect((await other.client.delete(`${self}/inbox-links/${link.id}`)).status).toBe(404)
    const token = link.url.split('/').at(-1) ?? ''
    const forged = token.replace(/^ten_[0-9a-z]+/, other.tenantId)
    expect((await put(marchFile, `https://a.test/inbox/${forged}`)).status).toBe(404)
  })

  it('takes nothing of a suspended tenant', async () => {
    const { tenantId, put } = await scene()
    await env.DB.prepare('UPDATE tenants SET suspended_at = 1 WHERE id = ?').bind(tenantId).run()
    expect((await put()).status).toBe(404)
  })

  it('refuses files that are empty, larger than 95 MB, or of no known length', async () => {
    const { app, link } = await scene()
    const sent = (headers: Record<string, string>, body = 'a') =>
      app.clientWith({}).send(new URL(link.url).pathname, { method: 'PUT', body, headers })
    expect((await sent({ 'Content-Length': '0' }, '')).status).toBe(422)
    expect((await sent({ 'Content-Length': '95000001' })).status).toBe(413)
  })

  it.each([
    ['shorter', 1, 422],
    ['longer', -1, 413],
  ])('keeps nothing of a body that is %s than it says', async (_, more, status) => {
    const { app, tenantId, link, files } = await scene()
    const headers = { 'Content-Length': String(marchFile.length + more) }
    const answer = await app
      .clientWith({})
      .send(new URL(link.url).pathname, { method: 'PUT', body: marchFile, headers })
    expect(answer.status).toBe(status)
    expect(await files()).toEqual([])
    const left = () =>
      env.DB.prepare('SELECT id, state, reserved_bytes FROM uploads WHERE tenant_id = ?')
        .bind(tenantId)
        .all<{ id: string }>()
    const [upload, ...others] = (await left()).results
    expect([upload, others]).toMatchObject([{ state: 'removing', reserved_bytes: 0 }, []])
    expect(await objectsOf(upload?.id ?? '')).toEqual([])
  })
})

describe('a file that arrived', () => {
  it('is read into the open periods that its records meet', async () => {
    const { client, march, april, read, files } = await scene()
    const id = await read('id,date,amount\na,2026-03-31,10.00\nb,2026-04-01,2.00\n')
    const both = [march.id, april.id].sort()
    expect((await files()).map((file) => ({ ...file, periodIds: file.periodIds.toSorted() }))).toMatchObject([
      { id, state: 'read', refusal: null, periodIds: both },
    ])
    const later = await read('id,date,amount\na,2026-04-30,10.00\n')
    expect(await files()).toMatchObject([{ id: later, state: 'read', periodIds: [april.id] }, { id }])
    const never = await read('id,date,amount\na,2025-04-30,10.00\n')
    expect((await files())[0]).toMatchObject({ id: never, state: 'read', periodIds: [] })
    const period = await (await client.get(march.links.self)).json<{ datasets: object[] }>()
    expect(period.datasets).toMatchObject([{ datasetId: id, side: 'source' }])
  })

  it('is read by the mapping of its side', async () => {
    const mapping = { amount: 'Betrag', date: 'Tag', id: 'Nummer' }
    const source = { adapter: 'bank:main', currency: 'EUR', mapping }
    const { read, files, march } = await scene({}, { source })
    await read('Nummer,Tag,Betrag\na,2026-03-02,10.00\n')
    expect(await files()).toMatchObject([{ state: 'read', periodIds: [march.id] }])
  })

  it('is refused with its faults, where no mapping tells its columns', async () => {
    const { read, files } = await scene()
    await read('Nummer,Xyz,Abc\na,2026-03-02,10.00\n')
    const [file] = await files()
    expect(file).toMatchObject({ state: 'refused', periodIds: [], refusal: { code: 'unreadable_record' } })
    expect(file?.refusal?.errors.length).toBeGreaterThan(0)
  })

  it('is read again after a refusal, with a mapping that reads it', async () => {
    const { client, self, read, files } = await scene()
    const file = 'Nummer,Xyz,Abc\na,2026-03-02,10.00\n'
    await read(file)
    const source = { adapter: 'bank:main', currency: 'EUR', mapping: { id: 'Nummer', date: 'Xyz', amount: 'Abc' } }
    const headers = { 'Content-Type': 'application/json', 'If-Match': '*' }
    await client.send(self, { method: 'PATCH', body: JSON.stringify({ source }), headers })
    await read(file)
    expect((await files()).map(({ state }) => state)).toEqual(['read', 'refused'])
  })

  it('is told and not read twice', async () => {
    const { app, read, put, files } = await scene()
    const first = await read()
    const again = await (await put()).json<{ id: string }>()
    expect(again).toMatchObject({ state: 'repeated', repeats: first })
    await runScheduled(app.env, app.isolate)
    expect(app.started).toHaveLength(1)
    expect(await objectsOf(again.id)).toEqual([])
    expect((await files()).map(({ state }) => state)).toEqual(['repeated', 'read'])
  })

  it('is added once, however often it is read and swept', async () => {
    const { app, tenantId, client, march, read } = await scene()
    const id = await read()
    const { revision } = await (await client.get(march.links.self)).json<{ revision: number }>()
    await env.DB.prepare("UPDATE inbox_files SET state = 'reading' WHERE tenant_id = ?").bind(tenantId).run()
    await executeReading(app, { tenantId, id, attempt: 1 })
    await runScheduled(app.env, app.isolate)
    await runScheduled(app.env, app.isolate)
    expect(await (await client.get(march.links.self)).json()).toMatchObject({ revision, datasets: [{ datasetId: id }] })
  })

  it('is read again once its dataset is deleted', async () => {
    const { client, read, files } = await scene()
    const file = 'id,date,amount\na,2025-03-02,10.00\n'
    expect((await client.delete(`/api/v1/datasets/${await read(file)}`)).ok).toBe(true)
    await read(file)
    expect((await files()).map(({ state }) => state)).toEqual(['read', 'read'])
  })

  it('is listed for 90 days where it is no dataset', async () => {
    const { app, clock, read, put, files } = await scene()
    await read()
    await put()
    clock.advance(90 * day)
    await runScheduled(app.env, app.isolate)
    expect((await files()).map(({ state }) => state)).toEqual(['repeated', 'read'])
    clock.advance(2)
    await runScheduled(app.env, app.isolate)
    expect((await files()).map(({ state }) => state)).toEqual(['read'])
  })

  it('ends as refused where its dataset was deleted before', async () => {
    const { app, client, tenantId, put, files } = await scene()
    const { id } = await (await put()).json<{ id: string }>()
    await executeReading(app, { tenantId, id, attempt: 1 })
    expect((await client.delete(`/api/v1/datasets/${id}`)).ok).toBe(true)
    await runScheduled(app.env, app.isolate)
    expect(await files()).toMatchObject([{ state: 'refused', refusal: { code: 'records_deleted' } }])
  })

  it('tells of what was read and what was refused', async () => {
    const { client, read } = await scene()
    outside()
    const { id } = await testedWebhook(client, { events: [...eventTypes] })
    const [sealed, refused] = [await read(), await read('id,date,amount\na,?,1.00\n')]
    const { data } = await (await client.get(`${webhooksPath}/${id}/deliveries`)).json<{
      data: { event: string; body: string }[]
    }>()
    expect(data.map(({ event, body }) => [event, JSON.parse(body).data.datasetId])).toEqual([
      ['dataset.refused', refused],
      ['dataset.sealed', sealed],
    ])
  })
})
