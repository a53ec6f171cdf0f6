import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { takeMessages } from '../../../functions/service/close/inbox/take-messages.ts'
import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import { inboxByteCountMax } from '../../../schema/inbox.ts'
import { eventTypes } from '../../../schema/webhook.ts'
import { outside, testedWebhook, webhooksPath } from '../../support/worker/endpoint.ts'
import { type BucketFault, faultyBucket } from '../../support/worker/faulty-bucket.ts'
import { filesOf, inboxLink, marchFile, putFile, readArrived } from '../../support/worker/inbox.ts'
import { objectsOf } from '../../support/worker/part-uploads.ts'
import { begun, defined } from '../../support/worker/periods.ts'
import { settableClock } from '../../support/worker/readers.ts'
import { createUploadApp } from '../../support/worker/readings.ts'

const day = 86_400_000
const bucket = env.OWN_INBOX
const keysLeft = async () => (await bucket.list()).objects.map(({ key }) => key)

beforeEach(async () => {
  await bucket.delete(await keysLeft())
})

/** A tenant with a reconciliation, its March, a link of the source, and the bucket that takes files by S3. */
async function scene(members: object = {}, stores: object = {}, settings: object = {}) {
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now, storageMilliseconds: 1_000, env: { INBOX: bucket, ...stores } })
  const tenant = await app.newTenant({ settings })
  const { client, tenantId } = tenant
  const reconciliation = await defined(client, { source: { adapter: 'bank:main', currency: 'EUR' } })
  const march = await begun(client, reconciliation, { first: '2026-03-01' })
  const { self } = reconciliation.links
  const link = await inboxLink(client, self, members)
  const put = (name: string, body: string | Uint8Array = marchFile) => bucket.put(`${link.prefix}${name}`, body)
  const sweep = () => runScheduled(app.env, app.isolate)
  return { app, clock, ...tenant, self, march, link, put, sweep, files: () => filesOf(client, self), tenantId }
}

const suspend = (tenantId: string, at: number | null) =>
  env.DB.prepare('UPDATE tenants SET suspended_at = ? WHERE id = ?').bind(at, tenantId).run()

const expire = (tenantId: string) =>
  env.DB.prepare('UPDATE inbox_links SET expires_at = created_at WHERE tenant_id = ?').bind(tenantId).run()

