import * as z from 'zod'
import { described } from './described.ts'
import { pageOf, pageQuery } from './page.ts'
import { count } from './values.ts'

/** Webhooks, what they are told, and how that went. */

/** What a webhook can be told. */
export const eventTypes = [
  'run.completed',
  'run.failed',
  'dataset.sealed',
  'dataset.refused',
  'period.submitted',
  'period.closed',
  'period.reopened',
  'item.assigned',
  'item.aged',
  'approval.needed',
  'schedule.waited',
] as const

export type EventType = (typeof eventTypes)[number]

/** Why a try failed. */
export const deliveryFaults = ['refused', 'redirected', 'no_answer', 'not_resolved', 'address_refused'] as const

export type DeliveryFault = (typeof deliveryFaults)[number]

export const deliveryStates = ['pending', 'delivered', 'dead'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** More than these are refused for a tenant. */
export const webhookCountMax = 20

/** The address of a listener: a webhook to which nothing is sent, and whose deliveries are read. */
export const listenAddress = 'listen:'

/** For how long after its last test a listener is told of events. */
export const listenMilliseconds = 86_400_000

const urlLengthMax = 2_000

const url = described(
  z.string().min(1).max(urlLengthMax).meta({ example: 'https://hooks.example.com/tallystick' }),
  'Where events are sent: https on port 443, with a public name and without user or fragment; `listen:` for a webhook whose deliveries are read and never sent, which is told of events for a day after each test',
)
const events = described(
  z
    .array(z.enum(eventTypes))
    .min(1)
    .max(eventTypes.length)
    .refine((list) => new Set(list).size === list.length, 'Each event at most once'),
  'The events that are told, each at most once',
)
const reconciliationId = described(
  z.string().nullable(),
  'The reconciliation whose events are told, those of runs of its periods among them; null for all events',
)

export const webhookRequest = z
  .strictObject({ url, events, reconciliationId: reconciliationId.optional() })
  .meta({ id: 'WebhookRequest', description: 'The webhook to make' })

export const webhookChange = z
  .strictObject({ url: url.optional(), events: events.optional(), reconciliationId: reconciliationId.optional() })
  .meta({ id: 'WebhookChange', description: 'What changes of a webhook. Another address has to be tested anew.' })

export const webhookRecord = z
  .object({
    id: described(z.string().meta({ example: 'whk_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the webhook'),
    url: described(z.string(), 'Where events are sent; `listen:` for nowhere'),
    events: described(z.array(z.enum(eventTypes)), 'The events that are told'),
    reconciliationId,
    testedAt: described(
      z.string().nullable(),
      'When this address last took a test; null before, and no event is told before',
    ),
    createdAt: described(z.string(), 'When it was made'),
    createdBy: described(z.string(), 'The id of the member or key that made it'),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that is told of events, without its secret' })

const secret = described(
  z.string().meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
  'Signs what is sent, as Standard Webhooks has it. Shown this once.',
)

export const newWebhookRecord = webhookRecord
  .extend({ secret })
  .meta({ id: 'NewWebhook', description: 'A webhook that was just made, with its secret' })

export const rotatedWebhookRecord = webhookRecord
  .extend({ secret, previousExpiresAt: described(z.string(), 'Until when the secrets before it sign as well') })
  .meta({ id: 'RotatedWebhook', description: 'A webhook with a new secret' })

export const webhookPage = pageOf(webhookRecord, 'The webhooks of the page, newest first').meta({
  id: 'WebhookPage',
  description: 'A page of webhooks',
})

const webhookId = described(z.string(), 'The id of a webhook')
export const webhookParams = z.object({ id: webhookId })
export const deliveryQuery = pageQuery.extend({
  state: described(z.literal('dead').optional(), 'Only deliveries that were given up'),
})
export const deliveryParams = z.object({ id: webhookId, delivery: described(z.string(), 'The id of a delivery') })

const answered = described(
  z
    .object({
      status: described(count, 'The status of the answer'),
      body: described(z.string(), 'The beginning of its body'),
    })
    .nullable(),
  'What the endpoint answered to the last try; null for no answer',
)
const fault = described(
  z.string().nullable().meta({ example: 'no_answer' }),
  'Why the last try failed: `refused` for an answer without 2xx, `redirected`, `no_answer` within 5 seconds, `not_resolved` for a name without an address, `address_refused` for an address that is not public, or a reason of a later version; null for none',
)
const body = described(z.string(), 'The body that is sent, as JSON')

export const deliveryRecord = z
  .object({
    id: described(
      z.string().meta({ example: 'msg_01kabcdefghjkmnpqrstvwxyz0' }),
      'The id of the event, in `webhook-id` of each try',
    ),
    event: described(
      z.string().meta({ example: 'run.completed' }),
      'What happened: one of the events of webhooks, of this version of the service or of a later one',
    ),
    state: described(
      z.enum(deliveryStates),
      '`pending`: it will be tried; `delivered`: answered with 2xx; `dead`: given up, and sent again on request',
    ),
    body,
    answer: answered,
    fault,
    tries: described(count, 'Tries since the event, or since it was last sent again'),
    createdAt: described(z.string(), 'When it happened'),
    triedAt: described(z.string().nullable(), 'When it was last tried; null for never'),
    nextTryAt: described(z.string().nullable(), 'When it is tried next; null for never'),
  })
  .meta({ id: 'Delivery', description: 'An event for a webhook, and how its delivery goes' })

export const deliveryPage = pageOf(deliveryRecord, 'The deliveries of the page, newest first').meta({
  id: 'DeliveryPage',
  description: 'A page of deliveries',
})

export const webhookTest = z
  .object({
    webhook: described(webhookRecord, 'The webhook after the test'),
    isDelivered: described(z.boolean(), 'Whether the endpoint answered with 2xx'),
    body,
    answer: answered,
    fault,
  })
  .meta({ id: 'WebhookTest', description: 'What became of a test' })

export type WebhookRequest = z.infer<typeof webhookRequest>
export type WebhookChange = z.infer<typeof webhookChange>
export type WebhookRecord = z.infer<typeof webhookRecord>
export type NewWebhookRecord = z.infer<typeof newWebhookRecord>
export type RotatedWebhookRecord = z.infer<typeof rotatedWebhookRecord>
export type DeliveryQuery = z.infer<typeof deliveryQuery>
export type DeliveryRecord = z.infer<typeof deliveryRecord>
export type WebhookTest = z.infer<typeof webhookTest>

/** Stored columns. */
export const storedState = z.enum(deliveryStates)
export const storedSecrets = z.array(z.object({ salt: z.string(), until: z.int().nullable() }))

/** What a resolver by HTTPS answers in JSON for a name that there is, as far as it is read. */
export const resolverAnswer = z.object({
  Status: z.literal(0),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
})
