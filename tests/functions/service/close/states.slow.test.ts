import { describe, expect, it } from 'vitest'
import type { KeyRecord } from '../../../../schema/key.ts'
import type { LogAudit } from '../../../../schema/log.ts'
import type { ListedPeriod, PeriodRecord } from '../../../../schema/period.ts'
import type { Client } from '../../../support/worker/client.ts'
import { memberOf, setRole } from '../../../support/worker/people.ts'
import {
  begun,
  carried,
  closedPeriod,
  datasetOf,
  decided,
  itemsOf,
  ran,
  readyPeriod,
  stepped,
  submittedPeriod,
  submittedRoot,
  typed,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const codeOf = async (answer: Response) => (await problemOf(answer)).code

const periodOf = async (client: Client, path: string) => (await client.get(path)).json<PeriodRecord>()

/** The kinds of the log's entries in the database, in order. */
async function entriesOf({ app, tenantId }: Pick<Awaited<ReturnType<typeof readyPeriod>>, 'app' | 'tenantId'>) {
  const { results } = await app.env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ line: string }>()
  return results.map(({ line }): Record<string, unknown> => JSON.parse(line))
}

async function expectSoundLog(client: Client): Promise<void> {
  const audit = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
  expect(audit.checks.filter(({ passed }) => !passed)).toEqual([])
}

