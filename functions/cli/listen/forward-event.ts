import { createHmac } from 'node:crypto'
import type { DeliveryRecord } from '@tallystick/schema/webhook'

/** What became of an event that was sent on: the status of the answer, or why there was none. */
export type Forwarded = { readonly status: number } | { readonly fault: string }

interface Forwarding {
  readonly url: string
  readonly secret: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** As long as the service waits. */
const waitMilliseconds = 5_000

/** Sends an event as the service sends it to an endpoint: once, signed, with five seconds for the answer. Never rejects. */
export async function forwardEvent(
  { id, body }: Pick<DeliveryRecord, 'id' | 'body'>,
  { url, secret, now }: Forwarding,
): Promise<Forwarded> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...signedHeaders({ id, body }, { secret, now }), 'User-Agent': 'Tallystick-Webhooks/1' },
      body,
      // The service follows none, so that a receiver which redirects is seen here as well.
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    return { fault: reasonOf(error) }
  }
}

/** The headers of Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA-256 over `<id>.<timestamp>.<body>`. */
export function signedHeaders(
  { id, body }: Pick<DeliveryRecord, 'id' | 'body'>,
  { secret, now }: Omit<Forwarding, 'url'>,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer within 5 seconds'
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