describe('an object below the prefix of a link', () => {
  it('is read as a file of the link, and removed', async () => {
    const { app, tenantId, march, link, put, sweep, files } = await scene()
    await put('2026/march.csv')
    await sweep()
    const [file] = await files()
    expect(file).toMatchObject({ state: 'reading', linkId: link.id, side: 'source', name: 'march.csv' })
    expect(await keysLeft()).toEqual([])
    await readArrived(app, { tenantId, id: file?.id ?? '' })
    expect(await files()).toMatchObject([{ state: 'read', periodIds: [march.id] }])
  })

  it('has the hash of its bytes, so that a file of the same bytes by the address is told and not read', async () => {
    const { app, link, put, sweep } = await scene()
    await put('march.csv')
    await sweep()
    expect(await (await putFile(app, link.url, marchFile)).json()).toMatchObject({ state: 'repeated' })
  })

  it('is another file each time it is written', async () => {
    const { put, sweep, files } = await scene()
    await put('daily.csv')
    await sweep()
    await put('daily.csv', 'id,date,amount\nb,2026-03-03,1.00\n')
    await sweep()
    expect((await files()).map(({ state }) => state)).toEqual(['reading', 'reading'])
  })

  it.each([
    ['empty', async () => new Uint8Array(), 'unreadable_record'],
    ['larger than 95 MB', async () => new Uint8Array(inboxByteCountMax + 1), 'payload_too_large'],
  ])('is refused where it is %s', async (_, body, code) => {
    const { put, sweep, files } = await scene()
    await put('march.csv', await body())
    await sweep()
    expect(await files()).toMatchObject([{ state: 'refused', refusal: { code } }])
    expect(await keysLeft()).toEqual([])
  })

  it.each(['revoked', 'expired'])('is refused where its link is %s, and webhooks are told', async (how) => {
    const { client, tenantId, self, link, put, sweep, files } = await scene()
    outside()
    const { id } = await testedWebhook(client, { events: [...eventTypes] })
    if (how === 'revoked') await client.delete(`${self}/inbox-links/${link.id}`)
    else await expire(tenantId)
    await put('march.csv')
    await sweep()
    expect(await files()).toMatchObject([{ state: 'refused', refusal: { code: 'inbox_link_not_found' } }])
    expect(await objectsOf((await files())[0]?.id ?? '')).toEqual([])
    const { data } = await (await client.get(`${webhooksPath}/${id}/deliveries`)).json<{ data: { event: string }[] }>()
    expect(data.map(({ event }) => event)).toEqual(['dataset.refused'])
  })

  it('waits while its tenant is suspended', async () => {
    const { tenantId, put, sweep, files } = await scene()
    await put('march.csv')
    await suspend(tenantId, 1)
    await sweep()
    expect(await keysLeft()).toHaveLength(1)
    await suspend(tenantId, null)
    await sweep()
    expect(await files()).toMatchObject([{ state: 'reading' }])
  })

  it('waits while its tenant has no room for it', async () => {
    const { app, tenantId, put, sweep, files } = await scene({}, {}, { storageBytes: 10 })
    await put('march.csv')
    await sweep()
    expect([await keysLeft(), await files()]).toMatchObject([[expect.any(String)], []])
    expect(app.logLines.join('\n')).not.toContain('take_object"')
    await env.DB.prepare("UPDATE tenants SET settings = '{}' WHERE id = ?").bind(tenantId).run()
    await sweep()
    expect(await files()).toMatchObject([{ state: 'reading' }])
  })
})

