import type { DeliveryState } from '@tallystick/schema/webhook'
import { deliveries } from '@tallystick/schema/webhook-tables'
import { and, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { DeliveryName } from '../env.ts'
import type { Database } from './database.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

export const deliveryStore = (db: Database) => ({ ...readers(db), ...tries(db), ...sweeps(db) })

interface DeliveryPage {
  readonly webhookId: string
  readonly state: DeliveryState | undefined
  readonly before: string
  readonly limit: number
}

const readers = (db: Database) => ({
  /** Newest first, with ids before `before`, those of one state or all. */
  page: (tenantId: string, { webhookId, state, before, limit }: DeliveryPage) =>
    db
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.tenantId, tenantId),
          eq(deliveries.webhookId, webhookId),
          lt(deliveries.id, before),
          state && isIn(state),
        ),
      )
      .orderBy(desc(deliveries.id))
      .limit(limit),

  find: (name: DeliveryName) => db.select().from(deliveries).where(isNamed(name)),
})

const tries = (db: Database) => ({
  /**
   * Begins a try of a delivery that is due, to an endpoint that took a test, of a tenant that is served. Until `until` no
   * other begins. Returns the delivery if this statement began one.
   */
  begin: (name: DeliveryName, { now, until }: { readonly now: number; readonly until: number }) =>
    db
      .update(deliveries)
      .set({ dueAt: until, queueAt: until, tries: sql`${deliveries.tries} + 1`, triedAt: now })
      .where(
        and(isNamed(name), eq(deliveries.state, 'pending'), lte(deliveries.dueAt, now), isTested(name), isServed(name)),
      )
      .returning(),

  /** The delivery if it may not be tried before its endpoint takes a test, or while its tenant is suspended. */
  waitsForOthers: (name: DeliveryName) =>
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(isNamed(name), isPending, sql`NOT (${isTested(name)} AND ${isServed(name)})`)),

  /** Stores how a try went, unless another has begun. */
  end: (name: DeliveryName, triesBefore: number, end: TryEnd) =>
    db
      .update(deliveries)
      .set(end)
      .where(and(isNamed(name), eq(deliveries.state, 'pending'), eq(deliveries.tries, triesBefore))),

  /** Makes it due now, with all of its tries before it. Returns no row where the endpoint has not taken a test. */
  sendAgain: (name: DeliveryName, { now, queueAt }: { readonly now: number; readonly queueAt: number }) =>
    db
      .update(deliveries)
      .set({ state: 'pending', dueAt: now, queueAt, tries: 0 })
      .where(and(isNamed(name), isTested(name)))
      .returning(),
})

export type TryEnd = Pick<DeliveryRow, 'state' | 'dueAt' | 'queueAt' | 'status' | 'answer' | 'fault'>

const sweeps = (db: Database) => ({
  /**
   * Deliveries of all tenants that have to go on the queue: the longest waiting of each webhook, then the second of each,
   * and so on. However many wait, it reads a few rows a webhook and ten times `readCountMax`.
   */
  toQueue: (now: number, limit: number) =>
    db
      .select({ tenantId: deliveries.tenantId, webhookId: deliveries.webhookId, id: deliveries.id })
      .from(deliveries)
      .where(sql`${deliveries}.rowid IN (${firstOfEachWebhook({ now, limit })})`)
      .orderBy(
        sql`row_number() OVER (PARTITION BY ${deliveries.tenantId}, ${deliveries.webhookId} ORDER BY ${deliveries.queueAt})`,
        deliveries.queueAt,
      )
      .limit(limit),

  /** Puts off the next time that these have to go on the queue, where it is not after `upTo`. */
  putOff: (names: readonly DeliveryName[], { upTo, queueAt }: { readonly upTo: number; readonly queueAt: number }) =>
    db
      .update(deliveries)
      .set({ queueAt })
      .where(
        sql`(tenant_id, webhook_id, id) IN (
          SELECT each.value ->> 'tenantId', each.value ->> 'webhookId', each.value ->> 'id'
          FROM json_each(${JSON.stringify(names)}) each)
          AND queue_at <= ${upTo}`,
      ),

  /** Has all that is due to a webhook go on the queue now. */
  wake: (tenantId: string, webhookId: string, now: number) =>
    db
      .update(deliveries)
      .set({ queueAt: now })
      .where(
        and(
          eq(deliveries.tenantId, tenantId),
          eq(deliveries.webhookId, webhookId),
          isPending,
          lte(deliveries.dueAt, now),
        ),
      ),

  /** Removes deliveries of events before `before` that were not sent again since. */
  removeOld: (before: number, limit: number) =>
    db
      .delete(deliveries)
      .where(
        sql`rowid IN (SELECT rowid FROM ${deliveries} WHERE ${deliveries.createdAt} < ${before} AND ${deliveries.dueAt} < ${before} LIMIT ${limit})`,
      ),
})

