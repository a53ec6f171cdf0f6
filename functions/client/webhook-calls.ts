import type {
  DeliveryRecord,
  NewWebhookRecord,
  RotatedWebhookRecord,
  WebhookChange,
  WebhookRecord,
  WebhookRequest,
  WebhookTest,
} from '@tallystick/schema/webhook'
import type { Calls } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

/** How many a page has, and whether only those are listed that were given up. */
export interface DeliveryChoice {
  readonly limit?: number
  readonly state?: 'dead'
}

const pathOf = (id: string): string => `/webhooks/${segment(id)}`

/** Calls on the webhooks of a tenant, for administrators and keys with `webhooks:manage`. */
export const webhookCalls = (calls: Calls) => ({
  list: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<WebhookRecord> =>
    calls.list('/webhooks', { query, ...options }),

  get: (id: string, options: CallOptions = {}): Promise<WebhookRecord> => calls.json(pathOf(id), options),

  /** Only this answer contains the secret. */
  create: (webhook: WebhookRequest, options: CallOptions = {}): Promise<NewWebhookRecord> =>
    calls.change({ path: '/webhooks', json: webhook, ...options }),

  /** Another address has to be tested anew. */
  update: (id: string, change: WebhookChange, options: CallOptions = {}): Promise<WebhookRecord> =>
    calls.change({ method: 'PATCH', path: pathOf(id), json: change, ...options }),

  remove: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(pathOf(id), options),

  /** From the first 2xx on, the endpoint is told of events. */
  test: (id: string, options: CallOptions = {}): Promise<WebhookTest> =>
    calls.change({ path: `${pathOf(id)}/test`, ...options }),

  /** Only this answer contains the new secret. */
  rotateSecret: (
    id: string,
    overlap: { readonly overlapSeconds?: number } = {},
    options: CallOptions = {},
  ): Promise<RotatedWebhookRecord> => calls.change({ path: `${pathOf(id)}/rotate-secret`, json: overlap, ...options }),

  deliveries: (id: string, query: DeliveryChoice = {}, options: CallOptions = {}): List<DeliveryRecord> =>
    calls.list(`${pathOf(id)}/deliveries`, { query: { ...query }, ...options }),

  resend: (id: string, delivery: string, options: CallOptions = {}): Promise<DeliveryRecord> =>
    calls.change({ path: `${pathOf(id)}/deliveries/${segment(delivery)}/resend`, ...options }),
})
