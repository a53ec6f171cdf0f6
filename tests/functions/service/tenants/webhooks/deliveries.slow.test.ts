import { describe, expect, it } from 'vitest'
import { eventRecordOf } from '../../../../../functions/service/keys/people/list-events.ts'
import { auditStore } from '../../../../../functions/service/store/audit-store.ts'
import { queries } from '../../../../../functions/service/store/database.ts'
import { deliveryStore } from '../../../../../functions/service/store/delivery-store.ts'
import { runScheduled } from '../../../../../functions/service/system/scheduled.ts'
import { pauses } from '../../../../../functions/service/tenants/webhooks/deliver.ts'
import { sweepDeliveries } from '../../../../../functions/service/tenants/webhooks/sweep-deliveries.ts'
import type { DeliveryRecord } from '../../../../../schema/webhook.ts'
import { createRandom } from '../../../../bench/random.ts'
import { inForms, sizeOf } from '../../../../support/forms.ts'
import { notePromise } from '../../../../support/promised.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { changeWebhook, outside, testedWebhook, webhooksPath } from '../../../../support/worker/endpoint.ts'
import { handOver, memoryQueue } from '../../../../support/worker/memory-queue.ts'
import { ownStores } from '../../../../support/worker/own-stores.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** A tenant with a tested webhook, in a database of its own, whose clock a test moves. */
async function told(answers: Parameters<typeof outside>[0] = {}) {
  const { DB, BUCKET } = await ownStores()
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') }
  const seen = outside(answers)
  const queue = memoryQueue()
  const app = createTestApp({ now: () => clock.now, env: { DB, BUCKET, WEBHOOKS: queue.binding } })
  const { client, tenantId } = await app.newTenant()
  const { id } = await testedWebhook(client)
  seen.sent.length = 0
  const listed = async (state?: 'dead') => {
    const query = `limit=200${state === undefined ? '' : `&state=${state}`}`
    return (await (await client.get(`${webhooksPath}/${id}/deliveries?${query}`)).json<{ data: DeliveryRecord[] }>())
      .data
  }
  /** What the queue holds now is delivered. */
  const flush = () => handOver(app, queue.waiting.splice(0))
  const sweep = () => sweepDeliveries({ db: queries(app.env.DB), env: app.env, isolate: app.isolate })
  const minutes = async (count: number) => {
    clock.now += count * 60_000
    await sweep()
  }
  return { app, client, tenantId, id, clock, queue, listed, flush, sweep, minutes, DB, ...seen }
}