describe('a period', () => {
  it('is submitted by one person and closed by another, each an entry of the log', async () => {
    const scene = await submittedPeriod()
    const { client, path, root, preparer, approver } = scene
    const answer = await stepped(approver.client, path, 'approve', { root })
    expect(answer.status, await answer.clone().text()).toBe(200)
    const closed = await answer.json<ListedPeriod>()
    expect(closed).toMatchObject({ state: 'closed', edition: 1, waitsFor: null })
    expect(answer.headers.get('ETag')).toBe(`"${closed.revision}"`)
    const { signoffs, revision } = await periodOf(client, path)
    expect(revision).toBe(closed.revision)
    expect(signoffs).toMatchObject([
      { act: 'submit', root, actor: preparer.id, approvedBy: null },
      { act: 'approve', root, actor: approver.id, submittedBy: { id: preparer.id, name: 'The preparer' } },
    ])
    const entries = await entriesOf(scene)
    const run = 'tallystick/receipt@3'
    expect(entries.map(({ kind, act }) => act ?? kind)).toEqual([
      run,
      'tallystick/decisions@1',
      run,
      'submit',
      'approve',
    ])
    const [, decisions, , submission, approval] = entries
    expect(decisions).toMatchObject({ count: 1, actor: preparer.id, period: closed.id })
    expect(approval).toMatchObject({ follows: signoffs[0]?.leafHash, approvedBy: { id: approver.id } })
    expect({ ...approval, act: 0 }).toMatchObject({ items: submission?.['items'], proof: submission?.['proof'] })
    await expectSoundLog(client)
  })

  it('is refused while something is undecided, with a pointer to each', async () => {
    const { client, path, preparer } = await readyPeriod()
    const first = (await (await client.get(`${path}/decisions`)).json<{ data: { id: string }[] }>()).data[0]
    const { revision } = await periodOf(client, path)
    await decided(preparer.client, path, [{ kind: 'reopen', follows: first?.id }], revision)
    const { code, errors = [] } = await problemOf(await stepped(preparer.client, path, 'submit'))
    expect([code, errors.map(({ pointer }) => pointer)]).toEqual([
      'undecided_items',
      ['/items/source/a', '/items/source/s2'],
    ])
  })

  it('is refused with an unexplained amount until somebody gives a reason', async () => {
    const { path, preparer } = await readyPeriod()
    await typed(preparer.client, path, { source: { EUR: '108' }, target: {} })
    const { code, errors = [] } = await problemOf(await stepped(preparer.client, path, 'submit'))
    expect([code, errors]).toMatchObject(['unexplained_difference', [{ pointer: '/reasons/EUR', code: 'unexplained' }]])
    const reasons = { closing: { source: {}, target: {} }, reasons: { EUR: 'Rounding' } }
    const headers = { 'If-Match': '*', 'Content-Type': 'application/json' }
    await preparer.client.send(`${path}/balances`, { method: 'PUT', body: JSON.stringify(reasons), headers })
    expect((await stepped(preparer.client, path, 'submit')).status).toBe(200)
  })

  it('is refused where a dataset came after its run', async () => {
    const { client, path, preparer } = await readyPeriod()
    const datasetId = await datasetOf(client, 'bank:main', ['s3,2026-03-05,1.00'])
    await client.post(`${path}/datasets`, { datasetId, side: 'source' })
    expect(await codeOf(await stepped(preparer.client, path, 'submit'))).toBe('period_not_run')
  })

  it('takes no file, balance or opening while a step of it is being signed', async () => {
    const { app, client, path, period, preparer, reconciliation, tenantId } = await readyPeriod()
    const { revision } = await periodOf(client, path)
    const staged = 'INSERT INTO staged_acts (tenant_id, id, period_id, payload, created_at) VALUES (?, ?, ?, ?, ?)'
    const stage = (at: number) =>
      app.env.DB.prepare(staged).bind(tenantId, `act_${at}`, period.id, '{"signoff":{"runId":"x"}}', at).run()
    await stage(Date.now())
    const datasetId = await datasetOf(client, 'bank:main', ['s3,2026-03-05,1.00'])
    expect((await client.post(`${path}/datasets`, { datasetId, side: 'source' })).status).toBe(503)
    const balances = { method: 'PUT', body: '{"closing":{"source":{"EUR":"1"},"target":{}}}' }
    const headers = { 'Content-Type': 'application/json', 'If-Match': `"${revision}"` }
    expect((await preparer.client.send(`${path}/balances`, { ...balances, headers })).status).toBe(412)
    const opening = { balances: { source: { EUR: '1' }, target: {} }, items: [] }
    expect((await client.post(`${reconciliation.links.self}/opening`, opening)).status).toBe(503)
    expect((await periodOf(client, path)).revision).toBe(revision)
    await app.env.DB.prepare('DELETE FROM staged_acts WHERE tenant_id = ?').bind(tenantId).run()
    await stage(Date.now() - 3_600_000)
    expect((await client.post(`${path}/datasets`, { datasetId, side: 'source' })).status).toBe(201)
    expect((await client.post(`${reconciliation.links.self}/opening`, opening)).status).toBe(201)
  })

  it('needs the revision that the caller has seen, and the root that was submitted', async () => {
    const { path, approver, preparer, root } = await submittedPeriod()
    expect((await preparer.client.post(`${path}/submit`, undefined)).status).toBe(409)
    expect((await approver.client.post(`${path}/approve`, { root })).status).toBe(428)
    expect((await approver.client.post(`${path}/approve`, { root }, { 'If-Match': '"1"' })).status).toBe(412)
    expect((await stepped(approver.client, path, 'approve', { root: '0'.repeat(64) })).status).toBe(412)
    expect((await stepped(approver.client, path, 'approve', { root })).status).toBe(200)
  })

  it.each([
    ['waits for an approval', submittedPeriod, 'period_submitted'],
    ['is closed', closedPeriod, 'period_closed'],
  ])('that %s takes nothing', async (_, scene, code) => {
    const { client, path, datasetIds } = await scene()
    const items = await named(client, path, 's2')
    const headers = { 'If-Match': '*', 'Content-Type': 'application/json' }
    const closing = JSON.stringify({ closing: { source: { EUR: '1' }, target: {} } })
    const { revision } = await periodOf(client, path)
    const datasetId = await datasetOf(client, 'bank:main', ['s9,2026-03-05,1.00'])
    expect(await codeOf(await client.post(`${path}/runs`))).toBe(code)
    expect(await codeOf(await decided(client, path, [{ kind: 'flag', items }], revision))).toBe(code)
    expect(await codeOf(await client.post(`${path}/datasets`, { datasetId, side: 'source' }))).toBe(code)
    expect(await codeOf(await client.send(`${path}/balances`, { method: 'PUT', body: closing, headers }))).toBe(code)
    expect(await codeOf(await stepped(client, path, 'submit'))).toBe(code)
    expect(await codeOf(await client.delete(`/api/v1/datasets/${datasetIds[0]}`))).toBe('period_holds')
    expect((await periodOf(client, path)).revision).toBe(revision)
  })

  it('is rejected with a reason, and submitted again', async () => {
    const { client, path, approver, preparer } = await submittedPeriod()
    expect((await stepped(approver.client, path, 'reject', { reason: 'The fee is missing' })).status).toBe(200)
    expect(await periodOf(client, path)).toMatchObject({
      ...{ state: 'open', edition: 1 },
      signoffs: [
        { act: 'submit', name: 'The preparer' },
        { act: 'reject', name: 'The approver', reason: 'The fee is missing', approvedBy: null },
      ],
    })
    expect((await stepped(preparer.client, path, 'submit')).status).toBe(200)
  })

  it('makes the step of a repeated request once', async () => {
    const { client, path, preparer } = await readyPeriod()
    const { revision } = await periodOf(client, path)
    const headers = { 'If-Match': `"${revision}"`, 'Idempotency-Key': 'one' }
    const first = await preparer.client.post(`${path}/submit`, undefined, headers)
    const again = await preparer.client.post(`${path}/submit`, undefined, headers)
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 200, 'true'])
    expect(await again.text()).toBe(await first.text())
    expect((await periodOf(client, path)).signoffs).toHaveLength(1)
  })
})

