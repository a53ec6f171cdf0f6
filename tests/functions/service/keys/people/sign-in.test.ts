import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { AuditEventRecord, MemberRecord, SessionRecord } from '../../../../../schema/member.ts'
import { origin } from '../../../../support/worker/client.ts'
import {
  browserOf,
  createPeopleApp,
  firstIssuer,
  inviteAda,
  secondIssuer,
  secretOf,
  signIn,
  signInUrl,
  tenantOfAda,
} from '../../../../support/worker/people.ts'
import { problemOf } from '../../../../support/worker/readers.ts'

const sessionPath = `${origin}/auth/session`

describe('signing in', () => {
  it('makes members of two people in two browsers, from the first invitation to signing out', async () => {
    const { app, tenantId, ada, clientOfAda, invite } = await tenantOfAda()
    const petra = browserOf(app)
    expect((await petra.send(sessionPath)).status).toBe(401)
    const invitation = await invite('petra@example.com', 'preparer')
    expect(
      (await signIn(petra, 'petra', { invitation: secretOf(invitation), to: '/app?a=1#b' })).headers.get('Location'),
    ).toBe('/app?a=1#b')
    const session = await (await petra.send(sessionPath)).json<SessionRecord>()
    expect(session).toMatchObject({
      member: {
        address: 'petra@example.com',
        name: 'Petra Lind',
        role: 'preparer',
        issuer: firstIssuer,
        subject: 'petra',
      },
      tenant: { id: tenantId },
      tenants: [{ id: tenantId }],
    })
    expect((await (await ada.send(sessionPath)).json<SessionRecord>()).member.role).toBe('administrator')
    const { data } = await (await clientOfAda.get('/api/v1/members')).json<{ data: MemberRecord[] }>()
    expect(data.map(({ name }) => name).sort()).toEqual(['Ada Berg', 'Petra Lind'])

    const out = await petra.send(`${origin}/auth/sign-out`, { method: 'POST', headers: { Origin: origin } })
    expect([out.status, out.headers.get('Clear-Site-Data')]).toEqual([204, '"cache"'])
    expect((await petra.send(sessionPath)).status).toBe(401)
    expect((await ada.send(sessionPath)).status).toBe(200)
    expect((await signIn(petra, 'petra')).status).toBe(302)
    expect((await petra.send(sessionPath)).status).toBe(200)
  })

  it('keeps the session from scripts, other hosts and other sites, and keeps nothing of it in the database', async () => {
    const app = createPeopleApp()
    const { tenantId } = await app.newTenant()
    const answer = await signIn(browserOf(app), 'ada', { invitation: secretOf(await inviteAda(app, tenantId)) })
    const cookies = answer.headers.getSetCookie()
    const cookie = cookies.find((text) => text.startsWith('__Host-tallystick-session=')) ?? ''
    expect(cookie).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie).not.toMatch(/domain/i)
    expect(cookies.find((text) => text.startsWith('__Host-tallystick-sign-in='))).toMatch(/Max-Age=0/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const secret = /\.([0-9A-Za-z]{32})\./.exec(cookie)?.[1] ?? ''
    expect(secret).not.toBe('')
    const { results: tables } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    ).all<{ name: string }>()
    for (const { name } of tables)
      expect(JSON.stringify((await env.DB.prepare(`SELECT * FROM ${name}`).all()).results)).not.toContain(secret)
    expect(app.logLines.join('\n')).not.toContain(secret)
  })

  it('shows an invitation once, and keeps nothing of its secret', async () => {
    const app = createPeopleApp()
    const { tenantId } = await app.newTenant()
    const invitation = await inviteAda(app, tenantId)
    expect(invitation.url).toMatch(/^https:\/\/tallystick\.test\/auth\/sign-in\?invitation=ten_/)
    const stored = JSON.stringify((await env.DB.prepare('SELECT * FROM invitations').all()).results)
    expect(stored).not.toContain(secretOf(invitation).split('.')[1])
  })

  it('begins with a new secret, and ends the session that the browser had', async () => {
    const { tenantId, ada } = await tenantOfAda()
    const before = ada.cookiesOf(origin)
    await signIn(ada, 'ada', { tenant: tenantId })
    expect(ada.cookiesOf(origin)).not.toBe(before)
    const { results } = await env.DB.prepare('SELECT * FROM sessions WHERE tenant_id = ?').bind(tenantId).all()
    expect(results).toHaveLength(1)
  })

  it('asks which issuer where there are two, and refuses one that the service does not have', async () => {
    const { app } = await tenantOfAda()
    const page = await (await app.client.get('/auth/sign-in?to=/app')).text()
    for (const issuer of [firstIssuer, secondIssuer])
      expect(page).toContain(
        `action="/auth/sign-in?${new URLSearchParams({ to: '/app', issuer })}"`.replace('&', '&amp;'),
      )
    expect((await app.client.get(`/auth/sign-in?issuer=${firstIssuer}`)).status).toBe(302)
    const problem = await problemOf(app.client.get('/auth/sign-in?issuer=https://elsewhere.test'))
    expect(problem).toMatchObject({ code: 'invalid_query', errors: [{ pointer: '/issuer' }] })
    expect(problem.errors?.[0]?.detail).toContain(secondIssuer)
    const unchosen = app.client.post('/auth/sign-in', undefined, { Origin: origin })
    expect(await problemOf(unchosen)).toMatchObject({ code: 'invalid_query', errors: [{ pointer: '/issuer' }] })
  })

  it.each([
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/.//elsewhere.test',
    '/a/..//elsewhere.test',
    '/%2e//elsewhere.test',
    '/.\\/elsewhere.test',
    `${origin}//elsewhere.test`,
    'app',
    'javascript:alert(1)',
  ])('leads nobody to %s', async (to) => {
    const { client } = createPeopleApp()
    const query = new URLSearchParams({ to, issuer: firstIssuer })
    expect(await problemOf(client.get(`/auth/sign-in?${query}`))).toMatchObject({
      code: 'invalid_query',
      errors: [{ pointer: '/to' }],
    })
  })

  it('is not there without an issuer, and says who can help', async () => {
    const { client } = createPeopleApp({ env: { OIDC_ISSUERS: '' } })
    expect(await problemOf(client.get('/auth/sign-in'))).toMatchObject({ status: 503, code: 'not_configured' })
  })

  it('says that the issuer does not answer', async () => {
    const { client } = createPeopleApp({ env: { OIDC_ISSUERS: 'http://127.0.0.1:9 client' } })
    expect(await problemOf(client.get('/auth/sign-in'))).toMatchObject({ status: 503, code: 'issuer_unavailable' })
  })

  it('refuses a person who is no member, and notes it in the tenant that was wanted', async () => {
    const { app, tenantId, clientOfAda } = await tenantOfAda()
    const answer = signIn(browserOf(app), 'aron', { tenant: tenantId })
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'not_a_member' })
    const { data } = await (await clientOfAda.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()
    expect(data[0]).toMatchObject({
      action: 'session.refused',
      actor: { kind: 'visitor', id: null },
      details: { code: 'not_a_member', subject: 'aron' },
    })
  })

  it('chooses among the tenants of a person, and only among those', async () => {
    const { app, tenantId, ada } = await tenantOfAda()
    const other = await app.newTenant()
    await signIn(ada, 'ada', { invitation: secretOf(await inviteAda(app, other.tenantId)) })
    const session = async () => (await ada.send(sessionPath)).json<SessionRecord>()
    expect((await session()).tenant.id).toBe(other.tenantId)
    const own = (await session()).tenants.map(({ id }) => id)
    expect(own).toEqual(expect.arrayContaining([tenantId, other.tenantId]))
    await signIn(ada, 'ada', { tenant: tenantId })
    expect((await session()).tenant.id).toBe(tenantId)
    const third = await app.newTenant()
    expect(own).not.toContain(third.tenantId)
    expect((await problemOf(signIn(browserOf(app), 'ada', { tenant: third.tenantId }))).code).toBe('not_a_member')
  })
})

