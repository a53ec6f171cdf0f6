import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { makeSecret } from '../../../../../functions/service/keys/people/secret-text.ts'
import type { AuditEventRecord, InvitationRecord, MemberRecord } from '../../../../../schema/member.ts'
import type { RunRecord } from '../../../../../schema/run.ts'
import type { Client } from '../../../../support/worker/client.ts'
import { createPeopleApp, memberOf, secretOf } from '../../../../support/worker/people.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'

const membersPath = '/api/v1/members'
const demoRun = { name: 'March', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }

async function tenantWithMembers(options: Parameters<typeof createPeopleApp>[0] = {}) {
  const app = createPeopleApp(options)
  const tenant = await app.newTenant()
  const administrator = await memberOf(app, tenant.tenantId, 'administrator')
  return { app, ...tenant, keyClient: tenant.client, administrator }
}

const eventsOf = async (client: Client): Promise<readonly AuditEventRecord[]> =>
  (await (await client.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()).data

const patch = (client: Client, id: string, body: object) =>
  client.send(`${membersPath}/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })

describe('a member', () => {
  it('has another role at once, and the event says who gave it', async () => {
    const { app, tenantId, administrator } = await tenantWithMembers()
    const viewer = await memberOf(app, tenantId, 'viewer')
    expect((await viewer.client.post('/api/v1/runs', demoRun)).status).toBe(403)
    const changed = await patch(administrator.client, viewer.id, { role: 'preparer' })
    expect((await changed.json<MemberRecord>()).role).toBe('preparer')
    expect((await viewer.client.post('/api/v1/runs', demoRun)).status).toBe(201)
    expect(await eventsOf(administrator.client)).toContainEqual(
      expect.objectContaining({
        action: 'member.changed',
        actor: { kind: 'member', id: administrator.id, name: 'The administrator' },
        subject: viewer.id,
        details: { address: `${viewer.id}@example.com`, before: 'viewer', role: 'preparer' },
      }),
    )
  })

  it('who is removed has no session any more, invites nobody, and may be invited again', async () => {
    const { app, tenantId, administrator } = await tenantWithMembers()
    const leaving = await memberOf(app, tenantId, 'administrator')
    const wanted = { address: 'petra@example.com', role: 'administrator' }
    const invitation = await (await leaving.client.post('/api/v1/invitations', wanted)).json<InvitationRecord>()
    expect((await administrator.client.delete(`${membersPath}/${leaving.id}`)).status).toBe(204)
    expect(await problemOf(leaving.client.get('/api/v1/usage'))).toMatchObject({
      status: 401,
      code: 'sign_in_required',
    })
    expect((await problemOf(leaving.client.get('/auth/session'))).code).toBe('sign_in_required')
    const accept = app.client.get(`/auth/sign-in?invitation=${secretOf(invitation)}`)
    expect((await problemOf(accept)).code).toBe('invitation_refused')
    expect((await problemOf(administrator.client.delete(`${membersPath}/${leaving.id}`))).code).toBe('member_not_found')
    const again = { address: `${leaving.id}@example.com`, role: 'viewer' }
    expect((await administrator.client.post('/api/v1/invitations', again)).status).toBe(201)
  })

  it('who is no administrator any more leaves no open invitation', async () => {
    const { app, tenantId, administrator } = await tenantWithMembers()
    const other = await memberOf(app, tenantId, 'administrator')
    const wanted = { address: 'petra@example.com', role: 'administrator' }
    const invitation = await (await other.client.post('/api/v1/invitations', wanted)).json<InvitationRecord>()
    await patch(administrator.client, other.id, { role: 'approver' })
    const accept = app.client.get(`/auth/sign-in?invitation=${secretOf(invitation)}`)
    expect((await problemOf(accept)).code).toBe('invitation_refused')
  })

  it('is signed out everywhere by an administrator, and by herself', async () => {
    const { app, tenantId, administrator } = await tenantWithMembers()
    const viewer = await memberOf(app, tenantId, 'viewer')
    expect((await administrator.client.delete(`${membersPath}/${viewer.id}/sessions`)).status).toBe(204)
    expect((await problemOf(viewer.client.get('/auth/session'))).code).toBe('sign_in_required')
    expect((await administrator.client.get('/auth/session')).status).toBe(200)
    const { data } = await (await administrator.client.get(membersPath)).json<{ data: MemberRecord[] }>()
    expect(data.map(({ id }) => id)).toContain(viewer.id)
    expect((await administrator.client.post('/auth/sign-out?everywhere=true')).status).toBe(204)
    const again = await memberOf(app, tenantId, 'administrator')
    const actions = (await eventsOf(again.client)).map(({ action, subject }) => [action, subject])
    expect(actions).toContainEqual(['member.signed_out', viewer.id])
    expect(actions).toContainEqual(['member.signed_out', administrator.id])
  })

  it('who is the last administrator stays one, also of two who remove each other at once', async () => {
    const { app, tenantId, administrator } = await tenantWithMembers()
    for (const answer of [
      administrator.client.delete(`${membersPath}/${administrator.id}`),
      patch(administrator.client, administrator.id, { role: 'approver' }),
    ])
      expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'last_administrator' })
    expect((await administrator.client.get(membersPath)).status).toBe(200)
    const other = await memberOf(app, tenantId, 'administrator')
    const statuses = await Promise.all([
      administrator.client.delete(`${membersPath}/${other.id}`),
      other.client.delete(`${membersPath}/${administrator.id}`),
    ])
    expect(statuses.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('of another tenant is unknown here', async () => {
    const { app, administrator } = await tenantWithMembers()
    const { tenantId } = await app.newTenant()
    const foreign = await memberOf(app, tenantId, 'viewer')
    expect((await problemOf(patch(administrator.client, foreign.id, { role: 'approver' }))).code).toBe(
      'member_not_found',
    )
    const { data } = await (await administrator.client.get(membersPath)).json<{ data: MemberRecord[] }>()
    expect(data.map(({ id }) => id)).toEqual([administrator.id])
  })
})

describe('a session', () => {
  it('is of its tenant alone: its secret under the name of another is none', async () => {
    const { app, administrator } = await tenantWithMembers()
    const { tenantId } = await app.newTenant()
    await memberOf(app, tenantId, 'viewer')
    const moved = administrator.cookie.replace(/ten_\w+/, tenantId)
    for (const cookie of [moved, moved.replace('__Host-', ''), administrator.cookie.replace('__Host-', '')]) {
      const problem = await problemOf(app.client.get('/api/v1/usage', { Cookie: cookie }))
      expect(problem.status).toBe(401)
    }
  })

  it('ends after twelve hours without use, and after seven days in any case', async () => {
    const clock = settableClock()
    const { administrator } = await tenantWithMembers({ now: clock.now })
    const look = async () => (await administrator.client.get('/auth/session')).status
    clock.advance(11 * 3_600_000)
    expect(await look()).toBe(200)
    clock.advance(11 * 3_600_000)
    expect(await look()).toBe(200)
    clock.advance(12 * 3_600_000 + 1)
    expect(await look()).toBe(401)
    const other = await tenantWithMembers({ now: clock.now })
    for (let hours = 0; hours < 167; hours += 11) {
      expect((await other.administrator.client.get('/auth/session')).status).toBe(200)
      clock.advance(11 * 3_600_000)
    }
    expect((await other.administrator.client.get('/auth/session')).status).toBe(401)
  })

  it('costs one query, and a forged one none', async () => {
    const { app, administrator } = await tenantWithMembers()
    app.recorder.reset()
    await administrator.client.get('/auth/session', { Cookie: `${administrator.cookie}x` })
    expect(app.recorder.sql).toEqual([])
    app.recorder.reset()
    await administrator.client.get('/api/v1/log/checkpoint')
    expect(app.recorder.sql.filter((sql) => sql.includes('"sessions"'))).toHaveLength(1)
  })

  it('that has ended costs a query a minute, and many of an address none', async () => {
    const clock = settableClock(1_800_000_000_000)
    const { app, tenantId, administrator } = await tenantWithMembers({ now: clock.now })
    const look = (text: string) => problemOf(app.client.get('/auth/session', { Cookie: text }))
    const ended = () => `__Host-tallystick-session=${makeSecret(app.env, 'session', tenantId).text}`
    const one = ended()
    app.recorder.reset()
    for (let time = 0; time < 130; time++) expect((await look(one)).code).toBe('sign_in_required')
    expect(app.recorder.roundTrips).toBe(1)
    for (let time = 1; time < 120; time++) await look(ended())
    app.recorder.reset()
    expect(await look(ended())).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(app.recorder.calls).toEqual([])
    const elsewhere = { Cookie: administrator.cookie, 'CF-Connecting-IP': '203.0.113.9' }
    expect((await app.client.get('/auth/session', elsewhere)).status).toBe(200)
    clock.advance(60_000)
    expect((await administrator.client.get('/auth/session')).status).toBe(200)
  })

  it.each([
    ['another origin', { Origin: 'https://elsewhere.test' }],
    ['an origin that is hidden', { Origin: 'null' }],
    ['another site', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling', { Origin: 'https://a.tallystick.test', 'Sec-Fetch-Site': 'same-site' }],
    ['nowhere', { Origin: '' }],
  ])('changes nothing for a request from %s, whatever its content type', async (_, headers) => {
    const { app, administrator } = await tenantWithMembers()
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'text/csv'])
      for (const path of [
        '/api/v1/runs',
        '/api/v1/datasets?name=a&adapter=bank',
        '/api/v1/invitations',
        '/auth/sign-out',
      ]) {
        const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
        const answer = app.client.post(path, '{}', { ...sent, Cookie: administrator.cookie, 'Content-Type': type })
        expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'origin_refused' })
      }
    expect((await administrator.client.get('/auth/session')).status).toBe(200)
    const refused = (await eventsOf(administrator.client)).filter(({ action }) => action === 'access.refused')
    expect(refused.map(({ details }) => details['route']).sort()).toEqual([
      'POST /api/v1/datasets',
      'POST /api/v1/invitations',
      'POST /api/v1/runs',
    ])
  })

  it('may change what its page asks for where the page hides its origin', async () => {
    const { app, administrator } = await tenantWithMembers()
    const headers = { Cookie: administrator.cookie, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
    expect((await app.client.post('/api/v1/runs', demoRun, headers)).status).toBe(201)
  })

  it('has answers that no cache gives to anybody else', async () => {
    const { app, administrator, secret } = await tenantWithMembers()
    const run = await (await administrator.client.post('/api/v1/runs', demoRun)).json<RunRecord>()
    for (const path of [
      run.links.results ?? '',
      run.links.self,
      membersPath,
      '/auth/session',
      '/api/v1/runs?limit=x',
    ]) {
      const { headers } = await administrator.client.get(path)
      expect([path, headers.get('Cache-Control')]).toEqual([path, 'private, no-cache'])
      expect(headers.get('Vary')?.split(', ')).toContain('Cookie')
    }
    const byKey = await app.client.get(run.links.results ?? '', { 'X-API-Key': secret })
    expect(byKey.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(byKey.headers.get('Vary')).toBe('Accept, X-API-Key, Origin')
    const etag = byKey.headers.get('ETag') ?? ''
    const signedOut = app.client.get(run.links.results ?? '', {
      'If-None-Match': etag,
      Cookie: `${administrator.cookie}x`,
    })
    expect((await problemOf(signedOut)).code).toBe('sign_in_required')
  })

  it('gives way to an API key', async () => {
    const { app, administrator, secret, keyId } = await tenantWithMembers()
    const answer = await app.client.get('/api/v1/usage', { Cookie: administrator.cookie, 'X-API-Key': secret })
    expect(await answer.json()).toMatchObject({ key: { id: keyId }, member: null })
    expect(await (await administrator.client.get('/api/v1/usage')).json()).toMatchObject({
      key: null,
      member: { id: administrator.id, role: 'administrator' },
    })
    const wrong = app.client.get('/api/v1/usage', { Cookie: administrator.cookie, 'X-API-Key': 'tsk_test_x' })
    expect((await problemOf(wrong)).code).toBe('api_key_invalid')
  })

  it('has Idempotency-Keys of its own', async () => {
    const { app, tenantId, administrator, keyClient } = await tenantWithMembers()
    const other = await memberOf(app, tenantId, 'preparer')
    const run = async (client: Client) => {
      const answer = await client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'march' })
      return (await answer.json<RunRecord>()).id
    }
    const ids = [await run(administrator.client), await run(other.client), await run(keyClient)]
    expect(new Set(ids).size).toBe(3)
    expect(await run(other.client)).toBe(ids[1])
  })

  it('names the member in log lines, runs and receipts', async () => {
    const { app, administrator } = await tenantWithMembers()
    const run = await (await administrator.client.post('/api/v1/runs', demoRun)).json<RunRecord>()
    expect(JSON.parse(app.logLines.at(-1) ?? '')).toMatchObject({ key: null, member: administrator.id, status: 201 })
    const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE run_id = ?')
      .bind(run.id)
      .all<{ line: string }>()
    expect(results[0]?.line).toContain(`"actor":"${administrator.id}"`)
  })
})
