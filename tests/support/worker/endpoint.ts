import { expect, vi } from 'vitest'
import type { NewWebhookRecord, WebhookRequest } from '../../../schema/webhook.ts'
import type { Client } from './client.ts'

export interface Sent {
  readonly url: string
  readonly body: string
  readonly headers: Headers
}

export interface Outside {
  /** What arrived at hosts that are no resolver. */
  readonly sent: Sent[]
  /** The names that were looked up. */
  readonly lookedUp: string[]
}

interface OutsideAnswers {
  /** The addresses of a name; by default one that is public. Undefined for a resolver that does not answer. */
  readonly addressesOf?: (name: string) => readonly string[] | undefined
  readonly answer?: (sent: Sent) => Response | Promise<Response>
}

const typeNumbers = { A: 1, AAAA: 28 }
const isAddressOf = { A: (address: string) => !address.includes(':'), AAAA: (address: string) => address.includes(':') }

/** The world outside of the Worker, until the test ends: a resolver by HTTPS, and endpoints. */
export function outside({
  addressesOf = () => ['93.184.215.14'],
  answer = () => new Response('ok'),
}: OutsideAnswers = {}) {
  const real = globalThis.fetch
  const seen: Outside = { sent: [], lookedUp: [] }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    // People sign in at a program of the tests.
    if (url.hostname === 'localhost' || url.hostname === '127.0.0.1') return real(input, init)
    if (url.pathname === '/dns-query') {
      const name = url.searchParams.get('name') ?? ''
      const type = url.searchParams.get('type') === 'A' ? 'A' : 'AAAA'
      seen.lookedUp.push(`${name} ${type}`)
      const addresses = addressesOf(name)
      if (addresses === undefined) return new Response(null, { status: 502 })
      const records = addresses.filter(isAddressOf[type]).map((data) => ({ name, type: typeNumbers[type], data }))
      return Response.json({ Status: 0, Answer: [{ name, type: 5, data: 'alias.example.com.' }, ...records] })
    }
    const sent = { url: url.href, body: String(init.body), headers: new Headers(init.headers) }
    seen.sent.push(sent)
    return answer(sent)
  })
  return seen
}

export const webhooksPath = '/api/v1/webhooks'

export const changeWebhook = (client: Client, id: string, body: object): Promise<Response> =>
  client.send(`${webhooksPath}/${id}`, {
    ...{ method: 'PATCH', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
  })

export async function makeWebhook(client: Client, request: Partial<WebhookRequest> = {}): Promise<NewWebhookRecord> {
  const answer = await client.post(webhooksPath, {
    ...{ url: 'https://hooks.example.com/tallystick', events: ['run.completed', 'dataset.sealed'] },
    ...request,
  })
  expect(answer.status).toBe(201)
  return answer.json()
}

/** A webhook that took its test. */
export async function testedWebhook(client: Client, request: Partial<WebhookRequest> = {}): Promise<NewWebhookRecord> {
  const made = await makeWebhook(client, request)
  const answer = await client.post(`${webhooksPath}/${made.id}/test`)
  expect(await answer.json()).toMatchObject({ isDelivered: true })
  return made
}
