import { describe, expect, it } from 'vitest'
import { tenantHashOf } from '../../../../functions/service/log/log-signer.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { DecisionRecord, DecisionsRecord } from '../../../../schema/decision.ts'
import type { LogAudit } from '../../../../schema/log.ts'
import type { PeriodRecord } from '../../../../schema/period.ts'
import type { PeriodVerification } from '../../../../schema/signoff.ts'
import type { TaskRecord } from '../../../../schema/task.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { memberOf } from '../../../support/worker/people.ts'
import {
  closedPeriod,
  datasetOf,
  decided,
  itemsOf,
  marchWithItems,
  ran,
  readyPeriod,
  stepped,
  submittedPeriod,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

async function scene(members: object = {}) {
  const march = await marchWithItems(members)
  const { app, client, tenantId, path } = march
  const approver = await memberOf(app, tenantId, 'approver')
  const named = async (...ids: readonly string[]) =>
    (await itemsOf(client, path)).data.filter(({ name }) => ids.includes(name.id)).map(({ name }) => name)
  const stateOf = async () =>
    Object.fromEntries((await itemsOf(client, path)).data.map(({ name, state }) => [name.id, state]))
  const make = async (by: Client, ...decisions: readonly object[]) => {
    const { revision } = await (await client.get(path)).json<PeriodRecord>()
    return madeBy(await decided(by, path, decisions, revision))
  }
  return { ...march, approver, named, stateOf, make }
}

async function madeBy(answer: Response): Promise<readonly DecisionRecord[]> {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json<DecisionsRecord>()).decisions
}

const codeOf = async (answer: Response) => (await problemOf(answer)).code

const tasksOf = async (client: Client) =>
  (await (await client.get('/api/v1/tasks')).json<{ data: TaskRecord[] }>()).data

const verified = async (client: Client, path: string) => (await client.get(`${path}/verify`)).json<PeriodVerification>()

/** The batch that applies an act fails, and so does the one that ends a failed request. */
const isolateDies = { matches: /update "tenant_logs" set "size"/i, when: 'before', times: 2 } as const

describe('a proposed decision', () => {
  it('has an effect once somebody else has approved it, and never by its maker', async () => {
    const { app, client, tenantId, path, approver, named, stateOf, make } = await scene({
      approvalAbove: { EUR: '10' },
    })
    const [proposed] = await make(approver.client, { kind: 'accept', items: await named('a'), label: 'loss' })
    expect(proposed?.state).toBe('proposed')
    const approval = `${path}/decisions/${proposed?.id}/approve`
    expect(await codeOf(await approver.client.post(approval, undefined))).toBe('own_approval')
    expect(await codeOf(await client.post(approval, undefined))).toBe('scope_insufficient')
    expect(await tasksOf(approver.client)).toEqual([])
    const other = await memberOf(app, tenantId, 'approver')
    expect(await tasksOf(other.client)).toMatchObject([{ kind: 'approve_decision', decision: proposed?.id }])
    const [approved] = await madeBy(await other.client.post(approval, undefined))
    expect(approved).toMatchObject({ kind: 'approve', follows: proposed?.id, state: 'effective' })
    expect(await stateOf()).toMatchObject({ a: 'accepted' })
    expect(await codeOf(await other.client.post(approval, undefined))).toBe('item_decided')
  })
})

