import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What the database has of the index log, as `tables.ts` has the other tables: its heads, checkpoints and witnesses. The log
 * itself is in the bucket; heads and checkpoints are stored again from there.
 */

/** The leaves of the index log: heads of tenants' logs. */
export const indexHeads = sqliteTable(
  'index_heads',
  {
    tenantId: text('tenant_id').notNull(),
    /** Of the tenant's log. */
    size: integer().notNull(),
    /** Index of the leaf. */
    position: integer().notNull(),
    line: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.size] }),
    uniqueIndex('index_heads_by_position').on(table.position),
  ],
)

/** Signed checkpoints of the index log. */
export const indexCheckpoints = sqliteTable(
  'index_checkpoints',
  {
    size: integer().primaryKey(),
    root: text().notNull(),
    /** The signed note with the cosignatures so far. */
    note: text().notNull(),
    /** The answer of the time-stamping authority (RFC 3161) in base64. */
    timeStamp: text('time_stamp'),
    /** `signed`, `anchored` by some of what is configured, or `complete`: by all of it. */
    state: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('index_checkpoints_anchored').on(table.size).where(sql`${table.state} <> 'signed'`),
    index('index_checkpoints_complete').on(table.size).where(sql`${table.state} = 'complete'`),
    check('index_checkpoints_state', sql`${table.state} IN ('signed', 'anchored', 'complete')`),
  ],
)

/** What each witness has cosigned last, as it said itself: where its consistency proof begins. */
export const indexWitnesses = sqliteTable('index_witnesses', {
  vkey: text().primaryKey(),
  size: integer().notNull(),
})
