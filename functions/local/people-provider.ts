import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { createProviderStore } from './provider-store.ts'

/** Somebody whom the local provider lets in. */
export interface LocalPerson {
  readonly subject: string
  readonly name: string
  readonly address: string
  readonly isVerified: boolean
}

/** Names of example.com (RFC 2606), so that no mail of theirs goes anywhere. */
export const localPeople: readonly LocalPerson[] = [
  { subject: 'ada', name: 'Ada Berg', address: 'ada@example.com', isVerified: true },
  { subject: 'petra', name: 'Petra Lind', address: 'petra@example.com', isVerified: true },
  { subject: 'aron', name: 'Aron Weiss', address: 'aron@example.com', isVerified: true },
]

export interface PeopleProvider {
  /** The issuer: its own address. */
  readonly url: string
  /** The line of OIDC_ISSUERS that names it. */
  readonly line: string
  readonly stop: () => Promise<void>
}

interface ProviderSettings {
  readonly port: number
  /** The origins of services that may be signed in to. */
  readonly origins: readonly string[]
  readonly people?: readonly LocalPerson[]
}

const hostname = '127.0.0.1'
const clientId = 'tallystick'

/**
 * Starts an OpenID provider for this machine alone. It asks at each sign-in who somebody is, without a password, so that
 * one browser can try several people. It keeps nothing.
 */
export async function startPeopleProvider(settings: ProviderSettings): Promise<PeopleProvider> {
  const { port, people = localPeople } = settings
  const url = `http://${hostname}:${port}`
  const clientSecret = randomBytes(24).toString('hex')
  const provider = makeProvider(url, clientSecret, { ...settings, people })
  const handle = provider.callback()
  const server = createServer((request, response) => {
    const isQuestion = /^\/interaction\/[\w-]+$/.test(new URL(request.url ?? '/', url).pathname)
    const answer = isQuestion ? askWho(provider, people, { request, response }) : handle(request, response)
    Promise.resolve(answer).catch(() => response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Begin again\n'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  return {
    url,
    line: `${url} ${clientId} ${clientSecret}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function makeProvider(url: string, clientSecret: string, { origins, people = [] }: ProviderSettings): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: origins.map((origin) => `${origin}/auth/callback`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'local' }] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    adapter: createProviderStore(),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, subject) => accountOf(people, subject),
    loadExistingGrant: (context) => grantAll(provider, context.oidc),
  })
  provider.use((context, next) => {
    if (context.path === '/auth') context.query = { ...context.query, prompt: 'login' }
    return next()
  })
  return provider
}

function accountOf(people: readonly LocalPerson[], subject: string) {
  const person = people.find((each) => each.subject === subject)
  if (person === undefined) return undefined
  const { name, address, isVerified } = person
  return {
    accountId: subject,
    claims: () => ({ sub: subject, name, email: address, email_verified: isVerified }),
  }
}

interface Asking {
  readonly client?: { readonly clientId: string } | undefined
  readonly session?: { readonly accountId?: string | undefined } | undefined
}

/** Nobody is asked what the service may know: the provider and the service are on the same machine. */
async function grantAll(provider: Provider, { client, session }: Asking) {
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** A page with a button for each person; a pressed button signs the person in. */
async function askWho(
  provider: Provider,
  people: readonly LocalPerson[],
  { request, response }: Exchange,
): Promise<void> {
  if (request.method === 'POST') {
    const subject = new URLSearchParams(await readText(request)).get('person') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId: subject, remember: false } })
    return
  }
  await provider.interactionDetails(request, response)
  const buttons = people.map(
    ({ subject, name, address }) => `<p><button name="person" value="${subject}">${name}, ${address}</button></p>`,
  )
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(
      `<!doctype html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1><form method="post">${buttons.join('')}</form></html>`,
    )
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