describe('decisions of each kind', () => {
  it('unmatch opens the records of a match, and acknowledge sees what has lapsed', async () => {
    const { client, path, named, stateOf, make } = await scene()
    await ran(client, path)
    const [match] = await make(client, { kind: 'match', items: await named('a', 'd') })
    const [carry] = await make(client, {
      ...{ kind: 'carry', items: await named('a~1'), reason: 'x', expected: '2026-12-31' },
    })
    await ran(client, path)
    await make(client, { kind: 'unmatch', items: await named('a', 'd') })
    expect(await stateOf()).toMatchObject({ a: 'undecided', d: 'undecided' })
    const states = async () => {
      const { data } = await (await client.get(`${path}/decisions`)).json<{ data: DecisionRecord[] }>()
      return Object.fromEntries(data.map(({ id, state }) => [id, state]))
    }
    expect(await states()).toMatchObject({ [match?.id ?? '']: 'reopened', [carry?.id ?? '']: 'lapsed' })
    await make(client, { kind: 'acknowledge', follows: carry?.id })
    expect(await states()).toMatchObject({ [carry?.id ?? '']: 'acknowledged' })
  })

  it('keep counts a repeated line, and withdraw takes a record out once it is approved', async () => {
    const { client, path, approver, named, stateOf, make } = await scene()
    for (const name of ['x1', 'x2']) {
      const datasetId = await datasetOf(client, 'bank:main', [`${name},2026-03-02,7.00`])
      expect((await client.post(`${path}/datasets`, { datasetId, side: 'source' })).status).toBe(201)
    }
    await ran(client, path)
    expect(await stateOf()).toMatchObject({ x1: 'undecided', x2: 'repeated' })
    await make(client, { kind: 'keep', items: await named('x2') })
    expect(await stateOf()).toMatchObject({ x2: 'undecided' })
    const [taken] = await make(client, { kind: 'withdraw', items: await named('x1'), reason: 'sent twice' })
    expect(taken?.state).toBe('proposed')
    await madeBy(await approver.client.post(`${path}/decisions/${taken?.id}/approve`, undefined))
    expect(await stateOf()).toMatchObject({ x1: 'withdrawn' })
  })

  it('assign, flag and reopen say who looks after an item, and what no longer stands', async () => {
    const { client, path, approver, named, stateOf, make } = await scene()
    const items = await named('b')
    await make(client, { kind: 'assign', items, owner: approver.id }, { kind: 'flag', items })
    const { data } = await itemsOf(client, path, `?owner=${approver.id}`)
    expect(data).toMatchObject([{ name: { id: 'b' }, isFlagged: true }])
    expect(await tasksOf(approver.client)).toMatchObject([{ kind: 'assigned_item', item: items[0] }])
    const [accept] = await make(client, { kind: 'accept', items, label: 'fee' })
    await make(client, { kind: 'reopen', follows: accept?.id })
    expect(await stateOf()).toMatchObject({ b: 'undecided' })
  })
})

describe('what waits', () => {
  it('is a submitted period, for an approver who has not worked on it', async () => {
    const { client, path, period, approver, preparer } = await submittedPeriod()
    expect(await tasksOf(approver.client)).toMatchObject([{ kind: 'approve_period', period: { id: period.id } }])
    expect(await tasksOf(preparer.client)).toEqual([])
    expect((await stepped(approver.client, path, 'reject', { reason: 'x' })).status).toBe(200)
    expect(await tasksOf(approver.client)).toEqual([])
    expect(await codeOf(await client.get('/api/v1/tasks?cursor=x'))).toBe('invalid_cursor')
  })
})

describe('the verification of a period', () => {
  it('holds for a closed one, and says what somebody changed behind the service', async () => {
    const { app, client, tenantId, path, period } = await closedPeriod()
    const sound = await verified(client, path)
    expect(sound.checks.filter(({ passed }) => !passed)).toEqual([])
    expect(sound).toMatchObject({ verified: true, opening: { isStale: false } })
    const change = (sql: string) =>
      app.env.DB.prepare(`${sql} WHERE tenant_id = ? AND period_id = ?`).bind(tenantId, period.id).run()
    await change(`UPDATE decisions SET line = replace(line, 'on its way', 'on the way')`)
    const failing = async () =>
      (await verified(client, path)).checks.filter(({ passed }) => !passed).map(({ name }) => name)
    expect(await failing()).toEqual(['decisions', 'state'])
    await change('DELETE FROM signoffs')
    expect(await failing()).toEqual(['decisions', 'signoffs', 'state'])
    const audit = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
    expect(audit.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['runs'])
  })

  it('marks an opening that has changed since the run', async () => {
    const { client, path, reconciliation, preparer } = await readyPeriod()
    const april = await (await client.post(reconciliation.links.periods)).json<PeriodRecord>()
    await ran(client, april.links.self)
    expect((await verified(client, april.links.self)).opening.isStale).toBe(false)
    const { data, revision } = await itemsOf(client, path)
    const items = data.filter(({ name }) => name.id === 's2').map(({ name }) => name)
    await madeBy(await decided(preparer.client, path, [{ kind: 'accept', items, label: 'fee' }], revision))
    expect((await verified(client, april.links.self)).opening.isStale).toBe(true)
  })
})

