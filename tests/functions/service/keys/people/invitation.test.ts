import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { AuditEventRecord, InvitationRecord } from '../../../../../schema/member.ts'
import { origin } from '../../../../support/worker/client.ts'
import {
  browserOf,
  firstIssuer,
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
