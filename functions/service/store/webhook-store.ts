import { listenAddress, listenMilliseconds, webhookCountMax } from '@tallystick/schema/webhook'
import { deliveries, webhooks } from '@tallystick/schema/webhook-tables'
import { and, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type WebhookRow = typeof webhooks.$inferSelect

export const webhookStore = (db: Database) => ({ ...readers(db), ...writers(db) })

const readers = (db: Database) => ({
  /** Newest first, with ids before `before`. */
  page: (tenantId: string, { before, limit }: { readonly before: string; readonly limit: number }) =>
    db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.tenantId, tenantId), lt(webhooks.id, before)))
      .orderBy(desc(webhooks.id))
      .limit(limit),

  find: (tenantId: string, id: string) => db.select().from(webhooks).where(isWebhook(tenantId, id)),
})

const writers = (db: Database) => ({
  /** Inserts nothing where the tenant has as many as it may have. */
  insert: (row: WebhookRow) =>
    db.insert(webhooks).select(sql`
      SELECT ${row.tenantId}, ${row.id}, ${row.url}, ${row.events}, ${row.reconciliationId}, ${row.secrets}, NULL,
        ${row.createdAt}, ${row.createdBy}
      WHERE (SELECT count(*) FROM webhooks w WHERE w.tenant_id = ${row.tenantId}) < ${webhookCountMax}`),

  /** Listeners that are told of nothing any more: whoever listened has not removed them. */
  silent: (tenantId: string, now: number) =>
    db
      .select({ id: webhooks.id, url: webhooks.url })
      .from(webhooks)
      .where(
        and(
          eq(webhooks.tenantId, tenantId),
          eq(webhooks.url, listenAddress),
          lte(sql`coalesce(${webhooks.testedAt}, ${webhooks.createdAt})`, now - listenMilliseconds),
        ),
      ),

  /** Another address counts as untested. Returns the row. */
  change: (tenantId: string, id: string, change: Partial<Pick<WebhookRow, 'url' | 'events' | 'reconciliationId'>>) =>
    db
      .update(webhooks)
      .set({
        ...change,
        ...(change.url !== undefined && {
          testedAt: sql`CASE WHEN ${webhooks.url} = ${change.url} THEN ${webhooks.testedAt} END`,
        }),
      })
      .where(isWebhook(tenantId, id))
      .returning(),

  /** Changes nothing where the webhook has another address by now. */
  noteTested: (tenantId: string, { id, url }: Pick<WebhookRow, 'id' | 'url'>, now: number) =>
    db
      .update(webhooks)
      .set({ testedAt: now })
      .where(and(isWebhook(tenantId, id), eq(webhooks.url, url)))
      .returning(),

  /** Changes nothing, and returns no row, where another request has changed the secrets since they were `before`. */
  changeSecrets: (tenantId: string, { id, secrets: before }: Pick<WebhookRow, 'id' | 'secrets'>, secrets: string) =>
    db
      .update(webhooks)
      .set({ secrets })
      .where(and(isWebhook(tenantId, id), eq(webhooks.secrets, before)))
      .returning(),

  remove: (tenantId: string, id: string) => db.delete(webhooks).where(isWebhook(tenantId, id)),

  /** Removes up to `limit` deliveries of a webhook. Goes after its removal. */
  removeDeliveries: (tenantId: string, id: string, limit: number) =>
    db.delete(deliveries).where(
      sql`tenant_id = ${tenantId} AND rowid IN (
        SELECT rowid FROM ${deliveries} WHERE tenant_id = ${tenantId} AND webhook_id = ${id} LIMIT ${limit})`,
    ),
})

const isWebhook = (tenantId: string, id: string): SQL | undefined =>
  and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id))

/** For statements of other tables, as `isThere` is. */
export const hasSecrets = (tenantId: string, id: string, secrets: string): SQL =>
  sql`EXISTS (SELECT 1 FROM webhooks w WHERE w.tenant_id = ${tenantId} AND w.id = ${id} AND w.secrets = ${secrets})`

export const isThere = (tenantId: string, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM webhooks w WHERE w.tenant_id = ${tenantId} AND w.id = ${id})`
