import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of the index log, as `tables.ts` has the others: the log itself, its heads, checkpoints and witnesses. */

/** The index log of the service: one row, made with the first head. */
export const indexLogs = sqliteTable(
  'index_logs',
  {
    id: integer().primaryKey(),
    size: integer().notNull(),
    /** JSON array of the compact range's hashes, left to right; at most 64. */
    frontier: text().notNull(),
    root: text().notNull(),
  },
  (table) => [check('index_logs_one', sql`${table.id} = 1`)],
)

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
