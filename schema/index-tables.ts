import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The tables of the index log: heads, checkpoints and witnesses. The log itself is in the bucket, from which lost heads
 * and checkpoints are stored again.
 */

/** The leaves of the index log: heads of tenants' logs. */
export const indexHeads = sqliteTable(
  'index_heads',
  {
    tenantId: text('tenant_id').notNull(),
    /** The size of the tenant's log. */
    size: integer().notNull(),
    /** The index of the leaf in the index log. */
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
    /** The signed note with all cosignatures so far. */
    note: text().notNull(),
    /** The answer of the time-stamping authority (RFC 3161) in base64. */
    timeStamp: text('time_stamp'),
    /** `signed`, `anchored` by some of the configured witnesses and time stamps, or `complete`: by all of them. */
    state: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('index_checkpoints_anchored').on(table.size).where(sql`${table.state} <> 'signed'`),
    index('index_checkpoints_complete').on(table.size).where(sql`${table.state} = 'complete'`),
    check('index_checkpoints_state', sql`${table.state} IN ('signed', 'anchored', 'complete')`),
  ],
)

/** The size that each witness cosigned last, as it said itself. The next consistency proof for it begins there. */
export const indexWitnesses = sqliteTable('index_witnesses', {
  vkey: text().primaryKey(),
  size: integer().notNull(),
})