describe('a member of more tenants than are listed', () => {
  it('signs in to whichever is wanted', async () => {
    const { app, tenantId, ada } = await tenantOfAda()
    const later = Date.now() + 60_000
    await env.DB.batch(
      Array.from({ length: 101 }, (_, index) => [
        env.DB.prepare(
          `INSERT INTO tenants (id, name, plan, settings, created_at) VALUES ('ten_many${index}', 'n', 'free', '{}', 1)`,
        ),
        env.DB.prepare(
          `INSERT INTO members VALUES ('ten_many${index}', 'mbr_1', ?, 'ada', 'ada@example.com', 'Ada', 'viewer', 1, ?, NULL)`,
        ).bind(firstIssuer, later),
      ]).flat(),
    )
    expect((await signIn(ada, 'ada', { tenant: tenantId })).status).toBe(302)
    expect((await (await ada.send(sessionPath)).json<SessionRecord>()).tenant.id).toBe(tenantId)
    await env.DB.batch([
      env.DB.prepare("DELETE FROM members WHERE tenant_id GLOB 'ten_many*'"),
      env.DB.prepare("DELETE FROM tenants WHERE id GLOB 'ten_many*'"),
    ])
    expect((await problemOf(signIn(browserOf(app), 'ada', { tenant: 'ten_many1' }))).code).toBe('not_a_member')
  })
})

