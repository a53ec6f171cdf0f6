import { type DeliveryFault, listenAddress } from '@tallystick/schema/webhook'
import type { Env } from '../../env.ts'
import { askOutside } from '../../platform/outside-request.ts'
import type { WebhookRow } from '../../store/webhook-store.ts'
import { faultsOfUrl, isAllowed } from './endpoint-url.ts'
import { faultOfHost } from './resolve-host.ts'
import { signaturesOf } from './signing-secret.ts'

const waitMilliseconds = 5_000
const answerByteCountMax = 64 * 1024
/** Of what an endpoint answers, so much is kept for people to look at. */
const keptCharacterCountMax = 1_000

export interface Posted {
  /** Null where the endpoint took the event: it answered with 2xx. */
  readonly fault: DeliveryFault | null
  /** Of the answer; null without one. */
  readonly status: number | null
  readonly answer: string | null
}

interface Posting {
  readonly id: string
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Sends an event to an endpoint, signed, once its name has public addresses alone. Follows no redirect, and waits five
 * seconds. A listener takes everything, and nothing is sent. Whatever the endpoint does, it throws nothing; only secrets
 * that were altered make it throw `records_altered`.
 */
export async function postEvent(env: Env, webhook: WebhookRow, { id, body, now }: Posting): Promise<Posted> {
  if (webhook.url === listenAddress) return { fault: null, status: null, answer: null }
  const url = URL.parse(webhook.url)
  // The settings may have changed since the address was taken.
  if (url === null || faultsOfUrl(env, webhook.url).length > 0) return failed('address_refused')
  const refused = isAllowed(env, url) ? undefined : await faultOfHost(env, url.hostname)
  if (refused !== undefined) return failed(refused)
  const timestamp = Math.floor(now / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Tallystick-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf(env, webhook, { id, timestamp, body, now }),
  }
  const answer = await askOutside(url.href, { method: 'POST', headers, body, waitMilliseconds, answerByteCountMax })
  if (answer === undefined) return failed('no_answer')
  const { status, bytes } = answer
  return { fault: faultOfStatus(status), status, answer: keptOf(bytes) }
}

/** The database stores text alone: bytes that are none show as U+FFFD, and a NUL would end the text. */
const keptOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes).replaceAll('\0', '\ufffd').slice(0, keptCharacterCountMax).toWellFormed()

const failed = (fault: DeliveryFault): Posted => ({ fault, status: null, answer: null })

/** By the class of the status (RFC 9110, 15): 2xx took the event, 3xx redirects. */
function faultOfStatus(status: number): DeliveryFault | null {
  const statusClass = Math.floor(status / 100)
  if (statusClass === 2) return null
  return statusClass === 3 ? 'redirected' : 'refused'
}
