import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of the tenants' logs: each log's head, its receipts, and the keys that sign. */

export const tenantLogs = sqliteTable(
  'tenant_logs',
  {
    tenantId: text('tenant_id').primaryKey(),
    size: integer().notNull(),
    /** JSON array of the compact range's hashes, left to right; at most 64. */
    frontier: text().notNull(),
    root: text().notNull(),
    /** Leaf hash of the newest receipt, 64 zeros before the first. */
    previous: text().notNull(),
    /** JSON: how these rows differ from the signed ones, so that nothing is signed any more; null in a sound log. */
    diverged: text(),
    /** The size whose head is in the index log; 0 before the first. Where R2 has another head, R2 decides. */
    indexedSize: integer('indexed_size').notNull().default(0),
    /** When the scheduled handler next checks whether the head has to go into the index log. */
    indexDueAt: integer('index_due_at').notNull().default(0),
    /** JSON: why the last try to put the head into the index log failed; null where it succeeded. */
    setAside: text('set_aside'),
    /** JSON: why the last try to store the public files failed; null where it succeeded. */
    unpublished: text(),
  },
  (table) => [
    index('tenant_logs_diverged').on(table.tenantId).where(sql`${table.diverged} IS NOT NULL`),
    index('tenant_logs_unindexed')
      .on(table.indexDueAt)
      .where(sql`${table.size} <> ${table.indexedSize} OR ${table.setAside} IS NOT NULL`),
    index('tenant_logs_by_chance').on(sql`substr(${table.tenantId}, 15)`),
    index('tenant_logs_set_aside').on(table.tenantId).where(sql`${table.setAside} IS NOT NULL`),
    index('tenant_logs_unpublished').on(table.tenantId).where(sql`${table.unpublished} IS NOT NULL`),
  ],
)

export const receipts = sqliteTable(
  'receipts',
  {
    tenantId: text('tenant_id').notNull(),
    sequence: integer().notNull(),
    runId: text('run_id').notNull(),
    leafHash: text('leaf_hash').notNull(),
    line: text().notNull(),
    /** The signed note of the tree that this receipt closes; null where somebody removed it. */
    checkpoint: text(),
    /** JSON arrays of hashes: the receipt's inclusion in this tree, and this tree's consistency with the one before. */
    inclusion: text().notNull(),
    consistency: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.sequence] }),
    uniqueIndex('receipts_by_run').on(table.tenantId, table.runId),
  ],
)

/**
 * Every key that ever signed a checkpoint. Rows are never removed. All tenants share these keys, so there is no tenant.
 */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    /** The raw Ed25519 public key, 32 bytes in base64. */
    publicKey: text('public_key').primaryKey(),
    /** When the key first signed. */
    validFrom: integer('valid_from').notNull(),
    /**
     * When the key was first seen not to be configured, or last signed if that is later; null while it is configured.
     */
    validTo: integer('valid_to'),
    /** Shows that the Worker wrote the row: someone who can only write to the database cannot add a key. */
    voucher: text('voucher').notNull(),
  },
  (table) => [
    check('signing_keys_public_key', sql`length(${table.publicKey}) = 44`),
    check('signing_keys_voucher', sql`length(${table.voucher}) = 64`),
    check('signing_keys_period', sql`${table.validTo} IS NULL OR ${table.validTo} >= ${table.validFrom}`),
  ],
)
