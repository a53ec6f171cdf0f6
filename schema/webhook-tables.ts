import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables of webhooks: the endpoints of tenants, and what each of them is told. */

export const webhooks = sqliteTable(
  'webhooks',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    url: text().notNull(),
    /** JSON: the types of events that the endpoint is told. */
    events: text().notNull(),
    /** The one reconciliation whose events are told; null for all events. */
    reconciliationId: text('reconciliation_id'),
    /** JSON: what the signing secrets are derived from, the newest first, each with its end: `signing-secret.ts`. */
    secrets: text().notNull(),
    /** When the endpoint at this address took a test; null before. Nothing but a test goes out before. */
    testedAt: integer('tested_at'),
    createdAt: integer('created_at').notNull(),
    /** Id of the member or API key that made it. */
    createdBy: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** An event for an endpoint. The row is written in the batch of what it tells: no act is without it. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    tenantId: text('tenant_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    /** The id of the event, the same for all endpoints. */
    id: text().notNull(),
    event: text().notNull(),
    /** The body that is sent. */
    payload: text().notNull(),
    state: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the next try may begin. */
    dueAt: integer('due_at').notNull(),
    /** When the scheduled handler puts the delivery on the queue, again if it was put there before. */
    queueAt: integer('queue_at').notNull(),
    /** Tries since the event happened, or since somebody had it sent again. */
    tries: integer().notNull(),
    /** Of the last try: when it began, the status and the beginning of the answer, and why it failed. */
    triedAt: integer('tried_at'),
    status: integer(),
    answer: text(),
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.webhookId, table.id] }),
    index('deliveries_by_queue').on(table.queueAt).where(sql`${table.state} = 'pending'`),
    index('deliveries_by_turn')
      .on(table.tenantId, table.webhookId, table.queueAt)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_dead').on(table.tenantId, table.webhookId, table.id).where(sql`${table.state} = 'dead'`),
    index('deliveries_given_up').on(table.dueAt).where(sql`${table.state} = 'dead'`),
    index('deliveries_by_age').on(table.createdAt),
    check('deliveries_state', sql`${table.state} IN ('pending', 'delivered', 'dead')`),
  ],
)