describe('an attack on a sign-in', () => {
  it('by a link with an invitation or a tenant signs nobody in: a page asks, which no other page can answer', async () => {
    const { app, tenantId, invite } = await tenantOfAda()
    await env.DB.prepare("UPDATE tenants SET name = '<b>Mine</b>' WHERE id = ?").bind(tenantId).run()
    const invitation = secretOf(await invite('petra@example.com', 'viewer'))
    for (const wish of [{ invitation }, { tenant: tenantId }]) {
      const path = `/auth/sign-in?${new URLSearchParams({ ...wish, issuer: firstIssuer })}`
      const page = await app.client.get(path)
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
      expect(page.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(page.headers.get('Referrer-Policy')).toBe('same-origin')
      const text = await page.text()
      expect(text).toContain('<form method="post"')
      expect(text).not.toContain('<b>')
      for (const headers of [{}, { Origin: 'https://elsewhere.test' }, { 'Sec-Fetch-Site': 'cross-site' }])
        expect((await problemOf(app.client.post(path, undefined, headers))).code).toBe('origin_refused')
      expect((await app.client.post(path, undefined, { Origin: origin })).status).toBe(303)
    }
    const asked = await (await app.client.get(`/auth/sign-in?invitation=${invitation}`)).text()
    expect(asked).toContain('Join &lt;b&gt;Mine&lt;/b&gt; as viewer, with the address petra@example.com?')
  })

  it('does not complete one twice with the same answer, nor with its cookie kept', async () => {
    const { app } = await tenantOfAda()
    const browser = browserOf(app)
    const url = await signInUrl(browser, { issuer: firstIssuer })
    const cookie = browser.cookiesOf(origin)
    const answer = await browser.signInAs('ada', url)
    expect((await browser.send(answer)).status).toBe(302)
    expect((await problemOf(app.fetch(new Request(answer, { headers: { Cookie: cookie } })))).code).toBe(
      'sign_in_failed',
    )
    expect((await problemOf(app.fetch(new Request(answer)))).code).toBe('sign_in_failed')
  })

  it('does not complete the sign-in of another browser, whose own goes on', async () => {
    const { app } = await tenantOfAda()
    const [victim, attacker] = [browserOf(app), browserOf(app)]
    const url = await signInUrl(victim, { issuer: firstIssuer })
    const foreign = await attacker.signInAs('ada', await signInUrl(attacker, { issuer: firstIssuer }))
    expect((await problemOf(victim.send(foreign))).code).toBe('sign_in_failed')
    expect((await victim.send(await victim.signInAs('ada', url))).status).toBe(302)
  })

  it('takes no code of another sign-in under the right state', async () => {
    const { app } = await tenantOfAda()
    const [victim, attacker] = [browserOf(app), browserOf(app)]
    const own = new URL(await victim.signInAs('ada', await signInUrl(victim, { issuer: firstIssuer })))
    const foreign = new URL(await attacker.signInAs('ada', await signInUrl(attacker, { issuer: firstIssuer })))
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '')
    expect((await problemOf(victim.send(own.href))).code).toBe('sign_in_failed')
    expect((await victim.send(sessionPath)).status).toBe(401)
  })

  it.each([
    ['nonce', 'n'.repeat(64)],
    ['state', 's'.repeat(64)],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('refuses an answer to another %s', async (name, value) => {
    const { app } = await tenantOfAda()
    const browser = browserOf(app)
    const url = new URL(await signInUrl(browser, { issuer: firstIssuer }))
    url.searchParams.set(name, value)
    expect((await problemOf(browser.send(await browser.signInAs('ada', url.href)))).code).toBe('sign_in_failed')
    expect((await browser.send(sessionPath)).status).toBe(401)
  })

  it('refuses the answer of another issuer, whichever it says that it is', async () => {
    const { app } = await tenantOfAda()
    for (const said of [secondIssuer, firstIssuer, undefined]) {
      const browser = browserOf(app)
      const url = new URL(await signInUrl(browser, { issuer: firstIssuer }))
      const elsewhere = new URL('/auth?', secondIssuer)
      elsewhere.search = url.search
      const answer = new URL(await browser.signInAs('ada', elsewhere.href))
      if (said === undefined) answer.searchParams.delete('iss')
      else answer.searchParams.set('iss', said)
      expect((await problemOf(browser.send(answer.href))).code).toBe('sign_in_failed')
    }
  })

  it('is over after ten minutes', async () => {
    let now = Date.now()
    const { app } = await tenantOfAda({ now: () => now })
    const browser = browserOf(app)
    const answer = await browser.signInAs('ada', await signInUrl(browser, { issuer: firstIssuer }))
    now += 601_000
    expect((await problemOf(browser.send(answer))).code).toBe('sign_in_failed')
  })

  it('says what the issuer refused', async () => {
    const { app } = await tenantOfAda()
    const browser = browserOf(app)
    const state = new URL(await signInUrl(browser, { issuer: firstIssuer })).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', iss: firstIssuer })
    expect((await problemOf(browser.send(`${origin}/auth/callback?${query}`))).code).toBe('sign_in_failed')
  })

  it('notes in the tenant that was wanted that the issuer refused', async () => {
    const { app, tenantId, clientOfAda } = await tenantOfAda()
    const browser = browserOf(app)
    const url = await signInUrl(browser, { issuer: firstIssuer, tenant: tenantId })
    const query = new URLSearchParams({ error: 'access_denied', iss: firstIssuer })
    query.set('state', new URL(url).searchParams.get('state') ?? '')
    await browser.send(`${origin}/auth/callback?${query}`)
    const { data } = await (await clientOfAda.get('/api/v1/audit-events')).json<{ data: AuditEventRecord[] }>()
    expect(data[0]).toMatchObject({
      action: 'session.refused',
      actor: { kind: 'visitor' },
      details: { code: 'sign_in_failed', issuer: firstIssuer },
    })
  })
})