const readCountMax = 5_000

/** Goes from webhook to webhook by the index, and takes from each as many as the others leave room for. */
const firstOfEachWebhook = ({ now, limit }: { readonly now: number; readonly limit: number }): SQL => sql`
  WITH RECURSIVE waiting (tenant_id, webhook_id, queue_at) AS (
    SELECT * FROM (SELECT d.tenant_id, d.webhook_id, d.queue_at FROM deliveries d
      WHERE d.state = 'pending' AND d.tenant_id > '' ORDER BY d.tenant_id, d.webhook_id, d.queue_at LIMIT 1)
    UNION ALL
    SELECT n.tenant_id, n.webhook_id, n.queue_at FROM waiting JOIN deliveries n ON n.rowid = coalesce(
      (SELECT d.rowid FROM deliveries d WHERE d.state = 'pending' AND d.tenant_id = waiting.tenant_id
        AND d.webhook_id > waiting.webhook_id ORDER BY d.webhook_id, d.queue_at LIMIT 1),
      (SELECT d.rowid FROM deliveries d WHERE d.state = 'pending' AND d.tenant_id > waiting.tenant_id
        ORDER BY d.tenant_id, d.webhook_id, d.queue_at LIMIT 1)))
  SELECT f.rowid FROM waiting JOIN deliveries f ON f.rowid IN (
    SELECT d.rowid FROM deliveries d WHERE d.state = 'pending' AND d.tenant_id = waiting.tenant_id
      AND d.webhook_id = waiting.webhook_id AND d.queue_at <= ${now} ORDER BY d.queue_at
    LIMIT (SELECT CAST(min(${limit}, 1 + ${readCountMax} / count(*)) AS INTEGER) FROM waiting WHERE queue_at <= ${now}))
  WHERE waiting.queue_at <= ${now}`

/** As literal text, so that SQLite finds the indexes over pending and dead ones. */
export const isIn = (state: DeliveryState): SQL => sql`${deliveries.state} = ${sql.raw(`'${state}'`)}`

const isPending = isIn('pending')

const isNamed = ({ tenantId, webhookId, id }: DeliveryName): SQL | undefined =>
  and(eq(deliveries.tenantId, tenantId), eq(deliveries.webhookId, webhookId), eq(deliveries.id, id))

const isServed = ({ tenantId }: DeliveryName): SQL =>
  sql`EXISTS (SELECT 1 FROM tenants t WHERE t.id = ${tenantId} AND t.deleted_at IS NULL AND t.suspended_at IS NULL)`

/** For statements of other tables, too. */
export const isTested = ({ tenantId, webhookId }: Pick<DeliveryName, 'tenantId' | 'webhookId'>): SQL => sql`EXISTS (
  SELECT 1 FROM webhooks w WHERE w.tenant_id = ${tenantId} AND w.id = ${webhookId} AND w.tested_at IS NOT NULL)`
