import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import type { InvitationRecord, SessionRecord } from '../../../../../schema/member.ts'
import { origin } from '../../../../support/worker/client.ts'
import { browserOf, createPeopleApp, secretOf } from '../../../../support/worker/people.ts'
import { problemOf } from '../../../../support/worker/readers.ts'

const team = 'https://example.cloudflareaccess.com'
const audience = 'a1b2c3'
const minute = 60

/** The Worker behind Access: the keys are of this test, and their signatures are checked as those of Access are. */
async function behindAccess(keysAnswer?: () => Promise<Response>) {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }]
  const answer = vi.fn(async (url: RequestInfo | URL) =>
    String(url) === `${team}/cdn-cgi/access/certs`
      ? (keysAnswer?.() ?? Response.json({ keys }))
      : new Response(null, { status: 404 }),
  )
  vi.stubGlobal('fetch', answer)
  const app = createPeopleApp({ env: { OIDC_ISSUERS: '', ACCESS_APPLICATION: `${team} ${audience}` } })
  const { tenantId } = await app.newTenant()
  const admin = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
  const invitation = await (
    await admin.post(`/api/v1/admin/tenants/${tenantId}/invitations`, { address: 'ada@example.com' })
  ).json<InvitationRecord>()
  const now = Math.floor(Date.now() / 1000)
  const usual = {
    iss: team,
    aud: audience,
    sub: 'u1',
    email: 'Ada@example.com',
    type: 'app',
    iat: now,
    exp: now + minute,
  }
  const assert = (claims: Readonly<Record<string, unknown>>, by = own) =>
    new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(by.privateKey)
  const browser = browserOf(app)
  const signIn = (assertion: string | undefined, query = `?invitation=${secretOf(invitation)}`) =>
    browser.send(`${origin}/auth/sign-in${query}`, {
      method: 'POST',
      headers: { Origin: origin, ...(assertion !== undefined && { 'Cf-Access-Jwt-Assertion': assertion }) },
    })
  return { app, browser, assert, signIn, foreign, now }
}

describe('an assertion of Cloudflare Access', () => {
  it('signs in whoever Access lets through, from the invitation on', async () => {
    const { browser, assert, signIn } = await behindAccess()
    expect((await signIn(await assert({}))).headers.get('Location')).toBe('/app')
    const { member } = await (await browser.send(`${origin}/auth/session`)).json<SessionRecord>()
    expect(member).toMatchObject({ issuer: team, subject: 'u1', address: 'ada@example.com', name: 'ada@example.com' })
    expect((await signIn(await assert({}), '?to=/app/keys')).headers.get('Location')).toBe('/app/keys')
  })

  it.each([
    ['of another audience', { aud: 'other' }],
    ['of another issuer', { iss: 'https://other.cloudflareaccess.com' }],
    ['whose time is over', { exp: 1 }],
    ['without an end', { exp: undefined }],
    ['that is not valid yet', { nbf: 4_000_000_000 }],
    ['of a service token', { sub: '', email: undefined, common_name: 'token.access' }],
    ['of a service token with a subject', { common_name: 'token.access' }],
    ['without an address', { email: undefined }],
    ['of the whole organisation', { type: 'org' }],
  ])('%s signs nobody in', async (_, claims) => {
    const { browser, assert, signIn } = await behindAccess()
    expect(await problemOf(signIn(await assert(claims)))).toMatchObject({ status: 401, code: 'sign_in_failed' })
    expect(browser.cookiesOf(origin)).toBe('')
  })

  it('that Access has not signed, or that was changed, signs nobody in', async () => {
    const { assert, signIn, foreign } = await behindAccess()
    const good = await assert({})
    const [head = '', body = '', signature = ''] = good.split('.')
    const unsigned = `${btoa('{"alg":"none"}')}.${body}.`
    const other = (await assert({ email: 'aron@example.com' })).split('.')[1]
    for (const text of [await assert({}, foreign), unsigned, `${head}.${other}.${signature}`, 'x', undefined])
      expect((await problemOf(signIn(text))).code).toBe('sign_in_failed')
  })

  it.each([
    ['says that it is broken', async () => new Response('no', { status: 500 })],
    ['answers no JSON', async () => new Response('<html>')],
    ['answers no keys', async () => Response.json({ keys: 'x' })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is not called forged while Access %s', async (_, answer: () => Promise<Response>) => {
    const { assert, signIn } = await behindAccess(answer)
    expect(await problemOf(signIn(await assert({})))).toMatchObject({ status: 503, code: 'issuer_unavailable' })
  })

  it('of another address does not accept the invitation', async () => {
    const { assert, signIn } = await behindAccess()
    expect((await problemOf(signIn(await assert({ email: 'aron@example.com' })))).code).toBe('invitation_refused')
  })
})