describe('a closed period', () => {
  it('hands on its items, and is reopened only before the later one closes', async () => {
    const { client, path, reconciliation, approver, preparer } = await closedPeriod()
    const april = (await begun(client, reconciliation)).links.self
    await ran(preparer.client, april)
    await typed(preparer.client, april, { source: { EUR: '107.50' }, target: { EUR: '90' } })
    expect((await stepped(preparer.client, april, 'submit')).status).toBe(200)
    const root = await submittedRoot(client, april)
    expect((await stepped(approver.client, april, 'approve', { root })).status).toBe(200)
    const [march, later] = [await periodOf(client, path), await periodOf(client, april)]
    expect(later.signoffs[0]).toMatchObject({ act: 'submit', submittedBy: { id: preparer.id } })
    const refused = await stepped(approver.client, path, 'reopen', { reason: 'x' })
    expect(await codeOf(refused)).toBe('later_period_closed')
    expect(march.state).toBe('closed')
    await stepped(approver.client, april, 'reopen', { reason: 'x' })
    expect((await stepped(approver.client, path, 'reopen', { reason: 'x' })).status).toBe(200)
    await expectSoundLog(client)
  })

  it('that is reopened has a new edition under the newest settings, beside the sealed one', async () => {
    const { client, path, reconciliation, approver, preparer } = await closedPeriod()
    const body = JSON.stringify({ materiality: { EUR: '100' } })
    const headers = { 'If-Match': `"${reconciliation.version}"`, 'Content-Type': 'application/json' }
    await client.send(reconciliation.links.self, { method: 'PATCH', body, headers })
    expect((await periodOf(client, path)).settingsVersion).toBe(1)
    expect((await stepped(approver.client, path, 'reopen', { reason: 'A late fee' })).status).toBe(200)
    expect(await periodOf(client, path)).toMatchObject({
      state: 'open',
      edition: 2,
      settingsVersion: 2,
      waitsFor: 'preparer',
    })
    expect(await codeOf(await stepped(preparer.client, path, 'submit'))).toBe('period_not_run')
    const { runId } = await periodOf(client, path)
    await ran(preparer.client, path)
    expect((await periodOf(client, path)).runId).not.toBe(runId)
    expect(await codeOf(await client.delete(`/api/v1/runs/${runId}`))).toBe('period_holds')
    expect((await stepped(preparer.client, path, 'submit')).status).toBe(200)
    const root = await submittedRoot(client, path)
    expect((await stepped(approver.client, path, 'approve', { root })).status).toBe(200)
  })
})

