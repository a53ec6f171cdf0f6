import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NewKeyRecord } from '../../../../../schema/key.ts'
import {
  type AuditEventRecord,
  type InvitationRecord,
  type OpenInvitationRecord,
  scopesOfRole,
} from '../../../../../schema/member.ts'
import { type Client, origin, type TestApp } from '../../../../support/worker/client.ts'
import {
  browserOf,
  createPeopleApp,
  firstIssuer,
  inviteAda,
  memberOf,
  secondIssuer,
  secretOf,
  signIn,
  signInUrl,
  tenantOfAda,
} from '../../../../support/worker/people.ts'
import { problemOf } from '../../../../support/worker/readers.ts'

const dayMilliseconds = 86_400_000
const sessionPath = `${origin}/auth/session`

const signInProblem = (app: TestApp, invitation: string) =>
  problemOf(app.client.get(`/auth/sign-in?invitation=${invitation}`))

async function inviteOperated(app: TestApp, tenantId: string, address: string): Promise<InvitationRecord> {
  const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  return (await admin.post(`/api/v1/admin/tenants/${tenantId}/invitations`, { address })).json<InvitationRecord>()
}

describe('an invitation', () => {
  it('is accepted once', async () => {
    const { app, invitation, invite } = await tenantOfAda()
    expect((await problemOf(app.client.get(`/auth/sign-in?invitation=${secretOf(invitation)}`))).code).toBe(
      'invitation_refused',
    )
    const open = secretOf(await invite('petra@example.com', 'viewer'))
    const [first, second] = [browserOf(app), browserOf(app)]
    const answers = [
      await first.signInAs('petra', await signInUrl(first, { issuer: firstIssuer, invitation: open })),
      await second.signInAs('petra', await signInUrl(second, { issuer: firstIssuer, invitation: open })),
    ]
    const statuses = await Promise.all([first.send(answers[0] ?? ''), second.send(answers[1] ?? '')])
    expect(statuses.map(({ status }) => status).sort()).toEqual([302, 403])
  })

  it('is listed while it is open, without its secret, and lets nobody in once it is withdrawn', async () => {
    const { app, clientOfAda, invite } = await tenantOfAda()
    const invitation = await invite('petra@example.com', 'viewer')
    const listed = async () =>
      (await (await clientOfAda.get('/api/v1/invitations')).json<{ data: OpenInvitationRecord[] }>()).data
    const { url: _, ...open } = invitation
    expect(await listed()).toEqual([{ ...open, createdBy: expect.stringMatching(/^mbr_/) }])
    const foreign = await memberOf(app, (await app.newTenant()).tenantId, 'administrator')
    const withdraw = (client: Client) => client.delete(`/api/v1/invitations/${invitation.id}`)
    expect((await problemOf(withdraw(foreign.client))).code).toBe('invitation_not_found')
    expect((await withdraw(clientOfAda)).status).toBe(204)
    expect(await listed()).toEqual([])
    expect((await signInProblem(app, secretOf(invitation))).code).toBe('invitation_refused')
    expect((await problemOf(withdraw(clientOfAda))).code).toBe('invitation_not_found')
    const { data } = await (await clientOfAda.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()
    expect(data[0]).toMatchObject({ action: 'invitation.withdrawn', subject: invitation.id })
    expect(data.filter(({ action }) => action === 'invitation.withdrawn')).toHaveLength(1)
  })

  it.each([
    ['another address', 'aron', 'It is for another address.'],
    ['an address that the issuer has not verified', 'eve', 'The issuer does not say that the address is verified.'],
  ])('is refused to %s, and stays open', async (_, subject, detail) => {
    const { app, invite, clientOfAda } = await tenantOfAda()
    const invitation = secretOf(await invite('petra@example.com', 'approver'))
    const refused = await problemOf(signIn(browserOf(app), subject, { invitation }))
    expect(refused).toMatchObject({ status: 403, code: 'invitation_refused', detail: expect.stringContaining(detail) })
    const { data } = await (await clientOfAda.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()
    expect(data[0]).toMatchObject({ action: 'session.refused', details: { code: 'invitation_refused', subject } })
    expect((await signIn(browserOf(app), 'petra', { invitation })).status).toBe(302)
  })

  it('is refused from an issuer that it does not name', async () => {
    const { app, invite } = await tenantOfAda()
    const invitation = secretOf(await invite('petra@example.com', 'viewer', { issuers: [secondIssuer] }))
    const query = new URLSearchParams({ invitation, issuer: firstIssuer })
    expect((await problemOf(app.client.get(`/auth/sign-in?${query}`))).code).toBe('invalid_query')
    expect((await signIn(browserOf(app), 'petra', { invitation, issuer: secondIssuer })).status).toBe(302)
  })

  it('is over after seven days, and when another of the address is made', async () => {
    let now = Date.now()
    const { app, invite, ada } = await tenantOfAda({ now: () => now })
    const first = secretOf(await invite('petra@example.com', 'viewer'))
    const second = secretOf(await invite('Petra@Example.com', 'preparer'))
    expect((await problemOf(app.client.get(`/auth/sign-in?invitation=${first}`))).code).toBe('invitation_refused')
    now += 7 * dayMilliseconds
    expect((await problemOf(app.client.get(`/auth/sign-in?invitation=${second}`))).code).toBe('invitation_refused')
    expect((await ada.send(sessionPath)).status).toBe(401)
  })

  it('is nothing that somebody could invent, or move to another tenant', async () => {
    const { app, invite } = await tenantOfAda()
    const secret = secretOf(await invite('petra@example.com', 'administrator'))
    const { tenantId: other } = await app.newTenant()
    const moved = secret.replace(/^ten_\w+/, other)
    for (const invitation of [moved, secret.slice(0, -1), `${secret}0`, 'x'])
      expect((await problemOf(app.client.get(`/auth/sign-in?invitation=${invitation}`))).code).toBe(
        'invitation_refused',
      )
  })

  it('of the operator is refused once the tenant has an administrator', async () => {
    const app = createPeopleApp()
    const { tenantId } = await app.newTenant()
    const invitations = [await inviteOperated(app, tenantId, 'petra@example.com'), await inviteAda(app, tenantId)]
    const [late = '', early = ''] = invitations.map(secretOf)
    const browser = browserOf(app)
    const answer = await browser.signInAs('petra', await signInUrl(browser, { issuer: firstIssuer, invitation: late }))
    expect((await signIn(browserOf(app), 'ada', { invitation: early })).status).toBe(302)
    expect((await problemOf(browser.send(answer))).code).toBe('invitation_refused')
    const again = signInProblem(app, late)
    expect((await again).code).toBe('invitation_refused')
  })

  it.each([
    ['removed', 'UPDATE members SET removed_at = 1 WHERE id = ?'],
    ['no administrator any more', "UPDATE members SET role = 'approver' WHERE id = ?"],
  ])('is over when its maker is %s, also while a person signs in by it', async (_, change) => {
    const { app, tenantId } = await tenantOfAda()
    const maker = await memberOf(app, tenantId, 'administrator')
    const wanted = { address: 'petra@example.com', role: 'administrator' }
    const made = await (await maker.client.post('/api/v1/invitations', wanted)).json<InvitationRecord>()
    const invitation = secretOf(made)
    const browser = browserOf(app)
    const answer = await browser.signInAs('petra', await signInUrl(browser, { issuer: firstIssuer, invitation }))
    await env.DB.prepare(change).bind(maker.id).run()
    expect((await problemOf(browser.send(answer))).code).toBe('invitation_refused')
    expect((await signInProblem(app, invitation)).code).toBe('invitation_refused')
  })

  it('of a key is over when the key is revoked', async () => {
    const { app, clientOfAda } = await tenantOfAda()
    const scopes = ['members:manage', ...scopesOfRole('viewer')]
    const key = await (await clientOfAda.post('/api/v1/keys', { name: 'Directory', scopes })).json<NewKeyRecord>()
    const wanted = { address: 'petra@example.com', role: 'viewer' }
    const by = { 'X-API-Key': key.secret }
    const made = await (await app.client.post('/api/v1/invitations', wanted, by)).json<InvitationRecord>()
    const browser = browserOf(app)
    const query = { issuer: firstIssuer, invitation: secretOf(made) }
    const answer = await browser.signInAs('petra', await signInUrl(browser, query))
    expect((await clientOfAda.delete(`/api/v1/keys/${key.id}`)).status).toBe(204)
    expect((await problemOf(browser.send(answer))).code).toBe('invitation_refused')
  })

  it('that has ended is over for a Worker whose clock is behind', async () => {
    const now = Date.now()
    const { app, invite } = await tenantOfAda({ now: () => now })
    const first = secretOf(await invite('petra@example.com', 'viewer'))
    await invite('petra@example.com', 'viewer')
    const behind = createPeopleApp({ now: () => now - 60_000 })
    expect((await signInProblem(behind, first)).code).toBe('invitation_refused')
    expect((await signInProblem(app, first)).code).toBe('invitation_refused')
  })

  it('makes the member and the session in one batch, so that a fault uses up nothing', async () => {
    const { app, tenantId, invite } = await tenantOfAda()
    const invitation = secretOf(await invite('petra@example.com', 'viewer'))
    await env.DB.prepare(
      `CREATE TRIGGER fault BEFORE INSERT ON sessions WHEN NEW.tenant_id = '${tenantId}' BEGIN SELECT RAISE(ABORT, 'fault'); END`,
    ).run()
    const failed = await signIn(browserOf(app), 'petra', { invitation })
    await env.DB.prepare('DROP TRIGGER fault').run()
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect((await signIn(browserOf(app), 'petra', { invitation })).status).toBe(302)
  })

  it('lets nobody into a suspended tenant', async () => {
    const { app, tenantId, invite } = await tenantOfAda()
    const invitation = secretOf(await invite('petra@example.com', 'viewer'))
    const browser = browserOf(app)
    const answer = await browser.signInAs('petra', await signInUrl(browser, { issuer: firstIssuer, invitation }))
    const suspend = (at: number | null) =>
      env.DB.prepare('UPDATE tenants SET suspended_at = ? WHERE id = ?').bind(at, tenantId).run()
    await suspend(1)
    expect((await problemOf(browser.send(answer))).code).toBe('tenant_suspended')
    expect((await signInProblem(app, invitation)).code).toBe('tenant_suspended')
    await suspend(null)
    expect((await signIn(browserOf(app), 'petra', { invitation })).status).toBe(302)
  })

  it('of somebody who is a member already is refused', async () => {
    const { app, tenantId, invite, clientOfAda } = await tenantOfAda()
    const petra = secretOf(await invite('petra@example.com', 'viewer'))
    expect((await signIn(browserOf(app), 'petra', { invitation: petra })).status).toBe(302)
    const again = { address: 'PETRA@example.com', role: 'approver' }
    expect((await problemOf(clientOfAda.post('/api/v1/invitations', again))).code).toBe('address_in_use')
    const administrator = await memberOf(app, tenantId, 'administrator')
    const { url } = await (
      await administrator.client.post('/api/v1/invitations', { address: 'aron@example.com', role: 'viewer' })
    ).json<InvitationRecord>()
    await env.DB.prepare("UPDATE members SET issuer = ?, subject = 'aron' WHERE id = ?")
      .bind(firstIssuer, administrator.id)
      .run()
    const refused = await problemOf(signIn(browserOf(app), 'aron', { invitation: secretOf({ url }) }))
    expect(refused.detail).toContain('is a member already')
  })
})
