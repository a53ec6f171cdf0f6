import { describe, expect, it } from 'vitest'
import type { WebhookRecord, WebhookTest } from '../../../../../schema/webhook.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import {
  changeWebhook,
  makeWebhook,
  outside,
  testedWebhook,
  webhooksPath,
} from '../../../../support/worker/endpoint.ts'
import { handOver, memoryQueue } from '../../../../support/worker/memory-queue.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

async function workspace(answers: Parameters<typeof outside>[0] = {}) {
  const seen = outside(answers)
  const queue = memoryQueue()
  const app = createTestApp({ env: { WEBHOOKS: queue.binding } })
  const tenant = await app.newTenant()
  const test = async (id: string) => (await tenant.client.post(`${webhooksPath}/${id}/test`)).json<WebhookTest>()
  return { ...tenant, ...seen, app, queue, test }
}

describe('a webhook', () => {
  it('is listed, looked at, changed and removed', async () => {
    const { client } = await workspace()
    const first = await makeWebhook(client)
    const { secret: _, ...second } = await makeWebhook(client, { url: 'https://other.example.com' })
    const page = await (await client.get(`${webhooksPath}?limit=1`)).json<{ data: object[]; nextCursor: string }>()
    expect(page.data).toEqual([second])
    const rest = await (await client.get(`${webhooksPath}?limit=1&cursor=${page.nextCursor}`)).json<typeof page>()
    expect(rest).toMatchObject({ data: [{ id: first.id, testedAt: null }], nextCursor: null })
    const changed = await changeWebhook(client, first.id, { events: ['run.failed'] })
    expect(await changed.json()).toMatchObject({ id: first.id, url: first.url, events: ['run.failed'] })
    expect((await client.delete(`${webhooksPath}/${first.id}`)).status).toBe(204)
    expect((await client.get(`${webhooksPath}/${first.id}`)).status).toBe(404)
  })

  it('names every fault of its address and its reconciliation', async () => {
    const { client } = await workspace()
    const url = 'http://127.0.0.1:9000'
    const answer = await client.post(webhooksPath, { url, events: ['run.failed'], reconciliationId: 'rcn_1' })
    expect(answer.status).toBe(422)
    const { errors = [] } = await problemOf(answer)
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/url', 'not_https'],
      ['/url', 'wrong_port'],
      ['/url', 'not_public'],
      ['/reconciliationId', 'not_found'],
    ])
  })

  it('is told nothing before it took a test, and what happened then is never told', async () => {
    const { client, queue, sent, test } = await workspace()
    const { id } = await makeWebhook(client)
    await makeRun(client, emptyRun)
    expect([queue.waiting, sent]).toEqual([[], []])
    expect((await test(id)).webhook.testedAt).not.toBeNull()
    expect((await (await client.get(`${webhooksPath}/${id}/deliveries`)).json<{ data: [] }>()).data).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('has to be tested anew at another address, for which what waits waits', async () => {
    const { app, client, queue, sent, test } = await workspace()
    const { id } = await testedWebhook(client)
    await makeRun(client, emptyRun)
    const moved = await (await changeWebhook(client, id, { url: 'https://other.example.com/a' })).json<WebhookRecord>()
    expect(moved.testedAt).toBeNull()
    const names = queue.waiting.splice(0)
    expect(names.length).toBeGreaterThan(0)
    expect(await handOver(app, names)).toEqual([])
    expect(sent).toHaveLength(1)
    await test(id)
    await handOver(app, names)
    expect(sent.slice(1).map(({ url }) => url)).toEqual(Array(names.length + 1).fill('https://other.example.com/a'))
  })

  it('keeps what a change leaves out, though another change comes between', async () => {
    outside()
    const { client } = await createTestApp().newTenant()
    const { id } = await testedWebhook(client)
    const path = `${webhooksPath}/${id}`
    const [url, events] = ['https://other.example.com/tallystick', ['run.failed']]
    await Promise.all([{ url }, { events }].map((each) => changeWebhook(client, id, each)))
    expect(await (await client.get(path)).json()).toMatchObject({ url, events, testedAt: null })
    expect((await changeWebhook(client, id, {})).status).toBe(200)
  })

  it('stays tested where a change leaves its address', async () => {
    const { client } = await workspace()
    const { id, url } = await testedWebhook(client)
    expect(
      (await (await changeWebhook(client, id, { url, events: ['run.failed'] })).json<WebhookRecord>()).testedAt,
    ).not.toBeNull()
  })
})

describe('nothing but the look-up of its name goes out to an endpoint', () => {
  it.each([
    ['of a private address', ['10.0.0.1'], 'address_refused'],
    ['of the metadata service', ['169.254.169.254'], 'address_refused'],
    ['of a public and a private address', ['93.184.215.14', '192.168.0.1'], 'address_refused'],
    ['of a public IPv4 and a local IPv6 address', ['93.184.215.14', '::1'], 'address_refused'],
    ['of a mapped address', ['::ffff:10.0.0.1'], 'address_refused'],
    ['without an address', [], 'not_resolved'],
    ['whose name nobody resolves', undefined, 'not_resolved'],
  ])('%s', async (_, addresses, fault) => {
    const { client, sent, lookedUp, test } = await workspace({ addressesOf: () => addresses })
    const { id } = await makeWebhook(client)
    expect(await test(id)).toMatchObject({ isDelivered: false, fault, answer: null, webhook: { testedAt: null } })
    expect(sent).toEqual([])
    expect(lookedUp.toSorted()).toEqual(['hooks.example.com A', 'hooks.example.com AAAA'])
  })

  it('whose name got a private address after its test', async () => {
    let addresses = ['93.184.215.14']
    const { app, client, queue, sent } = await workspace({ addressesOf: () => addresses })
    const { id } = await testedWebhook(client)
    await makeRun(client, emptyRun)
    addresses = ['127.0.0.1']
    await handOver(app, queue.waiting)
    expect(sent).toHaveLength(1)
    const { data } = await (await client.get(`${webhooksPath}/${id}/deliveries`)).json<{ data: { fault: string }[] }>()
    expect(data.map(({ fault }) => fault)).toEqual(data.map(() => 'address_refused'))
  })
})

describe('a test fails', () => {
  it('where the endpoint redirects, which is not followed', async () => {
    const answer = () => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/' } })
    const { client, sent, test } = await workspace({ answer })
    expect(await test((await makeWebhook(client)).id)).toMatchObject({ isDelivered: false, fault: 'redirected' })
    expect(sent).toHaveLength(1)
  })

  it.each([[404], [500]])('where the endpoint answers %i, of which the beginning is kept', async (status) => {
    const { client, test } = await workspace({ answer: () => new Response(`\0${'é'.repeat(200_000)}`, { status }) })
    const tested = await test((await makeWebhook(client)).id)
    expect(tested).toMatchObject({ isDelivered: false, fault: 'refused', answer: { status } })
    expect(tested.answer?.body).toBe(`\ufffd${'é'.repeat(999)}`)
  })

  it('where the connection breaks off', async () => {
    const { client, test } = await workspace({ answer: () => Promise.reject(new Error('reset')) })
    expect(await test((await makeWebhook(client)).id)).toMatchObject({ fault: 'no_answer', answer: null })
  })
})
