import { expect, it } from 'vitest'
import { type DeliveryRecord, eventTypes } from '../../../../../schema/webhook.ts'
import { type Client, createTestApp, type TestAppOptions } from '../../../../support/worker/client.ts'
import { outside, testedWebhook, webhooksPath } from '../../../../support/worker/endpoint.ts'
import { receivedUpload, uploadsPath } from '../../../../support/worker/part-uploads.ts'
import { closedPeriod, decided, defined, itemsOf, marchWithItems, stepped } from '../../../../support/worker/periods.ts'
import { createUploadApp, executeReading } from '../../../../support/worker/readings.ts'

/** A tenant with a webhook that is told of everything. */
async function listening(app = createTestApp()) {
  outside()
  const tenant = await app.newTenant()
  const { id } = await testedWebhook(tenant.client, { events: [...eventTypes] })
  return { app, tenant, id, told: () => toldTo(tenant.client, id) }
}

/** What a webhook was told, in its order, of events of the same millisecond in any. */
async function toldTo(client: Client, id: string) {
  const answer = await client.get(`${webhooksPath}/${id}/deliveries?limit=200`)
  const { data } = await answer.json<{ data: DeliveryRecord[] }>()
  return data.reverse().map(({ event, body }) => ({ event, data: JSON.parse(body).data }))
}

it('is told of what a period reads, of its runs and of its steps, with the reconciliation', async () => {
  const { app, tenant, id, told } = await listening()
  const { client, path, period, reconciliation, approver } = await closedPeriod({}, app, tenant)
  const all = await told()
  expect(all.map(({ event }) => event).sort()).toEqual([
    ...['approval.needed', 'dataset.sealed', 'dataset.sealed', 'period.closed', 'period.submitted'],
    ...['run.completed', 'run.completed'],
  ])
  const ofPeriod = { periodId: period.id, reconciliationId: reconciliation.id }
  for (const { event, data } of all)
    if (event.startsWith('dataset')) expect(data).not.toHaveProperty('periodId')
    else expect(data).toMatchObject(ofPeriod)
  const events = [...eventTypes]
  const own = await testedWebhook(client, { events, reconciliationId: reconciliation.id })
  const other = await testedWebhook(client, { events, reconciliationId: (await defined(client)).id })
  expect((await stepped(approver.client, path, 'reopen', { reason: 'a line is missing' })).status).toBe(200)
  const reopened = { event: 'period.reopened', data: { ...ofPeriod, edition: 1, link: path } }
  expect((await told()).slice(all.length)).toEqual([reopened])
  expect([await toldTo(client, own.id), await toldTo(client, other.id)]).toEqual([[reopened], []])
  expect(id).not.toBe(own.id)
})

it('is told of assigned items, and of decisions that wait for an approval', async () => {
  const { app, tenant, told } = await listening()
  const { client, path, period } = await marchWithItems({ approvalAbove: { EUR: '10' } }, app, tenant)
  const { data, revision } = await itemsOf(client, path)
  const named = (...ids: readonly string[]) => data.filter(({ name }) => ids.includes(name.id)).map(({ name }) => name)
  const decisions = [
    { kind: 'assign', items: named('a', 'b'), owner: 'petra' },
    { kind: 'accept', items: named('a'), label: 'loss' },
    { kind: 'assign', items: named('c'), owner: null },
  ]
  expect((await decided(client, path, decisions, revision)).status).toBe(201)
  const told1 = await told()
  expect(told1.toSorted((one, two) => (one.event < two.event ? -1 : 1))).toMatchObject([
    { event: 'approval.needed', data: { periodId: period.id, decisionCount: 1 } },
    { event: 'item.assigned', data: { periodId: period.id, owner: 'petra', itemCount: 2 } },
  ])
  const next = await itemsOf(client, path)
  await decided(client, path, [{ kind: 'flag', items: named('d') }], next.revision)
  expect(await told()).toHaveLength(2)
})

it('is told once of a file that is refused, and of a dataset', async () => {
  const app = createUploadApp()
  const { tenant, told } = await listening(app)
  const { client, tenantId } = tenant
  const { id } = await receivedUpload(client, [
    new TextEncoder().encode('id,amount,currency,date\na,?,EUR,2026-03-01\n'),
  ])
  await client.post(`${uploadsPath}/${id}/complete`)
  await executeReading(app, { tenantId, id, attempt: 1 }, { isTwice: true })
  expect(await told()).toEqual([
    {
      event: 'dataset.refused',
      data: { datasetId: id, code: 'unreadable_record', link: `/api/v1/datasets/${id}` },
    },
  ])
})

it('is told of a run that failed', async () => {
  const options: TestAppOptions = { env: { RUN_RECORDS_MAX: '50000' } }
  const { tenant, told } = await listening(createTestApp(options))
  const { client } = tenant
  const strip = Array.from({ length: 8 }, () => ({ strip: ['W'.repeat(64)] }))
  const lines = Array.from({ length: 2_100 }, (_, index) => `${index},2026-03-01,1.00,EUR,${'a'.repeat(500)}\n`)
  const csv = `id,date,amount,currency,description\n${lines.join('')}`
  await client.post('/api/v1/datasets?name=a&adapter=bank:a', csv, { 'Content-Type': 'text/csv' })
  const rules = [{ match: [{ field: 'description', normalize: strip }] }]
  const sides = { sourceAdapter: 'bank:a', targetAdapter: 'demo-ledger' }
  const run = await client.post('/api/v1/runs', { name: 'a', ...sides, rules })
  const { id, status } = await run.json<{ id: string; status: string }>()
  expect(status).toBe('failed')
  expect(await told()).toMatchObject([{ event: 'dataset.sealed' }, { event: 'run.failed', data: { runId: id } }])
})