describe('an object that is not taken at once', () => {
  it('is read where it was put before its link ended', async () => {
    const { clock, put, sweep, files } = await scene()
    await put('march.csv')
    clock.advance(day)
    await sweep()
    expect(await files()).toMatchObject([{ state: 'reading' }])
  })

  it('is not refused once it is read, where its link has ended before it was removed', async () => {
    const fault: BucketFault = { method: 'delete', matches: /./, when: 'before', times: 3 }
    const { tenantId, put, sweep, files } = await scene({}, { INBOX: faultyBucket(bucket, [fault]) })
    await put('march.csv')
    await sweep()
    expect([await files(), await keysLeft()]).toMatchObject([[{ state: 'reading' }], [expect.any(String)]])
    await expire(tenantId)
    await sweep()
    expect([await files(), await keysLeft()]).toMatchObject([[{ state: 'reading' }], []])
  })

  it('is not lost with an upload that was given up', async () => {
    const fault: BucketFault = { method: 'put', matches: /^uploads\//, when: 'before', times: 1 }
    const { clock, tenantId, put, sweep, files } = await scene({}, { BUCKET: faultyBucket(env.BUCKET, [fault]) })
    await put('march.csv')
    await sweep()
    await suspend(tenantId, 1)
    clock.advance(day)
    await sweep()
    await suspend(tenantId, null)
    await sweep()
    expect([await files(), await keysLeft()]).toEqual([[], [expect.any(String)]])
    clock.advance(day / 4)
    for (let look = 0; look < 2; look += 1) await sweep()
    expect([await files(), await keysLeft()]).toMatchObject([[{ state: 'reading' }], []])
  })

  it('holds up none of another tenant, however many there are', async () => {
    const full = await scene({}, {}, { storageBytes: 10 })
    const { put, sweep, files } = await scene()
    await Promise.all(Array.from({ length: 100 }, (_, index) => full.put(`${index}.csv`)))
    await put('march.csv')
    await sweep()
    expect(await files()).toMatchObject([{ state: 'reading' }])
  })

  it('ends the look where R2 is silent about it and two others', async () => {
    const fault: BucketFault = { method: 'get', matches: /./, when: 'hang', times: 9 }
    const { app, put, sweep } = await scene({}, { INBOX: faultyBucket(bucket, [fault]) })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(name)
    await sweep()
    expect(app.logLines.filter((line) => line.includes('"scheduled":"take_object"'))).toHaveLength(3)
  })
})

describe('an object of no link', () => {
  it.each([
    ['of no form', 'march.csv'],
    ['of a link that is not there', `ten_${'0'.repeat(26)}/inb_${'0'.repeat(26)}/march.csv`],
  ])('%s is removed after a day', async (_, key) => {
    const { clock, sweep } = await scene()
    await bucket.put(key, marchFile)
    await sweep()
    expect(await keysLeft()).toEqual([key])
    clock.advance(day + 1_000)
    await sweep()
    expect(await keysLeft()).toEqual([])
  })

  it('does not hold up one of a link', async () => {
    const { put, sweep, files } = await scene()
    await bucket.put('0.csv', marchFile)
    await put('march.csv')
    await sweep()
    expect(await files()).toHaveLength(1)
  })
})

describe('a fault of R2', () => {
  const inInbox = (['get', 'head', 'delete', 'list'] as const).flatMap((method) =>
    (['before', 'after', 'hang'] as const).map((when) => ({ store: 'INBOX', method, when })),
  )
  const inBucket = (['before', 'after', 'hang'] as const).map(
    (when) => ({ store: 'BUCKET', method: 'put', when }) as const,
  )
  it.each([...inInbox, ...inBucket])('%s leaves one file in the end', async ({ store, method, when }) => {
    const matches = store === 'INBOX' ? /./ : /^uploads\//
    const fault: BucketFault = { method, matches, when, times: 3 }
    const of = store === 'INBOX' ? bucket : env.BUCKET
    const { app, put, sweep, files, tenantId } = await scene({}, { [store]: faultyBucket(of, [fault]) })
    await put('march.csv')
    for (let look = 0; look < 4; look += 1) await sweep()
    const [file, ...others] = await files()
    expect([file?.state, others, await keysLeft()]).toEqual(['reading', [], []])
    await readArrived(app, { tenantId, id: file?.id ?? '' })
    expect(await files()).toMatchObject([{ state: 'read' }])
  })
})

describe('a message of R2', () => {
  const told = async (scene: { app: ReturnType<typeof createUploadApp> }, body: unknown) => {
    const message = { id: '1', timestamp: new Date(), attempts: 1, body }
    const batch = createMessageBatch('tallystick-pr-7-inbox', [message])
    await takeMessages(batch, scene.app.env, scene.app.isolate)
    return getQueueResult(batch, createExecutionContext())
  }

  it('has its object taken, and once, however often it comes', async () => {
    const here = await scene()
    await here.put('march.csv')
    const event = { action: 'PutObject', object: { key: `${here.link.prefix}march.csv`, size: 1, eTag: 'a' } }
    expect(await told(here, event)).toMatchObject({ explicitAcks: ['1'] })
    expect(await told(here, event)).toMatchObject({ explicitAcks: ['1'] })
    expect(await here.files()).toMatchObject([{ state: 'reading' }])
  })

  it.each([{ object: { key: 'march.csv' } }, 'text', null])(
    'is passed over where it names no file: %j',
    async (body) => {
      expect(await told(await scene(), body)).toMatchObject({ explicitAcks: ['1'] })
    },
  )

  it('comes again where R2 does not answer', async () => {
    const matches = /./
    const silent = faultyBucket(bucket, [{ method: 'get', matches, when: 'before', times: 9 }])
    const here = await scene({}, { INBOX: silent })
    await here.put('march.csv')
    expect(await told(here, { object: { key: `${here.link.prefix}march.csv` } })).toMatchObject({
      retryMessages: [{ msgId: '1' }],
    })
  })
})

it('has no prefix in a deployment without the bucket, and looks for nothing', async () => {
  const { link, sweep, app } = await scene({}, { INBOX: undefined })
  expect(link.prefix).toBeNull()
  await sweep()
  expect(app.logLines.join('\n')).not.toContain('take_object')
})
