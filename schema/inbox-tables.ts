import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of files that arrive by themselves: links that take them, and what became of each file. */

export const inboxLinks = sqliteTable(
  'inbox_links',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    side: text().notNull(),
    /** Of the token: hex of an HMAC under KEY_PEPPER. */
    hash: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Id of the member or API key that made it. */
    createdBy: text('created_by').notNull(),
    /** When it ends by itself; null for never. */
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('inbox_links_by_hash').on(table.tenantId, table.hash),
    index('inbox_links_by_reconciliation').on(table.tenantId, table.reconciliationId, table.id),
    check('inbox_links_side', sql`${table.side} IN ('source', 'target')`),
  ],
)

export const inboxFiles = sqliteTable(
  'inbox_files',
  {
    tenantId: text('tenant_id').notNull(),
    /** The id of the upload that has its bytes, and of the dataset that it becomes. */
    id: text().notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    side: text().notNull(),
    linkId: text('link_id').notNull(),
    /** For people. */
    name: text().notNull().default(''),
    sha256: text().notNull(),
    byteCount: integer('byte_count').notNull(),
    /** `reading`, then `read` or `refused`; or `repeated`: the file of the same bytes in `repeats` is read. */
    state: text().notNull(),
    repeats: text(),
    /** JSON: why the file was refused; null unless it was. */
    refusal: text(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('inbox_files_by_reconciliation').on(table.tenantId, table.reconciliationId, table.id),
    index('inbox_files_by_bytes').on(table.tenantId, table.reconciliationId, table.side, table.sha256),
    index('inbox_files_by_reading').on(table.id).where(sql`${table.state} = 'reading'`),
    index('inbox_files_by_age').on(table.receivedAt).where(sql`${table.state} IN ('refused', 'repeated')`),
    check('inbox_files_side', sql`${table.side} IN ('source', 'target')`),
    check('inbox_files_state', sql`${table.state} IN ('reading', 'read', 'refused', 'repeated')`),
  ],
)
