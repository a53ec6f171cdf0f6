import { timestampOf } from '@tallystick/audit/base/timestamp'
import type {
  NewWebhookRecord,
  RotatedWebhookRecord,
  WebhookChange,
  WebhookRecord,
  WebhookRequest,
} from '@tallystick/schema/webhook'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventOf } from '../../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../../http/cursor.ts'
import { type Fault, ProblemError } from '../../http/problem.ts'
import { createId } from '../../platform/ids.ts'
import { auditStore } from '../../store/audit-store.ts'
import { type Database, databaseOf, queries } from '../../store/database.ts'
import { requireQueue } from '../../store/delivery-queue.ts'
import { reconciliationStore } from '../../store/reconciliation-store.ts'
import { hasSecrets, isThere, type WebhookRow, webhookStore } from '../../store/webhook-store.ts'
import { faultsOfUrl, originOf } from './endpoint-url.ts'
import { firstSecrets, newestSecretOf, rotatedSecrets } from './signing-secret.ts'
import { webhookRecordOf } from './webhook-record.ts'

/** What a tenant does with its webhooks. */

/** Sorts after every id. */
const behindAll = 'whk_~'

/** Deliveries that one statement removes. */
const removedCountMax = 500

/** The webhooks of the tenant, newest first. Throws `invalid_cursor`. One query. */
export async function listWebhooks(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<WebhookRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'webhooks']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await webhookStore(dbOf(c)).page(tenantId, { before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: webhookRecordOf })
}

/** Only this answer has the secret. Throws `too_many_webhooks`, and `validation_failed` for what cannot be an endpoint. */
export async function createWebhook(c: Context<AppEnv>, request: WebhookRequest): Promise<NewWebhookRecord> {
  requireQueue(c.env)
  await refuseFaulty(c, request)
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const row: WebhookRow = {
    ...{ tenantId, id: createId('whk', now), url: request.url, events: JSON.stringify(request.events) },
    ...{ reconciliationId: request.reconciliationId ?? null, secrets: firstSecrets(), testedAt: null },
    ...{ createdAt: now, createdBy: actor.id },
  }
  const db = dbOf(c)
  const event = eventOf(c, { action: 'webhook.made', subject: row.id, details: { origin: originOf(row.url) } })
  for (const silent of await webhookStore(db).silent(tenantId, now)) await remove(c, silent)
  await db.batch([webhookStore(db).insert(row), auditStore(db).insertIf(event, isThere(tenantId, row.id))])
  const [made] = await webhookStore(db).find(tenantId, row.id)
  if (made === undefined) throw new ProblemError('too_many_webhooks')
  return { ...webhookRecordOf(made), secret: newestSecretOf(c.env, made) }
}

/** Throws `webhook_not_found`. */
export const getWebhook = async (c: Context<AppEnv>, id: string): Promise<WebhookRecord> =>
  webhookRecordOf(await knownWebhook(c, id))

/** Another address is untested. Throws `webhook_not_found`, and `validation_failed` as `createWebhook`. */
export async function updateWebhook(c: Context<AppEnv>, id: string, change: WebhookChange): Promise<WebhookRecord> {
  const before = await knownWebhook(c, id)
  await refuseFaulty(c, change)
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const { url, events, reconciliationId } = change
  // What is left out may be changed by another request meanwhile.
  const columns = {
    ...(url !== undefined && { url }),
    ...(reconciliationId !== undefined && { reconciliationId }),
    ...(events !== undefined && { events: JSON.stringify(events) }),
  }
  if (Object.keys(columns).length === 0) return webhookRecordOf(before)
  const details = { origin: originOf(url ?? before.url) }
  const event = eventOf(c, { action: 'webhook.changed', subject: id, details })
  const [[changed]] = await db.batch([
    webhookStore(db).change(tenantId, id, columns),
    auditStore(db).insertIf(event, isThere(tenantId, id)),
  ])
  return webhookRecordOf(required(changed))
}

/** Nothing is told any more, not even what has happened before. Throws `webhook_not_found`. */
export async function removeWebhook(c: Context<AppEnv>, id: string): Promise<void> {
  try {
    await remove(c, await knownWebhook(c, id))
  } catch (error) {
    // A repetition removes what a request that died has left.
    if (error instanceof ProblemError && error.code === 'webhook_not_found') await removeDeliveries(c, id)
    throw error
  }
}

async function remove(c: Context<AppEnv>, { id, url }: Pick<WebhookRow, 'id' | 'url'>): Promise<void> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const event = eventOf(c, { action: 'webhook.removed', subject: id, details: { origin: originOf(url) } })
  await db.batch([auditStore(db).insertIf(event, isThere(tenantId, id)), webhookStore(db).remove(tenantId, id)])
  await removeDeliveries(c, id)
}

async function removeDeliveries(c: Context<AppEnv>, id: string): Promise<void> {
  const store = webhookStore(dbOf(c))
  const { tenantId } = c.var.identity
  while ((await store.removeDeliveries(tenantId, id, removedCountMax)).meta.changes >= removedCountMax);
}

/** How often a rotation is tried again when others came between. */
const triesMax = 5

/**
 * Makes a new secret; those before it sign as well until the overlap is over. A client that lost the answer may rotate
 * again. Throws `webhook_not_found`.
 */
export async function rotateWebhookSecret(
  c: Context<AppEnv>,
  id: string,
  { overlapSeconds }: { readonly overlapSeconds: number },
): Promise<RotatedWebhookRecord> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const now = c.var.isolate.now()
  const until = now + overlapSeconds * 1000
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const before = await knownWebhook(c, id)
    const secrets = rotatedSecrets(before, { now, until })
    const event = eventOf(c, {
      action: 'webhook.secret_rotated',
      subject: id,
      details: { origin: originOf(before.url) },
    })
    const [[changed]] = await db.batch([
      webhookStore(db).changeSecrets(tenantId, before, secrets),
      auditStore(db).insertIf(event, hasSecrets(tenantId, id, secrets)),
    ])
    // Unless another request has rotated meanwhile, whose secret is one of those before.
    if (changed !== undefined)
      return {
        ...webhookRecordOf(changed),
        secret: newestSecretOf(c.env, changed),
        previousExpiresAt: timestampOf(until),
      }
  }
  throw new ProblemError('temporarily_overloaded')
}

/** Throws `webhook_not_found`. One query. */
export async function knownWebhook(c: Context<AppEnv>, id: string): Promise<WebhookRow> {
  const [found] = await webhookStore(dbOf(c)).find(c.var.identity.tenantId, id)
  return required(found)
}

/** Throws `webhook_not_found` for a webhook that was removed meanwhile. */
export function required(row: WebhookRow | undefined): WebhookRow {
  if (row === undefined) throw new ProblemError('webhook_not_found')
  return row
}

export const dbOf = (c: Context<AppEnv>): Database => queries(databaseOf(c.env, c.var.identity.tenantId))

async function refuseFaulty(c: Context<AppEnv>, { url, reconciliationId }: WebhookChange): Promise<void> {
  const errors: Fault[] = url === undefined ? [] : [...faultsOfUrl(c.env, url)]
  if (reconciliationId != null) {
    const [found] = await reconciliationStore(dbOf(c)).find(c.var.identity.tenantId, reconciliationId)
    const fault = { pointer: '/reconciliationId', code: 'not_found', detail: 'Wanted a reconciliation of this tenant' }
    if (found === undefined) errors.push(fault)
  }
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
}