describe('an approval', () => {
  it('is none of a key that nobody gave the scope, nor of a preparer', async () => {
    const { client, path, preparer, root } = await submittedPeriod()
    expect(await codeOf(await stepped(client, path, 'approve', { root }))).toBe('scope_insufficient')
    expect(await codeOf(await stepped(preparer.client, path, 'approve', { root }))).toBe('role_missing')
    const key = { name: 'a', scopes: ['items:approve'] }
    expect(await codeOf(await client.post('/api/v1/keys', key))).toBe('scope_insufficient')
  })

  it('is none of whoever worked on the period, by whatever key or issuer', async () => {
    const scene = await readyPeriod()
    const { app, client, tenantId, path, preparer, approver } = scene
    const admin = await memberOf(app, tenantId, 'administrator')
    const made = await admin.client.post('/api/v1/keys', {
      name: 'own',
      scopes: ['items:approve', 'runs:read', 'items:decide'],
    })
    const key = await made.json<KeyRecord & { secret: string }>()
    const byKey = app.clientWith({ 'X-API-Key': key.secret })
    await stepped(preparer.client, path, 'submit')
    await stepped(approver.client, path, 'reject', { reason: 'x' })
    await decided(
      byKey,
      path,
      [{ kind: 'reopen', follows: await lastDecision(client, path) }],
      await revisionOf(client, path),
    )
    await carried(preparer.client, path)
    await ran(preparer.client, path)
    expect((await stepped(preparer.client, path, 'submit')).status).toBe(200)
    const root = await submittedRoot(client, path)
    for (const own of [admin.client, byKey])
      expect(await codeOf(await stepped(own, path, 'approve', { root }))).toBe('own_approval')
    const again = await memberOf(app, tenantId, 'approver')
    const change = (set: string, id: string, ...values: readonly string[]) =>
      app.env.DB.prepare(`UPDATE members SET ${set} WHERE tenant_id = ? AND id = ?`)
        .bind(...values, tenantId, id)
        .run()
    await change('removed_at = 1', preparer.id)
    await change('address = ?', again.id, `${preparer.id}@example.com`)
    expect(await codeOf(await stepped(again.client, path, 'approve', { root }))).toBe('own_approval')
    expect((await stepped(approver.client, path, 'approve', { root })).status).toBe(200)
  })

  it('is none of whoever submitted what was rejected in this edition', async () => {
    const { app, client, tenantId, path, approver } = await readyPeriod()
    const other = await memberOf(app, tenantId, 'approver')
    expect((await stepped(other.client, path, 'submit')).status).toBe(200)
    expect((await stepped(approver.client, path, 'reject', { reason: 'x' })).status).toBe(200)
    expect((await stepped(approver.client, path, 'submit')).status).toBe(200)
    const root = await submittedRoot(client, path)
    expect(await codeOf(await stepped(other.client, path, 'approve', { root }))).toBe('own_approval')
  })

  it('is open to who worked on an earlier edition alone', async () => {
    const { app, client, tenantId, path, preparer, approver } = await closedPeriod()
    await setRole(app, tenantId, { id: preparer.id, role: 'approver' })
    await stepped(approver.client, path, 'reopen', { reason: 'x' })
    await ran(approver.client, path)
    expect((await stepped(approver.client, path, 'submit')).status).toBe(200)
    const root = await submittedRoot(client, path)
    expect(await codeOf(await stepped(approver.client, path, 'approve', { root }))).toBe('own_approval')
    expect((await stepped(preparer.client, path, 'approve', { root })).status).toBe(200)
  })
})

const named = async (client: Client, path: string, id: string) =>
  (await itemsOf(client, path)).data.filter(({ name }) => name.id === id).map(({ name }) => name)

const lastDecision = async (client: Client, path: string) =>
  (await (await client.get(`${path}/decisions?limit=1`)).json<{ data: { id: string }[] }>()).data[0]?.id

const revisionOf = async (client: Client, path: string) => (await periodOf(client, path)).revision
