import { at } from '@tallystick/engine/base'
import { expect, inject } from 'vitest'
import { type BrowserSession, createBrowserSession } from '../../../functions/local/browser-session.ts'
import { makeSecret } from '../../../functions/service/keys/people/secret-text.ts'
import { createId } from '../../../functions/service/platform/ids.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { sessionStore } from '../../../functions/service/store/session-store.ts'
import type { InvitationRecord } from '../../../schema/member.ts'
import { members } from '../../../schema/people-tables.ts'
import type { Role } from '../../../schema/role.ts'
import { type Client, createTestApp, origin, type TestApp, type TestAppOptions } from './client.ts'

/** The real providers of serve-people.ts. */
export const issuerLines = inject('issuers')
export const issuerUrls = issuerLines.map((line) => at(line.split(' '), 0))
export const firstIssuer = at(issuerUrls, 0)
export const secondIssuer = at(issuerUrls, 1)

const weekSeconds = 7 * 86_400

/** The Worker with both providers. */
export const createPeopleApp = ({ env, ...options }: TestAppOptions = {}): TestApp =>
  createTestApp({ ...options, env: { OIDC_ISSUERS: issuerLines.join('\n'), ...env } })

/** A browser with an empty cookie jar, which reaches the Worker and the providers. */
export const browserOf = (app: TestApp): BrowserSession =>
  createBrowserSession((request) => (request.url.startsWith(origin) ? app.fetch(request) : fetch(request)))

/** Where the Worker leads a browser that wants to sign in, as its page asks. */
export async function signInUrl(browser: BrowserSession, query: Readonly<Record<string, string>>): Promise<string> {
  const asked = { method: 'POST', headers: { Origin: origin } }
  const response = await browser.send(`${origin}/auth/sign-in?${new URLSearchParams(query)}`, asked)
  const location = response.headers.get('Location')
  if (location === null) throw new Error(`${response.status} ${await response.text()}`)
  return location
}

/** Signs a person in at the first issuer, unless `query` names another: the answer of the callback. */
export async function signIn(
  browser: BrowserSession,
  subject: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const url = await signInUrl(browser, { issuer: firstIssuer, ...query })
  return browser.send(await browser.signInAs(subject, url))
}

/** The secret of an invitation. */
export const secretOf = ({ url }: Pick<InvitationRecord, 'url'>): string =>
  new URL(url).searchParams.get('invitation') ?? ''

/** The operator invites Ada as the first administrator. */
export async function inviteAda(app: TestApp, tenantId: string): Promise<InvitationRecord> {
  const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  const answer = await admin.post(`/api/v1/admin/tenants/${tenantId}/invitations`, { address: 'Ada@example.com' })
  return answer.json<InvitationRecord>()
}

export interface TestMember {
  readonly id: string
  /** Sends the session’s cookie, and the origin of the service as a page of it does. */
  readonly client: Client
  readonly cookie: string
}

/** Gives a member another role behind the service. */
export const setRole = (app: TestApp, tenantId: string, { id, role }: { readonly id: string; readonly role: Role }) =>
  app.env.DB.prepare('UPDATE members SET role = ? WHERE tenant_id = ? AND id = ?').bind(role, tenantId, id).run()

/** A member with a session, stored without a sign-in. */
export async function memberOf(app: TestApp, tenantId: string, role: Role): Promise<TestMember> {
  const now = app.isolate.now()
  const db = queries(app.env.DB)
  const id = createId('mbr', now)
  const times = { createdAt: now, lastSeenAt: now, removedAt: null }
  const who = { issuer: 'https://issuer.test', subject: id, address: `${id}@example.com`, name: `The ${role}` }
  await db.insert(members).values({ tenantId, id, ...who, role, ...times })
  const { hash, text } = makeSecret(app.env, 'session', tenantId)
  const expiresAt = now + weekSeconds * 1000
  await sessionStore(db).insert({ tenantId, hash, memberId: id, createdAt: now, lastUsedAt: now, expiresAt })
  const cookie = `__Host-tallystick-session=${text}`
  return { id, cookie, client: app.clientWith({ Cookie: cookie, Origin: origin }) }
}

/** A tenant whose administrator Ada has signed in, in a browser of her own. */
export async function tenantOfAda(options: TestAppOptions = {}) {
  const app = createPeopleApp(options)
  const { tenantId } = await app.newTenant()
  const invitation = await inviteAda(app, tenantId)
  const ada = browserOf(app)
  const answer = await signIn(ada, 'ada', { invitation: secretOf(invitation) })
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/app'])
  const clientOfAda = app.clientWith({ Cookie: ada.cookiesOf(origin), Origin: origin })
  const invite = async (address: string, role: string, more: object = {}) =>
    invited(await clientOfAda.post('/api/v1/invitations', { address, role, ...more }))
  return { app, tenantId, ada, clientOfAda, invite, invitation }
}

async function invited(response: Response): Promise<InvitationRecord> {
  expect(response.status, await response.clone().text()).toBe(201)
  return response.json<InvitationRecord>()
}