describe('what happened', () => {
  it('goes out once, with its id, and is listed with what was answered', async () => {
    const { client, sent, queue, flush, listed } = await told({ answer: () => new Response('thanks') })
    const { id: runId } = await makeRun(client, emptyRun)
    expect(queue.waiting).toHaveLength(1)
    await flush()
    const [delivery] = await listed()
    expect(delivery).toMatchObject({ event: 'run.completed', state: 'delivered', tries: 1, nextTryAt: null })
    expect(delivery).toMatchObject({ answer: { status: 200, body: 'thanks' }, fault: null })
    expect(sent.map(({ headers, body }) => [headers.get('webhook-id'), body])).toEqual([[delivery?.id, delivery?.body]])
    expect(JSON.parse(delivery?.body ?? '')).toEqual({
      ...{ type: 'run.completed', timestamp: '2026-03-01T00:00:00.000Z' },
      data: { runId, periodId: null, link: `/api/v1/runs/${runId}` },
    })
  })

  it('costs no trip to the database, and is told to whom it concerns alone', async () => {
    const { app, client, queue } = await told()
    await testedWebhook(client, { url: 'https://other.example.com', events: ['period.closed'] })
    const other = await app.newTenant()
    await makeRun(other.client, emptyRun)
    const without = app.recorder.roundTrips
    app.recorder.reset()
    await makeRun(client, emptyRun)
    expect(queue.waiting).toHaveLength(1)
    expect(app.recorder.roundTrips).toBeLessThanOrEqual(without)
  })

  it('is told though the queue is away, which holds up no act', async () => {
    const { app, client, sent, queue, flush, minutes } = await told()
    const { sendBatch } = queue.binding
    queue.binding.sendBatch = () => Promise.reject(new Error('Queue sendBatch failed'))
    await makeRun(client, emptyRun)
    await minutes(2).catch(() => undefined)
    expect([queue.waiting, sent]).toEqual([[], []])
    queue.binding.sendBatch = sendBatch
    await minutes(0)
    await flush()
    expect(sent).toHaveLength(1)
    expect(app.logLines.filter((line) => JSON.parse(line).status >= 400)).toEqual([])
  })

  it('is not sent twice where the queue hands its name over twice, or late', async () => {
    const { app, client, sent, queue, clock } = await told()
    await makeRun(client, emptyRun)
    const names = queue.waiting.splice(0)
    await handOver(app, [...names, ...names])
    clock.now += 3_600_000
    await handOver(app, names)
    expect(sent).toHaveLength(1)
  })

  it('is tried for three days with growing pauses, is dead then, and is sent again on request', async () => {
    let isUp = true
    const { client, id, sent, queue, flush, listed, minutes } = await told({
      answer: () => new Response(null, { status: isUp ? 204 : 503 }),
    })
    isUp = false
    await makeRun(client, emptyRun)
    await flush()
    for (const [index, pause] of pauses.entries()) {
      expect(await listed()).toMatchObject([{ state: 'pending', tries: index + 1, fault: 'refused' }])
      await minutes(pause / 60_000 - 1)
      expect(queue.waiting).toEqual([])
      await minutes(1)
      await flush()
    }
    const [dead] = await listed()
    await makeRun(client, emptyRun)
    expect(await listed('dead')).toEqual([dead])
    isUp = true
    await flush()
    expect(dead).toMatchObject({ state: 'dead', tries: pauses.length + 1, nextTryAt: null, answer: { status: 503 } })
    expect(pauses.toSorted((one, other) => one - other)).toEqual([...pauses])
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeCloseTo(72, -1)
    await minutes(1_000)
    expect(queue.waiting).toEqual([])
    const again = await client.post(`${webhooksPath}/${id}/deliveries/${dead?.id}/resend`)
    expect(again.status).toBe(202)
    await flush()
    expect(await listed('dead')).toEqual([])
    expect(await listed()).toContainEqual(expect.objectContaining({ id: dead?.id, state: 'delivered', tries: 1 }))
    expect(sent.filter(({ headers }) => headers.get('webhook-id') === dead?.id)).toHaveLength(pauses.length + 2)
  })

  it('waits while its tenant is suspended, and is forgotten after 30 days and with its webhook', async () => {
    const { app, client, tenantId, id, sent, queue, flush, listed, minutes, DB } = await told()
    await makeRun(client, emptyRun)
    await DB.prepare('UPDATE tenants SET suspended_at = 1 WHERE id = ?').bind(tenantId).run()
    await flush()
    await minutes(11)
    expect([sent, queue.waiting]).toEqual([[], []])
    await DB.prepare('UPDATE tenants SET suspended_at = NULL WHERE id = ?').bind(tenantId).run()
    await minutes(50)
    await flush()
    expect(sent).toHaveLength(1)
    await minutes(31 * 1_440)
    expect(await listed()).toEqual([])
    await makeRun(client, emptyRun)
    await client.delete(`${webhooksPath}/${id}`)
    await flush()
    expect(sent).toHaveLength(1)
    const left = await app.env.DB.prepare('SELECT count(*) AS count FROM deliveries').first<{ count: number }>()
    expect(left?.count).toBe(0)
  })
})

describe('what a newer version of the service told', () => {
  it('is listed with its names after a way back, and goes with its webhook, however much it is', async () => {
    const tenant = await told()
    await happen(tenant, 1_201)
    await tenant.DB.prepare("UPDATE deliveries SET event = 'item.lost', fault = 'too_loud'").run()
    expect((await tenant.listed())[0]).toMatchObject({ event: 'item.lost', fault: 'too_loud' })
    await tenant.DB.prepare("UPDATE audit_events SET action = 'item.lost', actor_kind = 'machine'").run()
    const [event] = await auditStore(queries(tenant.DB)).page(tenant.tenantId, { before: 'evt_~', limit: 1 })
    expect(event && eventRecordOf(event)).toMatchObject({ action: 'item.lost', actor: { kind: 'machine' } })
    expect((await tenant.client.delete(`${webhooksPath}/${tenant.id}`)).status).toBe(204)
    expect(await tenant.DB.prepare('SELECT count(*) AS count FROM deliveries').first()).toEqual({ count: 0 })
  })
})

/** Puts so many events where an act would have put them, without their messages. */
async function happen({ DB, clock, tenantId, id }: Awaited<ReturnType<typeof told>>, count: number) {
  const values = JSON.stringify(Array.from({ length: count }, (_, index) => `msg_${String(index).padStart(26, '0')}`))
  await DB.prepare(
    `INSERT INTO deliveries SELECT ?1, ?2, e.value, 'run.completed', '{}', 'pending', ?3, ?3, ?3, 0, NULL, NULL, NULL, NULL
    FROM json_each(?4) e`,
  )
    .bind(tenantId, id, clock.now, values)
    .run()
}

