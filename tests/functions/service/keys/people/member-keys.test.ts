import { describe, expect, it } from 'vitest'
import type { NewKeyRecord } from '../../../../../schema/key.ts'
import { type AuditEventRecord, type InvitationRecord, scopesOfRole } from '../../../../../schema/member.ts'
import type { Role } from '../../../../../schema/role.ts'
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
  const makeKey = async (by: Client, scopes: readonly string[]) => {
    const key = await (await by.post('/api/v1/keys', { name: 'Directory', scopes })).json<NewKeyRecord>()
    return { key, client: app.clientWith({ 'X-API-Key': key.secret }) }
  }
  return { app, ...tenant, keyClient: tenant.client, administrator, makeKey }
}

const eventsOf = async (client: Client): Promise<readonly AuditEventRecord[]> =>
  (await (await client.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()).data

const patch = (client: Client, id: string, role: Role) =>
  client.send(`${membersPath}/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ role }),
    headers: { 'Content-Type': 'application/json' },
  })

const scopesOfViewer = ['members:manage', ...scopesOfRole('viewer')]

describe('keys and members', () => {
  it('gives the first key of a tenant no power over members, nor any key that a key makes', async () => {
    const { app, keyClient } = await tenantWithMembers()
    const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
    const { tenant, key } = await (await admin.post('/api/v1/admin/tenants', { name: 'New' })).json<{
      tenant: { id: string }
      key: { scopes: string[] }
    }>()
    expect(key.scopes).not.toContain('members:manage')
    const wanted = { name: 'Manager', scopes: ['members:manage'] }
    expect((await problemOf(keyClient.post('/api/v1/keys', wanted))).code).toBe('scope_insufficient')
    const byOperator = admin.post(`/api/v1/admin/tenants/${tenant.id}/keys`, wanted)
    expect(await problemOf(byOperator)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/scopes/0', code: 'given_by_administrators' }],
    })
  })

  it('lets a key manage members where an administrator has said so', async () => {
    const { administrator, makeKey } = await tenantWithMembers()
    const { key, client } = await makeKey(administrator.client, scopesOfViewer)
    expect(key.createdBy).toBe(administrator.id)
    expect((await client.post('/api/v1/invitations', { address: 'a@example.com', role: 'viewer' })).status).toBe(201)
    const [invited, made] = await eventsOf(client)
    expect(invited).toMatchObject({ action: 'invitation.made', actor: { kind: 'key', id: key.id, name: 'Directory' } })
    expect(made).toMatchObject({ action: 'key.made', actor: { kind: 'member', id: administrator.id }, subject: key.id })
  })

  it('lets a key give, change and remove only roles whose scopes it has', async () => {
    const { app, tenantId, administrator, makeKey } = await tenantWithMembers()
    const [viewer, preparer] = [await memberOf(app, tenantId, 'viewer'), await memberOf(app, tenantId, 'preparer')]
    const { client } = await makeKey(administrator.client, scopesOfViewer)
    const invite = (by: Client, role: Role) => by.post('/api/v1/invitations', { address: `${role}@example.com`, role })
    const refused = [
      () => invite(client, 'preparer'),
      () => invite(client, 'administrator'),
      () => patch(client, viewer.id, 'administrator'),
      () => patch(client, preparer.id, 'viewer'),
      () => client.delete(`${membersPath}/${preparer.id}`),
      () => client.delete(`${membersPath}/${administrator.id}`),
    ]
    for (const act of refused) expect(await problemOf(act())).toMatchObject({ status: 403, code: 'scope_insufficient' })
    expect((await client.delete(`${membersPath}/${viewer.id}`)).status).toBe(204)
    const full = await makeKey(administrator.client, scopesOfRole('administrator'))
    expect((await invite(full.client, 'administrator')).status).toBe(201)
  })

  it.each(['removed', 'no administrator any more'])(
    'takes members from a key at once when the administrator who made it is %s',
    async (how) => {
      const { app, tenantId, administrator, makeKey } = await tenantWithMembers({ now: settableClock().now })
      const leaving = await memberOf(app, tenantId, 'administrator')
      const { key, client } = await makeKey(leaving.client, scopesOfViewer)
      const invite = () => client.post('/api/v1/invitations', { address: 'petra@example.com', role: 'viewer' })
      const invitation = await (await invite()).json<InvitationRecord>()
      const path = `${membersPath}/${leaving.id}`
      const left =
        how === 'removed' ? administrator.client.delete(path) : patch(administrator.client, leaving.id, 'approver')
      expect((await left).ok).toBe(true)
      expect((await problemOf(invite())).code).toBe('scope_insufficient')
      expect((await problemOf(client.get(membersPath))).code).toBe('scope_insufficient')
      expect((await client.get('/api/v1/runs')).status).toBe(200)
      const accept = app.client.get(`/auth/sign-in?invitation=${secretOf(invitation)}`)
      expect((await problemOf(accept)).code).toBe('invitation_refused')
      const successor = await (await administrator.client.post(`/api/v1/keys/${key.id}/rotate`)).json<NewKeyRecord>()
      expect(successor.createdBy).toBe(administrator.id)
      expect((await app.client.get(membersPath, { 'X-API-Key': successor.secret })).status).toBe(200)
    },
  )

  it('lets no key make another that manages members by a rotation', async () => {
    const { administrator, makeKey } = await tenantWithMembers()
    const { key, client } = await makeKey(administrator.client, ['keys:admin', 'members:manage'])
    expect((await problemOf(client.post(`/api/v1/keys/${key.id}/rotate`))).code).toBe('scope_insufficient')
    expect((await client.get(membersPath)).status).toBe(200)
  })

  it('names the maker of a key that takes the place of its own', async () => {
    const { administrator, makeKey } = await tenantWithMembers()
    const { key, client } = await makeKey(administrator.client, ['keys:admin'])
    const own = await (await client.post(`/api/v1/keys/${key.id}/rotate`)).json<NewKeyRecord>()
    expect(own.createdBy).toBe(administrator.id)
    const other = await makeKey(administrator.client, ['keys:admin'])
    const rotated = await (await client.post(`/api/v1/keys/${other.key.id}/rotate`)).json<NewKeyRecord>()
    expect(rotated.createdBy).toBe(key.id)
  })

  it('notes keys that are made, rotated and revoked, settings and exports', async () => {
    const { app, tenantId, administrator, keyClient } = await tenantWithMembers()
    const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
    const key = await (await keyClient.post('/api/v1/keys', { name: 'A', scopes: ['runs:read'] })).json<NewKeyRecord>()
    await keyClient.post(`/api/v1/keys/${key.id}/rotate`)
    await keyClient.delete(`/api/v1/keys/${key.id}`)
    const run = await (await keyClient.post('/api/v1/runs', demoRun)).json<RunRecord>()
    await (await administrator.client.get(`${run.links.results}`, { Accept: 'text/csv' })).text()
    await (await administrator.client.get(`${run.links.evidence}?format=zip`)).arrayBuffer()
    await admin.send(`/api/v1/admin/tenants/${tenantId}`, {
      method: 'PATCH',
      body: JSON.stringify({ settings: { retentionDays: 400 } }),
      headers: { 'Content-Type': 'application/json' },
    })
    await (await admin.get(`/api/v1/admin/export?tenant=${tenantId}`)).arrayBuffer()
    const events = await eventsOf(administrator.client)
    expect(events.map(({ action, actor }) => `${actor.kind} ${action}`)).toEqual([
      'operator tenant.exported',
      'operator settings.changed',
      'member evidence.exported',
      'member results.exported',
      'key key.revoked',
      'key key.rotated',
      'key key.made',
      'operator key.made',
    ])
    expect(events[1]?.details).toEqual({ retentionDays: '400' })
  })

  it('refuses what is no address and no role, both at once', async () => {
    const { administrator } = await tenantWithMembers()
    const answer = administrator.client.post('/api/v1/invitations', { address: 'x', role: 'owner' })
    const { errors } = await problemOf(answer)
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/address', '/role'])
  })
})