describe('an act that was staged an hour ago', () => {
  const stagedIn = async ({ app, tenantId }: Awaited<ReturnType<typeof scene>>) => {
    const sql = 'SELECT id FROM staged_acts WHERE tenant_id = ? ORDER BY id'
    return (await app.env.DB.prepare(sql).bind(tenantId).all<{ id: string }>()).results.map(({ id }) => id)
  }

  it('is forgotten if its entry was never signed', async () => {
    const made = await scene()
    const { app, period, tenantId } = made
    const sql = 'INSERT INTO staged_acts (tenant_id, id, period_id, payload, created_at) VALUES (?, ?, ?, ?, ?)'
    const stage = (id: string, at: number) =>
      app.env.DB.prepare(sql).bind(tenantId, id, period.id, '{"decisions":[]}', at).run()
    await stage('act_new', Date.now() - 3_500_000)
    await stage('act_old', Date.now() - 3_700_000)
    await runScheduled(app.env, app.isolate)
    expect(await stagedIn(made)).toEqual(['act_new'])
  })

  it('is forgotten whatever the logs of other tenants come to', async () => {
    const made = await scene()
    const { app, period, tenantId } = made
    const sql = 'INSERT INTO staged_acts (tenant_id, id, period_id, payload, created_at) VALUES (?, ?, ?, ?, ?)'
    const stage = (tenant: string, id: string) =>
      app.env.DB.prepare(sql).bind(tenant, id, period.id, '{"decisions":[]}', 1)
    await app.env.DB.batch([
      // First by its id, with more acts than are forgotten at once.
      ...Array.from({ length: 21 }, (_, index) => stage('0', `act_${index}`)),
      stage(tenantId, 'act_old'),
    ])
    const fault = { matches: new RegExp(tenantHashOf('0')), when: 'before', times: 30 } as const
    await runScheduled({ ...app.env, BUCKET: faultyBucket(app.env.BUCKET, [fault]) }, app.isolate)
    expect(await stagedIn(made)).toEqual([])
  })

  it('is kept as long as the log has its entry, and applied by the next act', async () => {
    const made = await scene()
    const { app, secret, client, path, tenantId, named, make } = made
    const DB = faultyDatabase(app.env.DB, [isolateDies])
    const dying = createTestApp({ env: { DB } }).clientWith({ 'X-API-Key': secret })
    const body = { decisions: [{ kind: 'flag', items: await named('a') }] }
    expect((await dying.post(`${path}/decisions`, body, { 'If-Match': '"1"' })).status).toBe(503)
    await app.env.DB.prepare('UPDATE staged_acts SET created_at = 1 WHERE tenant_id = ?').bind(tenantId).run()
    await runScheduled(app.env, app.isolate)
    expect(await stagedIn(made)).toHaveLength(1)
    await make(client, { kind: 'flag', items: await named('b') })
    const flagged = (await itemsOf(client, path)).data.filter(({ isFlagged }) => isFlagged).map(({ name }) => name.id)
    expect(flagged).toEqual(['a', 'b'])
    expect(await stagedIn(made)).toEqual([])
  })
})

describe('an act whose isolate dies after its entry was signed', () => {
  it('is applied by the next act, and its repetition gets its answer', async () => {
    const { app, secret, client, path, named, make } = await scene()
    const DB = faultyDatabase(app.env.DB, [isolateDies])
    const dying = createTestApp({ env: { DB } }).clientWith({ 'X-API-Key': secret })
    const body = { decisions: [{ kind: 'flag', items: await named('a') }] }
    const headers = { 'If-Match': '"1"', 'Idempotency-Key': 'one' }
    expect((await dying.post(`${path}/decisions`, body, headers)).status).toBe(503)
    expect(await codeOf(await client.post(`${path}/decisions`, body, headers))).toBe('idempotency_key_in_use')
    await make(client, { kind: 'flag', items: await named('b') })
    const again = await client.post(`${path}/decisions`, body, headers)
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.headers.get('ETag')]).toEqual([
      201,
      'true',
      '"2"',
    ])
    const flagged = (await itemsOf(client, path)).data.filter(({ isFlagged }) => isFlagged).map(({ name }) => name.id)
    expect(flagged).toEqual(['a', 'b'])
    const audit = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
    expect(audit.checks.filter(({ passed }) => !passed)).toEqual([])
  })
})
