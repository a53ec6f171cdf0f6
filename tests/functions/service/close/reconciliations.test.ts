import { describe, expect, it } from 'vitest'
import type { ListedReconciliation, PeriodRecord } from '../../../../schema/period.ts'
import type { OpeningRecord, ReconciliationRecord } from '../../../../schema/reconciliation.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { memberOf } from '../../../support/worker/people.ts'
import {
  bankAndLedger,
  begun,
  defined,
  march,
  readyPeriod,
  reconciliationsPath,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const patch = (client: Client, path: string, change: object, headers: Record<string, string> = {}) =>
  client.send(path, {
    method: 'PATCH',
    body: JSON.stringify(change),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

const pointersOf = async (answer: Response) => ((await problemOf(answer)).errors ?? []).map(({ pointer }) => pointer)

describe('a reconciliation', () => {
  it('is what was defined, with defaults, and is listed newest first', async () => {
    const { client, keyId } = await createTestApp().newTenant()
    const first = await defined(client)
    expect(first).toMatchObject({
      name: 'Main',
      source: { adapter: 'bank:main', mapping: null, currency: null },
      statement: 'source',
      isTurned: false,
      calendar: 'month',
      materiality: {},
      dueDays: null,
      agedDays: null,
      version: 1,
      policy: { version: 1, id: 'default@2' },
      openingRoot: null,
      createdBy: keyId,
    })
    const second = await defined(client, { name: 'Other' })
    const { data } = await (await client.get(reconciliationsPath)).json<{ data: ReconciliationRecord[] }>()
    expect(data).toEqual([second, first].map((each) => ({ ...each, newest: null })))
    expect(await (await client.get(first.links.self)).json()).toEqual(first)
  })

  it('is listed with its last period, what its run came to, and who began it, in two trips', async () => {
    const { client, path, app } = await readyPeriod()
    await client.get(reconciliationsPath)
    app.recorder.reset()
    const { data } = await (await client.get(reconciliationsPath)).json<{ data: ListedReconciliation[] }>()
    expect(app.recorder.roundTrips).toBe(2)
    const period = await (await client.get(path)).json<PeriodRecord>()
    const { datasets: _, signoffs, ...listed } = period
    const open = { source: { EUR: '17.5' }, target: { EUR: '0' } }
    const figures = { matchRate: '0.5', open, openCount: { source: 2, target: 0 } }
    expect(signoffs).toEqual([])
    expect(data.map(({ newest }) => newest)).toEqual([
      { ...listed, begunBy: { id: period.createdBy, name: expect.stringMatching(/./) }, figures },
    ])
    const before = await begun(client, data[0] as ReconciliationRecord)
    const after = await (await client.get(reconciliationsPath)).json<{ data: ListedReconciliation[] }>()
    expect(after.data[0]?.newest).toMatchObject({ id: before.id, name: '2026-04', figures: null })
  })

  it('is listed without figures where the summary of its run cannot be read', async () => {
    const { client, path, app, tenantId } = await readyPeriod()
    const { runId } = await (await client.get(path)).json<PeriodRecord>()
    for (const summary of ['{', '{"matchRate":1}']) {
      const change = app.env.DB.prepare('UPDATE runs SET summary = ? WHERE tenant_id = ? AND id = ?')
      await change.bind(summary, tenantId, runId).run()
      const answer = await client.get(reconciliationsPath)
      expect(answer.status).toBe(200)
      const { data } = await answer.json<{ data: ListedReconciliation[] }>()
      expect(data.map(({ newest }) => newest)).toMatchObject([{ runId, figures: null }])
    }
  })

  it('is unknown to another tenant, whatever is asked', async () => {
    const { links } = await defined((await createTestApp().newTenant()).client)
    const { client } = await createTestApp().newTenant()
    const answers = [
      await client.get(links.self),
      await client.get(links.periods),
      await client.post(links.periods, { first: '2026-03-01' }),
      await client.post(`${links.self}/policies`, { rules: [] }),
      await patch(client, links.self, { name: 'b' }, { 'If-Match': '*' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  it('changes settings only for whoever has seen them, in versions', async () => {
    const { client } = await createTestApp().newTenant()
    const { links } = await defined(client)
    expect((await patch(client, links.self, { name: 'b' })).status).toBe(428)
    const changed = await patch(client, links.self, { materiality: { EUR: '1' } }, { 'If-Match': '"1"' })
    expect(changed.headers.get('ETag')).toBe('"2"')
    expect(await changed.json()).toMatchObject({ name: 'Main', materiality: { EUR: '1' }, version: 2 })
    const late = await patch(client, links.self, { name: 'b' }, { 'If-Match': '"1"' })
    expect([late.status, late.headers.get('ETag')]).toEqual([412, '"2"'])
  })

  it('lets one of two changes of the same version win', async () => {
    const { client } = await createTestApp().newTenant()
    const { links } = await defined(client)
    const both = await Promise.all(['b', 'c'].map((name) => patch(client, links.self, { name }, { 'If-Match': '"1"' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('gives a period the settings and policy of its beginning', async () => {
    const { client, reconciliation, period } = await march()
    await patch(client, reconciliation.links.self, { name: 'b' }, { 'If-Match': '"1"' })
    const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
    const answer = await client.post(`${reconciliation.links.self}/policies`, { rules })
    expect(await answer.json()).toMatchObject({ version: 2, policy: { version: 2, id: 'custom' } })
    expect(await (await client.get(period.links.self)).json()).toMatchObject({ settingsVersion: 1, policyVersion: 1 })
    const next = await client.post(reconciliation.links.periods)
    expect(await next.json()).toMatchObject({ name: '2026-04', settingsVersion: 2, policyVersion: 2 })
  })

  it('keeps the tables of a policy when the only run with that policy is deleted', async () => {
    const app = createTestApp({ now: () => now })
    let now = Date.now()
    const { client, tenantId } = await app.newTenant()
    const rules = [{ id: 'a', match: [{ field: 'reference' }] }]
    const policy = { rules, tables: { customers: { ACME: '1' } } }
    await defined(client, policy)
    const run = await client.post('/api/v1/runs', {
      name: 'a',
      sourceAdapter: 'demo-bank',
      targetAdapter: 'demo-ledger',
      ...policy,
    })
    now += 2 * 86_400_000
    expect((await client.delete(run.headers.get('Location') ?? '')).status).toBe(204)
    const { results } = await app.env.DB.prepare('SELECT seq FROM policy_parts WHERE tenant_id = ?')
      .bind(tenantId)
      .all()
    expect(results).toHaveLength(1)
  })

  it('refuses a rule whose sign contradicts what the sides state', async () => {
    const { client } = await createTestApp().newTenant()
    const rules = [
      { id: 'a', match: [{ field: 'reference' }] },
      { id: 'b', match: [{ field: 'amount', sign: 'opposite' }] },
    ]
    const define = (members: object) => client.post(reconciliationsPath, { name: 'a', ...bankAndLedger, ...members })
    const contradicting = await define({ rules })
    expect(contradicting.status).toBe(422)
    expect(await pointersOf(contradicting)).toEqual(['/rules/1/match/0/sign'])
    for (const unsigned of [rules.slice(1), rules.slice(0, 1)])
      expect(await pointersOf(await define({ rules: unsigned, isTurned: true }))).toEqual(['/signs'])
    expect((await define({ rules: rules.slice(0, 1), isTurned: true, signs: { target: 'turned' } })).status).toBe(201)
  })

  it('is defined and changed by administrators, and prepared by preparers', async () => {
    const app = createTestApp()
    const { tenantId } = await app.newTenant()
    const administrator = await memberOf(app, tenantId, 'administrator')
    const preparer = await memberOf(app, tenantId, 'preparer')
    const body = { name: 'a', ...bankAndLedger, rules: [] }
    expect((await problemOf(await preparer.client.post(reconciliationsPath, body))).code).toBe('role_missing')
    const { links, createdBy } = await defined(administrator.client)
    expect(createdBy).toBe(administrator.id)
    expect((await patch(preparer.client, links.self, { approvalAbove: {} }, { 'If-Match': '*' })).status).toBe(403)
    expect((await preparer.client.post(`${links.self}/policies`, { rules: [] })).status).toBe(403)
    expect((await preparer.client.post(links.periods, { first: '2026-03-01' })).status).toBe(201)
  })

  it('is changed by the key of a member only while its maker is an administrator', async () => {
    const app = createTestApp()
    const { tenantId } = await app.newTenant()
    const administrator = await memberOf(app, tenantId, 'administrator')
    const other = await memberOf(app, tenantId, 'administrator')
    const { links } = await defined(administrator.client)
    const scopes = ['periods:write', 'keys:admin']
    const keyBy = async (maker: Client) => {
      const made = await maker.post('/api/v1/keys', { name: 'a', scopes })
      expect(made.status, await made.clone().text()).toBe(201)
      return app.clientWith({ 'X-API-Key': (await made.json<{ secret: string }>()).secret })
    }
    const key = await keyBy(administrator.client)
    const keyOfKey = await keyBy(key)
    const change = (client: Client) => client.post(`${links.self}/policies`, { rules: [] })
    for (const each of [key, keyOfKey]) expect((await change(each)).status).toBe(201)
    const body = JSON.stringify({ role: 'preparer' })
    const headers = { 'Content-Type': 'application/json' }
    const demoted = await other.client.send(`/api/v1/members/${administrator.id}`, { method: 'PATCH', body, headers })
    expect(demoted.status).toBe(200)
    for (const each of [key, keyOfKey]) expect((await problemOf(await change(each))).code).toBe('role_missing')
  })
})

describe('an opening', () => {
  const balances = { source: { EUR: '120.50' }, target: { EUR: '100.00' } }
  const item = { side: 'source', record: { id: 'a', amount: '20.50', currency: 'EUR', date: '2026-02-27' } }

  it('has balances and items, whose records are read as uploads are', async () => {
    const { client, reconciliation, period } = await march()
    const path = `${reconciliation.links.self}/opening`
    const carried = { ...item, side: 'target', state: 'carried', expected: '2026-04-15' }
    const answer = await client.post(path, { balances, items: [carried, item, item] })
    const opening = await answer.json<OpeningRecord>()
    expect(opening).toMatchObject({
      balances: { source: { EUR: '120.5' }, target: { EUR: '100' } },
      itemCount: { source: 2, target: 1 },
      totals: { source: { EUR: '41' }, target: { EUR: '20.5' } },
    })
    expect(await (await client.get(reconciliation.links.self)).json()).toMatchObject({ openingRoot: opening.root })
    const again = await (await client.post(path, { balances, items: [item, item, carried] })).json<OpeningRecord>()
    expect(again.root).toBe(opening.root)
    expect(await (await client.get(period.links.self)).json()).toMatchObject({ revision: 3 })
  })

  it('names the member of each fault', async () => {
    const { client, reconciliation } = await march()
    const give = (items: readonly object[]) => client.post(`${reconciliation.links.self}/opening`, { balances, items })
    const unreadable = await give([item, { ...item, record: { id: 'b', amount: 'x', date: '2026-02-30' } }])
    expect((await unreadable.clone().json<{ code: string }>()).code).toBe('unreadable_record')
    expect(await pointersOf(unreadable)).toContain('/items/1/record/amount')
    const undated = { ...item, record: { id: 'a', amount: '1' } }
    const incomplete = await give([{ ...item, state: 'accepted' }, { ...item, expected: '2026-03-31' }, undated])
    expect(await pointersOf(incomplete)).toEqual(['/items/0/label', '/items/1/expected', '/items/2/firstSeen'])
    expect((await give([{ ...undated, firstSeen: '2026-02-01' }])).status).toBe(201)
  })

  it('replaces the one before, with its lines', async () => {
    const { app, client, tenantId, reconciliation } = await march()
    const path = `${reconciliation.links.self}/opening`
    for (const items of [[item], [item, item], []]) await client.post(path, { balances, items })
    const sql = 'SELECT owner FROM close_lines WHERE tenant_id = ?'
    expect((await app.env.DB.prepare(sql).bind(tenantId).all()).results).toEqual([])
  })
})