/** When the next delivery has to go on the queue; null where none waits. */
async function nextOf({ DB }: Awaited<ReturnType<typeof told>>): Promise<number | null> {
  const row = await DB.prepare("SELECT min(queue_at) AS next FROM deliveries WHERE state = 'pending'").first<{
    next: number | null
  }>()
  return row?.next ?? null
}

const events = { short: 100, long: 10_000 }
const lost = { short: 10, long: 1_000 }

describe('a delivery that the queue has', () => {
  it('waits for an hour at a webhook that is untested, and goes on the queue with its next test', async () => {
    const { client, id, queue, flush, sweep, minutes, clock, listed } = await told()
    await makeRun(client, emptyRun)
    await changeWebhook(client, id, { url: 'https://other.example.com/tallystick' })
    await flush()
    await minutes(30)
    expect(queue.waiting).toHaveLength(0)
    await client.post(`${webhooksPath}/${id}/test`, {})
    clock.now += 1
    await sweep()
    await flush()
    expect((await listed()).map(({ state }) => state)).toEqual(['delivered'])
  })

  it('is tried again when its own try says so, though the scheduled handler was slow to put it off', async () => {
    let status = 200
    const { client, queue, flush, minutes, clock, DB, listed } = await told({
      answer: () => new Response(null, { status }),
    })
    status = 503
    await makeRun(client, emptyRun)
    const [name] = queue.waiting
    const sentAt = clock.now
    await flush()
    if (name === undefined) throw new Error('The queue has the delivery')
    await deliveryStore(queries(DB)).putOff([name], { upTo: sentAt, queueAt: sentAt + 600_000 })
    await minutes(1)
    await flush()
    expect((await listed())[0]).toMatchObject({ tries: 2 })
  })
})

describe('at least once', () => {
  it(
    inForms('to a receiver that fails a third of the time, by a queue that loses, repeats and shuffles', events),
    async (context) => {
      const random = createRandom(36)
      const taken = new Map<string, number>()
      const service = await told({
        answer: ({ headers, body }) => {
          if (body.includes('webhook.test')) return new Response('ok')
          if (random.chance(1 / 3))
            return random.chance(0.5) ? new Response('', { status: 500 }) : Promise.reject(new Error())
          const name = headers.get('webhook-id') ?? ''
          taken.set(name, (taken.get(name) ?? 0) + 1)
          return new Response('ok')
        },
      })
      const count = sizeOf(events)
      await happen(service, count)
      const { app, clock, queue } = service
      for (let next: number | null = clock.now; next !== null; next = await nextOf(service)) {
        clock.now = Math.max(clock.now, next)
        await service.sweep()
        const kept = queue.waiting.splice(0).filter(() => !random.chance(0.1))
        const twice = kept.filter(() => random.chance(0.1))
        const shuffled = [...kept, ...twice].map((name) => [random.fraction(), name] as const)
        const names = shuffled.toSorted(([one], [other]) => one - other).map(([, name]) => name)
        for (let first = 0; first < names.length; first += 100) await handOver(app, names.slice(first, first + 100))
      }
      const { results } = await service.DB.prepare(
        'SELECT state, count(*) AS count FROM deliveries GROUP BY state',
      ).all()
      expect(results).toEqual([{ state: 'delivered', count }])
      expect(taken.size).toBe(count)
      notePromise(context, {
        property: 'webhooks: a receiver that fails a third of the time, a queue that loses, repeats and shuffles',
        wanted: 'each event taken at least once within three days',
        reached: `${count} events, ${service.sent.length} tries, ${[...taken.values()].filter((times) => times > 1).length} taken twice`,
      })
    },
  )

  it(inForms('where each act’s message is lost between commit and queue', lost), async (context) => {
    const { app, client, clock, queue, sent, flush, minutes, listed } = await told()
    const count = sizeOf(lost)
    for (let made = 0; made < count; made += 1) await makeRun(client, emptyRun)
    expect(queue.waiting.splice(0)).toHaveLength(count)
    await minutes(1)
    expect(queue.waiting).toEqual([])
    clock.now += 60_000
    await runScheduled(app.env, app.isolate)
    await flush()
    expect(new Set(sent.map(({ headers }) => headers.get('webhook-id'))).size).toBe(count)
    expect(sent).toHaveLength(count)
    expect((await listed()).every(({ state }) => state === 'delivered')).toBe(true)
    notePromise(context, {
      property: 'webhooks: the message of an act is lost between commit and queue',
      wanted: 'each delivered once by the scheduled handler',
      reached: `${count} acts`,
    })
  })
})
