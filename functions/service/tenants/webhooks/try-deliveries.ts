import { timestampOf } from '@tallystick/audit/base/timestamp'
import type { DeliveryQuery, DeliveryRecord, WebhookTest } from '@tallystick/schema/webhook'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventOf } from '../../http/audit-event.ts'
import { decodeCursor, type Page, pageOf } from '../../http/cursor.ts'
import { ProblemError } from '../../http/problem.ts'
import { createId } from '../../platform/ids.ts'
import { auditStore } from '../../store/audit-store.ts'
import { putNewOnQueue } from '../../store/delivery-queue.ts'
import { deliveryStore, isTested } from '../../store/delivery-store.ts'
import { isThere, webhookStore } from '../../store/webhook-store.ts'
import { originOf } from './endpoint-url.ts'
import { dbOf, knownWebhook, required } from './manage-webhooks.ts'
import { postEvent } from './post-event.ts'
import { answerOf, deliveryRecordOf, webhookRecordOf } from './webhook-record.ts'

/** What a tenant tries and sees of its deliveries. */

/**
 * Sends a test, signed as any event. Where the endpoint takes it, the webhook is told of events from now on, unless it has
 * another address by now. Throws `webhook_not_found`.
 */
export async function testWebhook(c: Context<AppEnv>, id: string): Promise<WebhookTest> {
  const before = await knownWebhook(c, id)
  const { tenantId } = c.var.identity
  const now = c.var.isolate.now()
  const body = JSON.stringify({ type: 'webhook.test', timestamp: timestampOf(now), data: { webhookId: id } })
  const posted = await postEvent(c.env, before, { id: createId('msg', now), body, now })
  const outcome = { isDelivered: posted.fault === null, body, answer: answerOf(posted), fault: posted.fault }
  if (!outcome.isDelivered) return { webhook: webhookRecordOf(before), ...outcome }
  const db = dbOf(c)
  const event = eventOf(c, { action: 'webhook.tested', subject: id, details: { origin: originOf(before.url) } })
  const [[tested]] = await db.batch([
    webhookStore(db).noteTested(tenantId, before, c.var.isolate.now()),
    auditStore(db).insertIf(event, isThere(tenantId, id)),
    deliveryStore(db).wake(tenantId, id, now),
  ])
  return { webhook: webhookRecordOf(tested ?? (await knownWebhook(c, id))), ...outcome }
}

/** Sorts after every id. */
const behindAll = 'msg_~'

/**
 * What the webhook was told in the last 30 days, or only what was given up, newest first. Throws `webhook_not_found` and
 * `invalid_cursor`.
 */
export async function listDeliveries(
  c: Context<AppEnv>,
  webhookId: string,
  { limit, cursor, state }: DeliveryQuery,
): Promise<Page<DeliveryRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'deliveries', webhookId, ...(state === undefined ? [] : [state])]
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const db = dbOf(c)
  const [[webhook], rows] = await db.batch([
    webhookStore(db).find(tenantId, webhookId),
    deliveryStore(db).page(tenantId, { webhookId, state, before, limit: limit + 1 }),
  ])
  required(webhook)
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: deliveryRecordOf })
}

/** Longer than the queue takes: after that the scheduled handler puts the delivery there again. */
const queueMilliseconds = 120_000

/** Tries a delivery again, whatever its state. Throws `webhook_not_found`, `delivery_not_found`, `webhook_untested`. */
export async function resendDelivery(c: Context<AppEnv>, webhookId: string, id: string): Promise<DeliveryRecord> {
  const { testedAt } = await knownWebhook(c, webhookId)
  const name = { tenantId: c.var.identity.tenantId, webhookId, id }
  const now = c.var.isolate.now()
  const db = dbOf(c)
  const [found] = await deliveryStore(db).find(name)
  if (found === undefined) throw new ProblemError('delivery_not_found')
  if (testedAt === null) throw new ProblemError('webhook_untested')
  const event = eventOf(c, { action: 'delivery.resent', subject: webhookId, details: { delivery: id } })
  const [[again]] = await db.batch([
    deliveryStore(db).sendAgain(name, { now, queueAt: now + queueMilliseconds }),
    auditStore(db).insertIf(event, isTested(name)),
  ])
  if (again === undefined) throw new ProblemError('webhook_untested')
  await putNewOnQueue(c.env, [name])
  return deliveryRecordOf(again)
}
