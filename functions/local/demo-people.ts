import { type Client, createClient } from '@tallystick/client'
import { type BrowserSession, createBrowserSession } from './browser-session.ts'
import { ensureDemoClose } from './demo-close.ts'

/** The members of the demo tenant, each with a role of their own. */
const demoMembers = [
  { subject: 'ada', address: 'ada@example.com', role: 'administrator' },
  { subject: 'petra', address: 'petra@example.com', role: 'preparer' },
  { subject: 'aron', address: 'aron@example.com', role: 'approver' },
] as const

interface DemoService {
  readonly origin: string
  readonly adminKey: string
  /** Whether they have closed a month. */
  readonly demo: boolean
}

/**
 * Makes the three people of the local provider members of the newest demo tenant, by the same calls as people would:
 * the operator invites Ada, who invites the others. Changes nothing where they are. Resolves with what to print.
 */
export async function ensureDemoPeople(service: DemoService): Promise<string> {
  const [ada, ...others] = demoMembers
  const browser = createBrowserSession()
  if (!(await signIn(service, browser, { subject: ada.subject }))) {
    const url = await inviteAda(service, ada.address)
    await signIn(service, browser, { subject: ada.subject, url })
  }
  const browsers = new Map<string, BrowserSession>([[ada.subject, browser]])
  for (const { subject, address, role } of others) {
    const own = createBrowserSession()
    browsers.set(subject, own)
    if (await signIn(service, own, { subject })) continue
    const url = await invite(service, browser, { address, role })
    await signIn(service, own, { subject, url })
  }
  const closed = service.demo ? `\n${await describeClose(service, browsers)}` : ''
  for (const each of browsers.values()) await signOut(service, each)
  const members = demoMembers.map(({ address, role }) => `${address} (${role})`)
  return `people: ${members.join(', ')}\nsign in: ${service.origin}/app${closed}`
}

async function describeClose(service: DemoService, browsers: ReadonlyMap<string, BrowserSession>): Promise<string> {
  const clientOf = (subject: string) => clientIn(service, browsers.get(subject) ?? createBrowserSession())
  try {
    return await ensureDemoClose({ ada: clientOf('ada'), petra: clientOf('petra'), aron: clientOf('aron') })
  } catch (error) {
    return `close: the demo was not made: ${error instanceof Error ? error.message : error}`
  }
}

/** A client that acts for whoever is signed in in that browser. */
const clientIn = ({ origin }: DemoService, browser: BrowserSession): Client =>
  createClient({
    baseUrl: origin,
    fetch: async ({ url, method, headers, body }) => {
      const own = new Headers(headers)
      own.set('Origin', origin)
      return browser.send(url, { method, headers: own, ...(body && { body: await new Response(body).arrayBuffer() }) })
    },
  })

interface SignIn {
  readonly subject: string
  /** Of an invitation; without one the person is a member. */
  readonly url?: string
}

/** False for a person who is no member. */
async function signIn({ origin }: DemoService, browser: BrowserSession, { subject, url }: SignIn): Promise<boolean> {
  const begun = await browser.send(url ?? `${origin}/auth/sign-in`, { method: 'POST', headers: { Origin: origin } })
  const location = begun.headers.get('Location')
  if (location === null) throw new Error(`Nobody can sign in: ${await begun.text()}`)
  const answer = await browser.send(await browser.signInAs(subject, location))
  const text = await answer.text()
  if (answer.status === 302) return true
  if (url === undefined && text.includes('"not_a_member"')) return false
  throw new Error(`${subject} cannot sign in: ${text}`)
}

async function inviteAda({ origin, adminKey }: DemoService, address: string): Promise<string> {
  const { admin } = createClient({ baseUrl: origin, adminKey })
  for await (const { id, name } of admin.listTenants())
    if (name === 'Demo') return (await admin.inviteAdministrator(id, { address })).url
  throw new Error('There is no demo tenant')
}

interface Invited {
  readonly address: string
  readonly role: string
}

async function invite({ origin }: DemoService, browser: BrowserSession, invited: Invited): Promise<string> {
  const answer = await browser.send(`${origin}/api/v1/invitations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(invited),
  })
  if (!answer.ok) throw new Error(`${invited.address} cannot be invited: ${await answer.text()}`)
  const { url }: { url: string } = JSON.parse(await answer.text())
  return url
}

async function signOut({ origin }: DemoService, browser: BrowserSession): Promise<void> {
  await browser.send(`${origin}/auth/sign-out`, { method: 'POST', headers: { Origin: origin } })
}
